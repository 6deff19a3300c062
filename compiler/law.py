"""The compiler's driver: a law folder to rule sets, and everything ``check`` has to say.

``load`` runs every pass that does not depend on a choice of readings, and checks
every reading at least once. ``Law.rules`` then gives the rule set of a version
under any choice of readings and supplements. A law can be loaded as amendments make it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from compiler import tree as t
from compiler.accepted import Accepted, read_accepted
from compiler.amendments import Amendment, hash_of, read_amendments
from compiler.board import read_faded
from compiler.coverage import CoveredSentence, coverage
from compiler.diagnostics import Diagnostic, Diagnostics, closest
from compiler.elaborate.law import LawElaborator
from compiler.folder import LawFolder, LawVersion, read_folder
from compiler.glossary import Glossary, read_glossary
from compiler.parse import parse
from compiler.properties import elaborate_properties, not_asked
from compiler.quotes import check_quotes
from compiler.readings import Point, in_use, points
from compiler.references import check_references
from compiler.stated import ids_of, read_properties, read_supplements
from compiler.supply import supply
from compiler.told import Sentences, read_sentences
from compiler.units import Place, places
from compiler.unused import report_unused
from runtime.ruleset.properties import Property, SameUnder
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.wording import VersionWording

Elaborated: TypeAlias = tuple[RuleSet, tuple[Property, ...], dict[str, tuple[str, ...]]]


class Refused(Exception):
    """The input cannot be used; ``diagnostics`` say why."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics[0].code if diagnostics else "refused")
        self.diagnostics = diagnostics


class Version:
    """One language version of a law, as far as it does not depend on readings.

    ``before``: its tree before amendments, which is what quotes the official text.
    """

    def __init__(
        self,
        source: LawVersion,
        tree: t.LawFile,
        glossary: Glossary,
        diagnostics: Diagnostics,
        before: t.LawFile | None = None,
    ) -> None:
        self.language = source.language
        self.source = source
        self.tree = tree
        self.places: tuple[Place, ...] = places(tree, source.language, source.law_file, diagnostics)
        self.points: dict[str, Point] = points(self.places)
        self.coverage: tuple[CoveredSentence, ...] = coverage(self.places)
        quoting = before or tree
        check_quotes(quoting, source.official_text, source.language, source.law_file, diagnostics)
        check_references(self.places, source.language, source.law_file, diagnostics)


class Law:
    """A law folder, read and understood. Made by :func:`load`.

    ``amendments``: those that were made in it. ``notes``: what they leave without effect.
    ``faded``: the states that drawings show as no longer taking part. ``sentences``: what
    is said of properties and supplements in further languages.
    """

    def __init__(
        self,
        folder: LawFolder,
        versions: Mapping[str, Version],
        glossary: Glossary,
        readings: Mapping[str, Mapping[str, str]],
        supplements: tuple[t.Supplement, ...],
        properties: t.PropertiesFile | None,
        accepted: tuple[Accepted, ...] = (),
        amendments: tuple[Amendment, ...] = (),
        repealed: Mapping[str, tuple[tuple[str, str], ...]] | None = None,
        faded: tuple[str, ...] = (),
        sentences: Sentences | None = None,
    ) -> None:
        self.folder = folder
        self.amendments = amendments
        self.notes: tuple[Diagnostic, ...] = ()
        self.name = "+".join((folder.name, *(one.name for one in amendments)))
        self.hash = hash_of(folder.hash, amendments)
        self.versions = versions
        self.glossary = glossary
        self.readings = readings
        self.supplements = supplements
        self.accepted = accepted
        self.faded = faded
        self.sentences: Sentences = sentences or {}
        self._properties = properties
        self._elaborated: dict[tuple[Any, ...], Elaborated] = {}
        self.citations = _citations(versions)
        self.paths = {
            **(repealed or {}),
            **{p.ref: p.path for version in versions.values() for p in version.places},
        }

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self.versions)

    @property
    def origin(self) -> tuple[str, tuple[str, ...]]:
        """What :func:`load` has to be given to load this law again, in any process."""
        return self.folder.path, tuple(one.path for one in self.amendments)

    def told(self, id: str, given: str, reader: str) -> str:
        """What a property or supplement says, in the language ``reader`` if that is there.

        ``given``: the sentence that stands beside it.
        """
        return self.sentences.get(reader, {}).get(id, given)

    def choose_readings(self, language: str, chosen: Mapping[str, str]) -> dict[str, str]:
        """The readings in use for a version, with ``chosen`` (point to name) in place of the usual.

        A point that only another version has is passed over. Raises ``Refused``.
        """
        diagnostics = Diagnostics()
        everywhere = {p: v for version in self.versions.values() for p, v in version.points.items()}
        readings = dict(self.readings[language])
        for point, name in chosen.items():
            own = self.versions[language].points.get(point)
            if point not in everywhere:
                diagnostics.add(
                    "no_such_point",
                    self.folder.path,
                    None,
                    suggestion=closest(point, everywhere),
                    point=point,
                    known=", ".join(sorted(everywhere)),
                )
            elif own is not None and name not in own.names:
                diagnostics.add(
                    "reading_not_listed",
                    self.versions[language].source.law_file,
                    None,
                    suggestion=closest(name, own.names),
                    point=point,
                    name=name,
                    language=language,
                    known=", ".join(own.names),
                )
            elif own is not None:
                readings[point] = name
        _refuse(diagnostics)
        return readings

    def rules(
        self,
        language: str,
        readings: Mapping[str, str] | None = None,
        supplements: Iterable[str] | None = None,
    ) -> RuleSet:
        """The rule set of ``language`` under ``readings``.

        ``supplements`` names those to use; None: all of them. Raises ``Refused``.
        """
        diagnostics = Diagnostics()
        chosen = self.choose_readings(language, readings or {})
        in_use = self._supplements(supplements, diagnostics)
        rules, _, _ = self._elaborate(language, chosen, in_use, diagnostics)
        _refuse(diagnostics)
        return rules

    def properties(
        self,
        language: str,
        readings: Mapping[str, str] | None = None,
        supplements: Iterable[str] | None = None,
    ) -> tuple[Property, ...]:
        """The properties the law states, over the declarations of ``language``.

        ``supplements`` as for :meth:`rules`: what two readings are compared with.
        """
        diagnostics = Diagnostics()
        chosen = self.choose_readings(language, readings or {})
        _, properties, _ = self._elaborate(language, chosen, (), diagnostics)
        _refuse(diagnostics)
        return tuple(self._with_versions(one, language, chosen, supplements) for one in properties)

    def _with_versions(
        self,
        one: Property,
        language: str,
        readings: Mapping[str, str],
        supplements: Iterable[str] | None,
    ) -> Property:
        """The property with the rule sets it speaks of, where it speaks of two readings."""
        if not isinstance(one, SameUnder):
            return one
        versions = tuple(
            self.rules(language, {**readings, one.point: name}, supplements)
            for name in one.readings
        )
        return one.model_copy(update={"versions": versions})

    def place_of_property(self, id: str) -> t.Span | None:
        """Where in ``properties.law`` the property ``id`` is stated; None: nowhere."""
        stated = self._properties.properties if self._properties is not None else ()
        return next((one.name.span for one in stated if one.name.text == id), None)

    def condition_of_property(self, id: str) -> t.ExprT | None:
        """The condition that the property ``id`` states; None: it states none."""
        stated = self._properties.properties if self._properties is not None else ()
        name = id.partition("@")[0]
        claim = next((one.claim for one in stated if one.name.text == name), None)
        if isinstance(claim, t.StateClaim | t.StepClaim | t.AfterClaim):
            return claim.condition
        return None

    # ---- for the comparison of versions

    def bare_rules(self, language: str, readings: Mapping[str, str]) -> RuleSet:
        """The rule set of the bare text, without supplements."""
        return self.rules(language, readings, ())

    def readings_in_use(self, language: str) -> Mapping[str, str]:
        """The reading of each point of a version."""
        return self.readings[language]

    def points_at(self, language: str, ref: str) -> dict[str, tuple[str, ...]]:
        """The points that a place of a version lists, each with its readings."""
        found = {}
        for point in self.versions[language].points.values():
            names = tuple(dict.fromkeys(r.name for r in point.readings if r.ref == ref))
            if names:
                found[point.id] = names
        return found

    def wording(self, language: str) -> VersionWording:
        """The wording of a version: sentences with what counts in them, references, numbers."""
        from compiler.wording import wording  # num2words is needed here only

        version = self.versions[language]
        return wording(version.tree, version.places, language, self.glossary)

    def _supplements(
        self, names: Iterable[str] | None, diagnostics: Diagnostics
    ) -> tuple[t.Supplement, ...]:
        if names is None:
            return self.supplements
        wanted = tuple(names)
        known = {supplement.name.text for supplement in self.supplements}
        for name in wanted:
            if name not in known:
                diagnostics.add(
                    "no_such_supplement",
                    self.folder.file("supplements.law"),
                    None,
                    suggestion=closest(name, known),
                    name=name,
                    known=", ".join(sorted(known)),
                )
        return tuple(s for s in self.supplements if s.name.text in wanted)

    def _elaborate(
        self,
        language: str,
        readings: Mapping[str, str],
        supplements: tuple[t.Supplement, ...],
        diagnostics: Diagnostics,
    ) -> Elaborated:
        """The rule set, the properties, and the supplements that fill nothing; made only once."""
        names = tuple(supplement.name.text for supplement in supplements)
        key = (language, tuple(sorted(readings.items())), names)
        if key not in self._elaborated:
            made = self._make(language, readings, supplements, diagnostics)
            if diagnostics.errors:
                return made
            self._elaborated[key] = made
        return self._elaborated[key]

    def _make(
        self,
        language: str,
        readings: Mapping[str, str],
        supplements: tuple[t.Supplement, ...],
        diagnostics: Diagnostics,
    ) -> Elaborated:
        version = self.versions[language]
        elaborator = LawElaborator(
            version.places,
            self.glossary,
            language,
            readings,
            version.source.law_file,
            diagnostics,
        )
        rules = elaborator.rule_set(self.name, self.hash, self.citations)
        properties: tuple[Property, ...] = ()
        if self._properties is not None:
            own = Diagnostics() if self.amendments else diagnostics
            properties = elaborate_properties(
                self._properties,
                rules,
                elaborator,
                self.folder.file("properties.law"),
                {
                    code: {point.id: point.names for point in one.points.values()}
                    for code, one in self.versions.items()
                },
                own,
            )
            if own is not diagnostics:
                not_asked(own, diagnostics)
        filled, unused = supply(
            rules, supplements, elaborator, self.folder.file("supplements.law"), self.paths
        )
        return filled, properties, unused

    def check_every_reading(self, diagnostics: Diagnostics) -> None:
        """Elaborate each version until each of its readings has been used once.

        A supplement that fills nothing, in no version and under no reading, is reported.
        """
        unused = {supplement.name.text: supplement.span for supplement in self.supplements}
        meant: dict[str, dict[str, None]] = {name: {} for name in unused}
        for language, version in self.versions.items():
            rounds = max((len(point.names) for point in version.points.values()), default=1)
            usual = self.readings[language]
            for number in range(rounds):
                chosen = {}
                for point in version.points.values():
                    start = point.names.index(usual[point.id])
                    chosen[point.id] = point.names[(start + number) % len(point.names)]
                _, _, idle = self._elaborate(language, chosen, self.supplements, diagnostics)
                for name in list(unused):
                    if name not in idle:
                        del unused[name]
                    else:
                        meant[name] |= dict.fromkeys(idle[name])
        # A mistake elsewhere may have cost the place that a supplement is for.
        if diagnostics.errors:
            return
        file = self.folder.file("supplements.law")
        for name, span in unused.items():
            if self.amendments:
                diagnostics.add("supplement_dropped", file, span, severity="warning", name=name)
            else:
                inside = ", ".join(meant[name]) or None
                diagnostics.add(
                    "supplement_fills_nothing", file, span, suggestion=inside, name=name
                )
        self.supplements = tuple(s for s in self.supplements if s.name.text not in unused)


def load(law: str, amendments: Sequence[str] = ()) -> tuple[Law | None, tuple[Diagnostic, ...]]:
    """Read and check the law folder ``law`` (a path, or the name of a law of the package).

    ``amendments``, by name or path, are made in it first, in this order. Returns the law, or
    None where nothing can be done with it, and every diagnostic. A law with errors is
    returned too where there is a tree for every version: its coverage can be shown, its
    rule sets cannot.
    """
    diagnostics = Diagnostics()
    folder = read_folder(law, diagnostics)
    if folder is None or folder.glossary.broken:
        return None, diagnostics.sorted()  # without words, nothing could be said of the rest
    chosen = read_amendments(folder, amendments, diagnostics)
    glossary = chosen.glossary(read_glossary(folder.glossary, diagnostics), diagnostics)
    versions: dict[str, Version] = {}
    repealed: dict[str, tuple[tuple[str, str], ...]] = {}
    before_it: dict[str, tuple[str, ...]] = {}
    for source in folder.versions:
        tree = parse(source.law_text, "law", source.language, source.law_file, diagnostics)
        if tree is None:
            continue
        amended = tree
        if chosen.chosen:
            known = places(tree, source.language, source.law_file, Diagnostics())
            repealed.update({place.ref: place.path for place in known})
            for point in points(known).values():
                before_it[point.id] = (*before_it.get(point.id, ()), *point.names)
            amended = chosen.into(tree, source.language, glossary, diagnostics)
        versions[source.language] = Version(source, amended, glossary, diagnostics, tree)
    if amendments and diagnostics.errors:
        # What follows would only be about a law that is half amended.
        return None, diagnostics.sorted()
    own = Diagnostics() if chosen.chosen else diagnostics
    points_of = {language: version.points for language, version in versions.items()}
    readings = in_use(
        folder.readings,
        points_of,
        {word for source in folder.versions for word in diagnostics.lost(source.law_file)},
        diagnostics,
        before_it,
    )
    supplements = read_supplements(folder, diagnostics)
    properties = read_properties(folder, diagnostics)
    found = Law(
        folder,
        versions,
        glossary,
        readings,
        supplements,
        properties,
        read_accepted(folder.accepted, points_of, glossary.of_kind("set"), own),
        chosen.chosen,
        repealed,
        read_faded(folder.board, glossary, own),
        read_sentences(folder.sentences, ids_of(supplements, properties), own),
    )
    if own is not diagnostics:
        diagnostics.note(own)  # what the amendments leave without effect
    found.check_every_reading(diagnostics)
    if chosen.chosen:
        found.notes = tuple(one for one in diagnostics.sorted() if one.severity == "warning")
    elif not diagnostics.errors:
        read = [(one.places, one.source) for one in versions.values()]
        report_unused(read, glossary, (found.supplements, found._properties), diagnostics)
    return (found if versions else None), diagnostics.sorted()


def load_sound(law: str, amendments: Sequence[str] = ()) -> Law:
    """The law, as :func:`load` gives it; it must be free of errors. Raises ``Refused``."""
    found, diagnostics = load(law, amendments)
    errors = tuple(found_one for found_one in diagnostics if found_one.severity == "error")
    if found is None or errors:
        raise Refused(errors or diagnostics)
    return found


def _citations(versions: Mapping[str, Version]) -> dict[str, dict[str, str]]:
    """For each place, how every version that has it cites it."""
    found: dict[str, dict[str, str]] = {}
    for language, version in versions.items():
        for place in version.places:
            found.setdefault(place.ref, {})[language] = place.citation
    return found


def _refuse(diagnostics: Diagnostics) -> None:
    if diagnostics.errors:
        raise Refused(diagnostics.sorted())
