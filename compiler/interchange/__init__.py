"""Laws in the formats that others use.

``akoma_ntoso_reading`` takes in; ``akoma_ntoso``, ``tbx`` and ``tmx`` give out. Plain text
is taken in by ``compiler.outline``. Nothing here knows what a rule means: texts and
terms go in and out, never the encoding.
"""
