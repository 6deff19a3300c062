"""Engines: a rule set as one Python file of its own, or as data.

:mod:`compiler.engine.python` writes the file, :mod:`compiler.engine.data` the
data. What is the same in every engine stands in :mod:`compiler.engine.kit`.
"""
