"""Changing a law's rules one by one, to see which changes nothing notices.

:mod:`~verify.mutation.mutants` makes the changes, :mod:`~verify.mutation.trial`
looks for what notices them: a worked case, a game, an obligation, a property.
"""
