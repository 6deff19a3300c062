"""Simulation: many games under a rule set, and the same games under two."""
