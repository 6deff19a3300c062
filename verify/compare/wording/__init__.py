"""The wording of two versions compared: the words themselves, beside what was encoded.

The comparison of encodings says whether the versions mean the same as encoded;
this one looks at the texts, so that an encoding cannot hide what the words show.
``places`` compares place by place, ``whole`` the law as a whole, ``alignment`` says
which sentences correspond, ``expressions`` compares those.
"""

from verify.compare.wording.alignment import Aligned, align
from verify.compare.wording.finding import GRADES_IN_ORDER, Grade, Kind, Note, WordingFinding
from verify.compare.wording.places import compare_titles, compare_wording
from verify.compare.wording.whole import compare_law, terms_of_both

__all__ = [
    "GRADES_IN_ORDER",
    "Aligned",
    "Grade",
    "Kind",
    "Note",
    "WordingFinding",
    "align",
    "compare_law",
    "compare_titles",
    "compare_wording",
    "terms_of_both",
]
