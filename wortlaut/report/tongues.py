"""The terms of a law in the midst of words of another language: each says which it is of.

Who has a page read aloud then hears them as they are spoken.
"""

import re
from collections.abc import Iterable, Mapping

from markupsafe import Markup, escape

from compiler.glossary import Glossary

_TAGS = re.compile(r"(<svg\b.*?</svg>|<[^>]*>)", re.DOTALL)
"""What is left as it is: marks of the page, and drawings, in which other elements stand."""


class Tongues:
    """The terms of the versions in ``languages`` but that of the ``reader``."""

    def __init__(
        self, glossary: Glossary, languages: Iterable[str], reader: str, say: Mapping[str, str]
    ) -> None:
        own = {word for text in say.values() for word in re.findall(r"\w+", text)}
        own |= glossary.words(reader).keys()
        self._language: dict[str, str] = {}
        for language in languages:
            if language != reader:
                for word in glossary.words(language):
                    if word not in own:
                        self._language.setdefault(word, language)
        self._terms = re.compile(
            "|".join(
                rf"(?<![\w&]){re.escape(word)}(?!\w)"
                for word in sorted(self._language, key=len, reverse=True)
            )
        )

    def marked(self, text: str) -> Markup:
        """``text`` or a part of the page, with each term in an element with its language."""
        html = escape(text)
        if not self._language:
            return html
        pieces = _TAGS.split(html)
        pieces[::2] = [self._terms.sub(self._mark, piece) for piece in pieces[::2]]
        return Markup("".join(pieces))  # what was escaped stays so: a term is a word

    def _mark(self, found: re.Match[str]) -> str:
        return f'<span lang="{self._language[found[0]]}">{found[0]}</span>'
