"""Obligations: what is asked of every law without anybody stating it."""
