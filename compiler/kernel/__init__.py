"""Kernels: a rule set as machine code that plays batches of games, by way of Numba.

:mod:`compiler.kernel.program` writes the source, from the same flow graph that the
interpreter follows; :mod:`compiler.kernel.executor` compiles it and plays. Everything is
a whole number in it (:mod:`compiler.kernel.shapes`), and all names are made of numbers.
What a kernel cannot do for sure, it refuses (:class:`~compiler.kernel.shapes.Unsupported`);
a game in which something is undefined, or that takes unusually long, is left to the
interpreter.
"""
