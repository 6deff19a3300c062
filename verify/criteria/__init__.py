"""Criteria of social choice: what may be expected of any law by which several decide.

A law declares a profile (:mod:`runtime.ruleset.profiles`): who ranks what, and
the flow that decides. ``boards`` and ``bench`` take states apart and let the
flow decide them; ``claims`` says what each criterion forbids; ``trials`` and
``plainer`` look for a violation and make it small; ``symmetry``, ``mirror`` and
``execution`` prove what holds; ``verdict`` puts them together.
"""
