"""Compares language versions of a law: rule set against rule set, wording against wording."""
