"""Amendments as text."""

from compiler import tree as t
from compiler.languages import Language
from compiler.printer.files import content, entries, texted, write_reference
from compiler.printer.statements import Page, first_page


def print_amendment(amendment: t.AmendmentFile, spoken: str | Language) -> str:
    """A language version of an amendment as text.

    ``spoken`` is a language (or its code), or the words of an author. Raises ``KeyError``
    where there is no table for the code.
    """
    page = first_page(spoken)
    words = f"{page.word('AMENDMENT', amendment)} {amendment.law.text}"
    head = [texted(words, amendment.title)]
    return entries(head, *(_change(node, page) for node in amendment.changes))


def _change(node: t.ChangeT, page: Page) -> list[str]:
    if isinstance(node, t.NewValue):
        value = node.value.text if isinstance(node.value, t.Name) else str(node.value)
        words = f"{page.word('PARAMETER', node)} {node.parameter.text}"
        return [page.line(words, *page.after("BECOMES", node), f" {value}")]
    where = _place(node.place, page)
    if isinstance(node, t.Repeal):
        return [f"{where} {page.word('IS_REPEALED', node)}"]
    keyword = "IS_AMENDED" if isinstance(node, t.Replacement) else "IS_INSERTED"
    head = texted(f"{where} {page.word(keyword, node)}:", node.heading)
    inside = [line for part in node.contents for line in content(part, page.deeper())]
    return [head, *inside]


def _place(place: t.AmendedPlace, page: Page) -> str:
    reference = write_reference(place.reference, page.language)
    if place.sentence is None:
        return reference
    return f"{reference} {page.word('SENTENCE', place)} {place.sentence}"
