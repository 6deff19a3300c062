"""Plays a rule set: interpreter, traces, random play."""
