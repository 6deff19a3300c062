"""Turns law files into rule sets: text, tree, names and types, rule set."""
