"""Sweeps: many simulations in one run, over a grid of laws, readings, sizes and policies."""
