"""The common meaning of two versions of a law, made and verified like any other rule set."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runtime.ruleset.properties import Property
from runtime.ruleset.ruleset import RuleSet
from wortlaut.compared import Compared

if TYPE_CHECKING:
    from verify.compare.meaning import Source
    from verify.compare.table import ComparisonTable
    from verify.obligation import Obligation

_SECONDS = 10.0
"""For a single question."""


@dataclass(frozen=True)
class CommonMeaning:
    """Where each paragraph's common meaning comes from, and what the verifier says of the whole.

    ``none``: why there is no common rule set at all; empty where there is one.
    """

    sources: "tuple[Source, ...]"
    obligations: "tuple[Obligation, ...]"
    none: str = ""


def common_meaning(versions: tuple[Compared, Compared], table: "ComparisonTable") -> CommonMeaning:
    """What both versions permit, with all supplements, under the readings in use.

    Asked of it are, for the smallest size: the law's properties, and gaps, conflicts,
    ranges and dead ends.
    """
    from verify.compare.meaning import common

    first, second = (one.law.rules(one.language, one.readings) for one in versions)
    try:
        found = common(first, second, {row.ref: row.comparison for row in table.rows})
    except ValueError as reason:
        return CommonMeaning((), (), str(reason))
    properties = versions[0].law.properties(versions[0].language, versions[0].readings)
    stated = [one for one in properties if one.kind != "meets"]
    return CommonMeaning(found.sources, _verdicts(found.rules, stated))


def _verdicts(rules: RuleSet, properties: Sequence[Property]) -> "tuple[Obligation, ...]":
    from runtime.sizes import all_sizes
    from verify.automatic import OF_STATES, Asked, automatic
    from verify.findings import lasting
    from verify.limits import Limit
    from verify.obligation import Obligations
    from verify.verdicts import verify
    from wortlaut.render.progress import Progress

    sizes, limit = list(all_sizes(rules))[:1], Limit(seconds=_SECONDS)

    def find() -> Obligations:
        with Progress() as progress:

            def told(one: "Obligation") -> None:
                progress.step(one.id)

            asked = verify(rules, properties, limit=limit, sizes=sizes, progress=told)
            asked += automatic(
                Asked(rules, sizes=sizes), kinds=OF_STATES, limit=limit, progress=told
            )
        return Obligations(each=tuple(asked))

    about = ("common", rules, *properties, repr((sizes, limit)))
    return lasting(Obligations, lambda: about, find).each


def common_as_json(found: CommonMeaning, labels: tuple[str, str]) -> dict[str, Any]:
    """The common meaning as data."""
    names = {"first": labels[0], "second": labels[1]}
    return {
        "none": found.none or None,
        "paragraphs": [
            {"ref": one.ref, "from": names.get(one.origin, one.origin), "empty": one.empty}
            for one in found.sources
        ],
        "obligations": [one.model_dump(mode="json") for one in found.obligations],
    }
