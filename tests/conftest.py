"""Compiled laws live through the whole run; looking for garbage among them took a tenth of it."""

import gc

gc.set_threshold(100_000, 50, 1_000)
