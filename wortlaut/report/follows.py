"""What follows from a finding: what hinders, what a supplement says instead, what is to be done."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wortlaut.report.gathered import Gathered
from wortlaut.report.places import cited, texts


def to_be_done(kind: str, say: Mapping[str, str]) -> str:
    """What a text has to settle after a finding of ``kind``; empty if nothing is said of it."""
    return say.get(f"report_follows_{kind}", "")


def hindered(
    gathered: Gathered, one: Mapping[str, Any], reader: str, say: Mapping[str, str]
) -> list[str]:
    """What a witness ends at: the rules that apply at once, the norms that forbid what is left."""
    steps = one["witness"]["steps"] if one["witness"] is not None else ()
    last = steps[-1] if steps else {}
    code = reader if reader in gathered.languages else one["language"]
    places = dict.fromkeys(last.get("between", ()))
    between = [cited(gathered.law, ref, (code,)) for ref in places]
    at_once = [say["report_at_once"].format(places=", ".join(between))] if between else []
    return at_once + [
        f"{citation}: «{text}»"
        for ref in dict.fromkeys(breach["ref"] for breach in last.get("breaches", ()))
        for _, citation, text in texts(gathered.law, ref, (code,))
    ]


def settled(
    gathered: Gathered, ones: Sequence[Mapping[str, Any]], refs: Iterable[str]
) -> list[str]:
    """The ids of the supplements in use that fill what ``ones`` found at ``refs``."""
    kind = ones[0]["kind"]
    kinds = ("choice", "order") if kind == "open_choice" else (kind,)
    wanted = {f"{one}:{ref}" for ref in refs for one in kinds} | {
        f"gap:{name}" for name in _gaps(ones)
    }
    found: dict[str, None] = {}
    for code in dict.fromkeys(one["language"] for one in ones):
        for each in gathered.law.rules(code, {}, gathered.result["supplements"]).supplements:
            about, _, where = each.gap.partition(":")
            if wanted & {f"{about}:{ref}" for ref in where.split("/")}:
                found.setdefault(each.id)
    return list(found)


def _gaps(ones: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """The names of the gaps that witnesses end in."""
    for one in ones:
        for step in one["witness"]["steps"][-1:] if one["witness"] is not None else ():
            if step.get("gap"):
                yield step["gap"]
