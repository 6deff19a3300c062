"""Whether some choice does it: for every state there are values of the choices that lead on."""
