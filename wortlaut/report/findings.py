"""The findings, most serious first, each with its texts, its case and how to see it again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from verify.obligations.opened import opened
from wortlaut.comparison import Judged, relation_name
from wortlaut.jobs import TEXT, is_automatic, kind_of
from wortlaut.render.consequence import tell_consequences
from wortlaut.render.details import say_detail
from wortlaut.render.differences import Differences
from wortlaut.render.sizes import say_sizes
from wortlaut.render.verdicts import readings_of
from wortlaut.render.witness import tell_witness
from wortlaut.report.follows import hindered, settled, to_be_done
from wortlaut.report.gathered import Gathered
from wortlaut.report.places import anchor, cited, line, refs_of, texts
from wortlaut.report.prose import Prose
from wortlaut.report.twins import Twins
from wortlaut.report.wordings import Wording, marked

if TYPE_CHECKING:
    from verify.compare.table import Row
    from verify.consequence import Consequence

_MATTERS, _BROKEN, _DIFFERS, _OF_THE_TEXT, _OPEN = range(5)
"""The order of what is found."""

_MOST_TEXTS = 4
"""Of so many places that a finding rests on the texts are shown."""


_Texts = tuple[tuple[str, str, Markup], ...]
"""Language, citation and text of one place in each version."""


@dataclass(frozen=True)
class Finding:
    """One finding, ready to be shown.

    ``weight``: the smaller, the more serious. ``badge``: a class of style, and words.
    ``gist``: what each version says and how often it matters, in a line each, for lists.
    ``follows``: what is to be done. ``tried``: of what is not decided, what was. ``texts``:
    for each place language, citation and text of each version. ``accepted``: why, if it is.
    """

    anchor: str
    id: str
    weight: int
    title: str
    badge: tuple[str, str]
    refs: tuple[str, ...]
    lead: str
    gist: tuple[tuple[str, str], ...]
    follows: str
    tried: str
    texts: tuple[_Texts, ...]
    prose: Markup
    command: str
    accepted: str | None


def findings(
    gathered: Gathered,
    words: list[Wording],
    reader: str,
    say: Mapping[str, str],
    twins: Twins,
) -> list[Finding]:
    """All of them, in words of ``reader``; ``words``: what is to be marked in the texts.

    ``twins`` takes the data of the tables.
    """
    teller = _Teller(gathered, words, reader, dict(say), twins)
    found = [*teller.verdicts()]
    for judged in gathered.judged:
        found += teller.differences(judged)
    order = {ref: number for number, ref in enumerate(gathered.law.citations)}
    return sorted(found, key=lambda one: (one.weight, min((order[r] for r in one.refs), default=0)))


class _Teller:
    def __init__(
        self,
        gathered: Gathered,
        words: list[Wording],
        reader: str,
        say: dict[str, str],
        twins: Twins,
    ) -> None:
        self.twins = twins
        self.gathered = gathered
        self.words = words
        self.law = gathered.law
        self.reader = reader
        self.say = say
        self.sentences = {
            one.id: self.law.told(one.id, one.sentence, reader)
            for code in gathered.languages
            for one in self.law.properties(code)
        }

    # ---- what is asked of every version

    def verdicts(self) -> Iterator[Finding]:
        """What is refuted or not decided; the versions and sizes with one answer together."""
        alike: dict[tuple[str, str, str | None], list[dict[str, Any]]] = {}
        for one in self.gathered.result["obligations"]:
            verdict = "vacuous" if one["vacuous"] else one["verdict"]
            if verdict != "proved":
                id = one["id"].removeprefix(TEXT)
                alike.setdefault((id, verdict, one["accepted"]), []).append(one)
        for number, ((_, verdict, accepted), ones) in enumerate(alike.items(), start=1):
            yield self._verdict(ones, verdict, accepted, number)

    def _verdict(
        self, ones: list[dict[str, Any]], verdict: str, accepted: str | None, number: int
    ) -> Finding:
        one = next((each for each in ones if each["witness"] is not None), ones[0])
        languages = list(dict.fromkeys(each["language"] for each in ones))
        refs = refs_of(self.law, one)
        kind = kind_of(one["id"]).removeprefix(TEXT)
        title = self.sentences.get(one["id"]) or self.say.get(f"report_kind_{kind}", kind)
        text_alone = all(each["text_alone"] for each in ones)
        weight, style, word = _BROKEN, "bad", self.say[verdict]
        if verdict == "refuted" and one["id"] in self.sentences:
            title = self.say["report_fails"].format(title=title)
        if verdict != "refuted":
            weight, style = _OPEN, "open"
            holds = "report_vacuous" if verdict == "vacuous" else "report_undecided"
            title = self.say[holds].format(title=title)
        elif text_alone or kind in ("open_choice", "redundant"):
            weight, style, word = _OF_THE_TEXT, "open", self.say["report_of_the_text"]
        elif is_automatic(one["id"]):
            word = self.say["report_defect"]
        lead = self.say["report_in_versions"].format(languages=", ".join(languages))
        if text_alone:
            lead += " " + self.say["report_text_alone"]
            if self._filled(ones):
                lead += " " + self.say["report_filled"]
        follows = to_be_done(kind, self.say) if verdict == "refuted" else ""
        gist = [("", told) for told in hindered(self.gathered, one, self.reader, self.say)]
        gist += [("→", told) for told in (follows, *self._settled(ones, refs, text_alone)) if told]
        tried = ""
        if one["detail"] and (one["witness"] is None or verdict != "refuted"):
            tried = say_detail(one["detail"], self.law, one["language"], self.say)
            gist += [("→", tried)] if verdict == "unsupported" else []
        name = anchor("f", f"{one['id']}.{number}")
        prose = Prose(name, self.say, self.twins)
        if one["witness"] is not None:
            self._witness(one, prose)
        return Finding(
            anchor=name,
            id=one["id"],
            weight=weight,
            title=title,
            badge=(style, word),
            refs=tuple(refs),
            lead=lead,
            gist=tuple(gist),
            follows=follows,
            tried=tried,
            texts=self._texts(refs),
            prose=prose.html,
            command=line(
                self.gathered, "verify", "--language", one["language"], "--property", one["id"]
            ),
            accepted=accepted,
        )

    def _settled(
        self, ones: list[dict[str, Any]], refs: list[str], text_alone: bool
    ) -> Iterator[str]:
        """What supplements say where the text does not, and whether that is enough."""
        if not text_alone and ones[0]["kind"] != "open_choice":
            return
        reasons = {
            one.id: one.reason
            for code in self.gathered.languages
            for one in self.law.rules(code, {}, self.gathered.result["supplements"]).supplements
        }
        for id in settled(self.gathered, ones, refs):
            told = self.law.told(id, reasons[id], self.reader)
            yield self.say["report_settled"].format(id=id, reason=told)
        if text_alone and self._filled(ones):
            yield self.say["report_filled"]

    def _filled(self, ones: list[dict[str, Any]]) -> bool:
        """Whether it is proved, wherever the text alone lets it happen, not to with supplements."""
        proved = {
            (one["id"], one["language"], tuple(one["scope"].items()))
            for one in self.gathered.result["obligations"]
            if one["verdict"] == "proved" and not one["vacuous"]
        }
        return all(
            (one["id"].removeprefix(TEXT), one["language"], tuple(one["scope"].items())) in proved
            for one in ones
        )

    def _witness(self, one: dict[str, Any], prose: Prose) -> None:
        witness = one["witness"]
        start = self.say["from_start" if witness["from_start"] else "from_state"]
        scope = say_sizes(self.law, one["scope"], one["language"])
        word = self.say["example" if one["verdict"] == "proved" else "witness"]
        prose.print(f"[strong]{word}[/strong], {start} ({one['language']}; {scope})")
        readings = {**readings_of(one), **witness.get("reading", {})}
        supplements = () if one["text_alone"] else self.gathered.result["supplements"]
        rules = self.law.rules(one["language"], readings, supplements)
        if one["kind"] == "open_choice":
            rules = opened(rules)
        tell_witness(self.law, rules, witness, self.reader, prose.write, prose.draw)

    # ---- two versions

    def differences(self, judged: Judged) -> Iterator[Finding]:
        """The paragraphs in which two versions do not say the same."""
        for row in judged.table.rows:
            if row.comparison.relation not in ("equal", "not_encoded"):
                yield self._difference(judged, row)

    def _difference(self, judged: Judged, row: "Row") -> Finding:
        first, second = judged.table.languages
        relation = row.comparison.relation
        undecided = relation in ("unknown", "unsupported")
        follows = [
            one for one in judged.consequences if one.kind == "versions" and one.point == row.ref
        ]
        matters = any(one.verdict == "outcome_differs" for one in follows)
        id = judged.of_row(row)
        name = anchor("f", id)
        prose = Prose(name, self.say, self.twins)
        self._tell(judged, row, follows, prose)
        todo = [] if undecided else [to_be_done("matters" if matters else "differs", self.say)]
        title = self.say["report_difference"].format(first=first, second=second)
        if matters:
            title += " " + self.say["report_matters"]
        return Finding(
            anchor=name,
            id=id,
            weight=_OPEN if undecided else _MATTERS if matters else _DIFFERS,
            title=title,
            badge=("open" if undecided else "bad", relation_said(relation, judged, self.say)),
            refs=(row.ref,),
            lead=relation_sentence(relation, judged, self.say),
            gist=(*self._gist(judged, row, follows), *(("→", one) for one in todo if one)),
            follows="".join(todo),
            tried=say_detail(row.comparison.detail, self.law, first, self.say),
            texts=self._texts([row.ref]),
            prose=prose.html,
            command=line(self.gathered, "compare", "--language", first, "--language", second),
            accepted=judged.accepted.get(id),
        )

    def _gist(
        self, judged: Judged, row: "Row", follows: list["Consequence"]
    ) -> tuple[tuple[str, str], ...]:
        """What each version says in the first difference, and how often games end otherwise."""
        found: list[tuple[str, str]] = []
        if row.comparison.differences:
            sides = self._teller(judged, Prose("", self.say, self.twins)).sides(
                row.comparison.differences[0]
            )
            found += zip(judged.table.languages, sides, strict=True)
        for one in follows:
            share = next((s for s in one.all_shares if s.sampled.from_start and s.of), one.share)
            if one.verdict == "outcome_differs" and share is not None and share.count:
                said = self.say["report_often"].format(count=share.count, of=share.of)
                found.append(("→", said))
        return tuple(found)

    def _teller(self, judged: Judged, prose: Prose) -> Differences:
        first, second = (one.law.bare_rules(one.language, one.in_use()) for one in judged.versions)
        return Differences(
            judged.versions, (first, second), self.reader, self.say, prose.print, prose.draw
        )

    def _tell(self, judged: Judged, row: "Row", follows: list["Consequence"], prose: Prose) -> None:
        self._teller(judged, prose).tell_all(row.comparison.differences)
        seen: list[Any] = []
        for one in judged.consequences:
            if one in follows:
                again = one.witness is not None and one.witness in seen
                tell_consequences(
                    self.law,
                    [one],
                    self.reader,
                    prose,
                    in_full=not again,
                    texts=False,
                    draw=prose.draw,
                )
            seen.append(one.witness)

    def _texts(self, refs: list[str]) -> tuple[_Texts, ...]:
        found = []
        for ref in refs:
            here = [one for one in self.words if ref in one.refs]
            said = tuple(
                (code, citation, marked(text, code, here))
                for code, citation, text in texts(self.law, ref, self.gathered.languages)
            )
            found += [said] if said else []
        return tuple(found[:_MOST_TEXTS])


def relation_said(relation: str, judged: Judged, say: Mapping[str, str]) -> str:
    """A relation in a word or two."""
    first, second = judged.table.languages
    name = relation_name(relation, first, second)
    narrower = name.removesuffix("_narrower")
    if narrower != name:
        return say["rel_narrower"].format(language=narrower)
    return say[f"rel_{name}"]


def relation_sentence(relation: str, judged: Judged, say: Mapping[str, str]) -> str:
    """What a relation means, in a sentence; empty where there is nothing to say."""
    first, second = judged.table.languages
    if relation == "first_narrower":
        return say["rel_sentence_narrower"].format(narrower=first, wider=second)
    if relation == "second_narrower":
        return say["rel_sentence_narrower"].format(narrower=second, wider=first)
    return say.get(f"rel_sentence_{relation}", "")


def title_of(one: Finding, gathered: Gathered) -> str:
    """The places of a finding, as cited, for lists."""
    return ", ".join(cited(gathered.law, ref, gathered.languages) for ref in one.refs[:2])
