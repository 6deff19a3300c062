"""Benchmarks: how long things take, as ratios to something measured in the same minute.

``python -m benchmarks`` prints a table; ``--sanity`` runs everything in its smallest
size and looks only whether results are right.
"""
