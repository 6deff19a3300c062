"""Third pass: the tree of one version to its rule set, under one choice of readings.

Receives the places of one version, the glossary and the readings chosen. Hands
on a rule set in which every name is a concept id, every expression is typed and
bounded, and every rule, case and statement carries its paragraph; or None where
a mistake was reported. Supplements are not yet in it.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from compiler import tree as t
from compiler.diagnostics import Diagnostics, closest
from compiler.elaborate.declarations import declare, resolve_type
from compiler.elaborate.expressions import Expressions
from compiler.elaborate.extent import MOST_STEPS, too_deep, too_long
from compiler.elaborate.recursion import recursion
from compiler.elaborate.scope import Names, Scope
from compiler.elaborate.statements import Statements
from compiler.elaborate.typing import NIL, Nil, join
from compiler.elaborate.vocabulary import Abandoned, Site, Vocabulary
from compiler.glossary import Glossary
from compiler.languages import language
from compiler.units import Place, short
from runtime.ruleset.ruleset import (
    Case,
    Definition,
    Flow,
    Norm,
    Paragraph,
    Parameter,
    Part,
    Permission,
    Rule,
    RuleSet,
)
from runtime.ruleset.types import Type

_MOST_OPEN = 40

Signature = tuple[tuple[Parameter, ...], Type]
FlowSignature = tuple[tuple[Parameter, ...], Type | None]


def elaborate(
    places: tuple[Place, ...],
    glossary: Glossary,
    code: str,
    readings: Mapping[str, str],
    *,
    law: str,
    law_hash: str,
    file: str,
    citations: Mapping[str, Mapping[str, str]],
    diagnostics: Diagnostics,
) -> RuleSet | None:
    """The rule set of one version. ``citations`` maps references to citations by language."""
    elaborator = LawElaborator(places, glossary, code, readings, file, diagnostics)
    rules = elaborator.rule_set(law, law_hash, citations)
    return None if diagnostics.errors else rules


class LawElaborator:
    """Elaborates all entries of one version; also what supplements add to it."""

    def __init__(
        self,
        places: tuple[Place, ...],
        glossary: Glossary,
        code: str,
        readings: Mapping[str, str],
        file: str,
        diagnostics: Diagnostics,
    ) -> None:
        self.places = places
        self.readings = readings
        self.diagnostics = diagnostics
        self.file = file
        words = glossary.words(code)
        lost = {words[word] for word in diagnostics.lost(file) if word in words}
        self.vocabulary = Vocabulary(glossary, code, words, lost=lost)
        self.refs = {place.ref for place in places}
        self.entries = list(self._entries())
        declare(self.entries, self.vocabulary)
        self._definition_items: dict[str, list[tuple[t.DefinitionItem, Site]]] = {}
        self._flow_items: dict[str, list[tuple[t.FlowItem, Site]]] = {}
        self._signatures: dict[str, Signature] = {}
        self._cases: dict[tuple[str, int], Case] = {}
        self._open: list[str] = []
        self._failed: set[str] = set()
        self.decisions: dict[str, list[Rule]] = {}
        self.decided_at: dict[str, None] = {}
        self.gaps: dict[str, str] = {}
        self._group()

    def _entries(self) -> Iterator[tuple[t.ItemT, Site]]:
        for place in self.places:
            site = Site(place, self.file, self.diagnostics, self.vocabulary)
            for passage in place.passages:
                for item in passage.items:
                    yield from self._chosen(item, site)

    def _chosen(self, item: t.ItemT, site: Site) -> Iterator[tuple[t.ItemT, Site]]:
        if isinstance(item, t.ReadingItem):
            if self.readings.get(item.point.text) == item.name.text:
                for inner in item.items:
                    yield from self._chosen(inner, site)
        else:
            yield item, site

    def _group(self) -> None:
        for item, site in self.entries:
            try:
                if isinstance(item, t.DefinitionItem):
                    concept = site.concept(item.name, ("definition",))
                    self._definition_items.setdefault(concept, []).append((item, site))
                elif isinstance(item, t.FlowItem):
                    concept = site.concept(item.name, ("flow",))
                    self._flow_items.setdefault(concept, []).append((item, site))
                elif isinstance(item, t.RuleItem):
                    concept = site.concept(item.decision, ("decision",))
                    self.decisions.setdefault(concept, [])
            except Abandoned:
                continue

    # ---- the whole

    def rule_set(
        self, law: str, law_hash: str, citations: Mapping[str, Mapping[str, str]]
    ) -> RuleSet:
        """Everything that could be elaborated; what could not has been reported."""
        definitions = {}
        for concept, items in self._definition_items.items():
            definition = self._definition(concept, items)
            if definition is not None:
                definitions[concept] = definition
            else:
                self.vocabulary.lost.add(concept)
        deep = too_deep(definitions)
        if deep is not None:
            chain, where = self._definition_items[deep][0]
            where.fail("chain_too_long", chain.name.span, name=chain.name.text)
        norms, permissions = [], []
        for item, site in self.entries:
            try:
                if isinstance(item, t.NormItem):
                    condition = self._expressions(site).truth(item.forbidden, Scope(Names()))
                    norms.append(Norm(ref=site.ref, forbidden=condition))
                elif isinstance(item, t.PermissionItem):
                    condition = self._expressions(site).truth(item.permitted, Scope(Names()))
                    permissions.append(Permission(ref=site.ref, permitted=condition))
                elif isinstance(item, t.RuleItem):
                    self._enter_rule(item, site)
            except Abandoned:
                if isinstance(item, t.RuleItem) and item.decision.text in self.vocabulary.words:
                    self.vocabulary.lost.add(self.vocabulary.words[item.decision.text])
        flows = {}
        for concept, flow_items in self._flow_items.items():
            flow = self._flow(concept, flow_items)
            if flow is not None:
                flows[concept] = flow
            else:
                self.vocabulary.lost.add(concept)
        self._check_flows(flows)
        concepts = self.vocabulary.glossary.concepts
        return RuleSet(
            law=law,
            language=self.vocabulary.language,
            law_hash=law_hash,
            readings=dict(sorted(self.readings.items())),
            supplements=(),
            paragraphs={
                place.ref: Paragraph(
                    ref=place.ref, citations=dict(citations[place.ref]), text=place.text
                )
                for place in self.places
            },
            terms={
                concept.id: concept.term(self.vocabulary.language) for concept in concepts.values()
            },
            sets=self.vocabulary.sets,
            records=self.vocabulary.records,
            states=self.vocabulary.states,
            parameters=self.vocabulary.parameters,
            roles=tuple(self.vocabulary.roles),
            definitions=definitions,
            norms=tuple(norms),
            permissions=tuple(permissions),
            decisions={concept: tuple(rules) for concept, rules in self.decisions.items()},
            flows=flows,
        )

    def _expressions(self, site: Site) -> Expressions:
        return Expressions(site, self)

    def precedence(self, references: tuple[t.Reference, ...], site: Site) -> tuple[str, ...]:
        """Short references of places that exist."""
        found = []
        for reference in references:
            ref = short(reference.path)
            if ref not in self.refs:
                near = closest(ref, self.refs)
                cited = next((p.citation for p in self.places if p.ref == near), None)
                raise site.fail(
                    "reference_nowhere",
                    reference.span,
                    cited,
                    reference=language(self.vocabulary.language).cite(reference.path),
                )
            found.append(ref)
        return tuple(found)

    # ---- definitions

    def signature(self, definition: str, asked: t.Name, site: Site) -> Signature:
        """Parameters and result type of a definition, found when first asked for."""
        if definition in self._signatures:
            return self._signatures[definition]
        items = self._definition_items.get(definition)
        if not items:
            raise site.undeclared(asked, "definition")
        if definition in self._failed:
            raise Abandoned()
        if definition in self._open:
            raise site.fail("circular_definition", asked.span, name=asked.text)
        if len(self._open) == _MOST_OPEN:
            raise site.fail("chain_too_long", asked.span, name=asked.text)
        self._open.append(definition)
        try:
            signature = self._find_signature(definition, items)
        except Abandoned:
            self._failed.add(definition)
            raise
        except RecursionError:
            self._failed.add(definition)
            raise site.fail("chain_too_long", asked.span, name=asked.text) from None
        finally:
            self._open.pop()
        self._signatures[definition] = signature
        return signature

    def _find_signature(
        self, definition: str, items: list[tuple[t.DefinitionItem, Site]]
    ) -> Signature:
        first, site = items[0]
        parameters = self._parameters(first.parameters, site)
        for item, item_site in items:
            if item.type is not None:
                return parameters, resolve_type(item.type, item_site)
        joined: Type | Nil = NIL
        for index, (item, item_site) in enumerate(items):
            scope = self._parameter_scope(parameters, item, item_site)
            _, found = self._expressions(item_site).infer(item.value, scope)
            both = found if index == 0 else join(joined, found)
            if both is None:
                raise item_site.fail("cases_differ", item.span, name=item.name.text)
            joined = both
        if isinstance(joined, Nil):
            raise site.fail("type_unknown", first.span)
        return parameters, joined

    def _parameters(self, trees: tuple[t.ParameterTree, ...], site: Site) -> tuple[Parameter, ...]:
        return tuple(
            Parameter(name=tree.name.text, type=resolve_type(tree.type, site)) for tree in trees
        )

    def _parameter_scope(
        self,
        parameters: tuple[Parameter, ...],
        item: t.DefinitionItem | t.FlowItem,
        site: Site,
        names: Names | None = None,
    ) -> Scope:
        """The parameters under the names this item gives them, bound to the first item's names."""
        own = self._parameters(item.parameters, site)
        if tuple(p.type for p in own) != tuple(p.type for p in parameters):
            raise site.fail("parameters_differ", item.name.span, name=item.name.text)
        names = names or Names()
        names.used.update(p.name for p in parameters)
        for tree in item.parameters:
            self._expressions(site).check_free(tree.name)
        variables = {
            mine.name: (shared.name, shared.type)
            for mine, shared in zip(own, parameters, strict=True)
        }
        return Scope(names, variables)

    def _definition(
        self, concept: str, items: list[tuple[t.DefinitionItem, Site]]
    ) -> Definition | None:
        first, first_site = items[0]
        try:
            parameters, result = self.signature(concept, first.name, first_site)
        except Abandoned:
            return None
        cases = []
        for item, site in items:
            try:
                cases.append(self.case(item, site, parameters, result))
            except Abandoned:
                continue
        always = sum(item.guard is None for item, _ in items)
        ranked = any(case.departs_from or case.yields_to for case in cases)
        if len(items) > 1 and always and (always > 1 or not ranked):
            first_site.fail("case_without_condition", first.name.span, name=first.name.text)
        return Definition(id=concept, parameters=parameters, type=result, cases=tuple(cases))

    def case(
        self,
        item: t.DefinitionItem,
        site: Site,
        parameters: tuple[Parameter, ...],
        result: Type,
    ) -> Case:
        """One case of a definition; raises ``Abandoned``."""
        scope = self._parameter_scope(parameters, item, site)
        expressions = self._expressions(site)
        guard = None if item.guard is None else expressions.truth(item.guard, scope)
        value = expressions.typed(item.value, scope, result)
        return Case(
            ref=site.ref,
            guard=guard,
            value=value,
            departs_from=self.precedence(item.precedence.departs_from, site),
            yields_to=self.precedence(item.precedence.yields_to, site),
            supplement=site.supplement,
        )

    # ---- rules and flows

    def _enter_rule(self, item: t.RuleItem, site: Site) -> None:
        self.decisions[site.concept(item.decision, ("decision",))].append(self.rule(item, site))

    def rule(self, item: t.RuleItem, site: Site) -> Rule:
        """One rule of a decision; raises ``Abandoned``."""
        scope = Scope(Names())
        statements = Statements(site, self, None)
        guard, body = statements.guarded(
            item.guard, lambda: statements.block(item.body, scope), scope
        )
        return Rule(
            decision=site.concept(item.decision, ("decision",)),
            ref=site.ref,
            guard=guard,
            body=body,
            departs_from=self.precedence(item.precedence.departs_from, site),
            yields_to=self.precedence(item.precedence.yields_to, site),
            supplement=site.supplement,
        )

    def flow_signature(self, flow: str, asked: t.Name, site: Site) -> FlowSignature:
        items = self._flow_items.get(flow)
        if not items:
            raise site.undeclared(asked, "flow")
        first, first_site = items[0]
        parameters = self._parameters(first.parameters, first_site)
        for flow_item, item_site in items:
            if flow_item.result is not None:
                return parameters, resolve_type(flow_item.result, item_site)
        return parameters, None

    def decided(self, decision: str, asked: t.Name, site: Site) -> None:
        self.decided_at[decision] = None
        if decision not in self.decisions:
            raise site.undeclared(asked, "decision")

    def gap_stated(self, gap: str, asked: t.Name, site: Site) -> None:
        self.gaps[gap] = site.ref

    def _flow(self, concept: str, items: list[tuple[t.FlowItem, Site]]) -> Flow | None:
        names = Names()
        try:
            head, head_site = items[0]
            parameters, result = self.flow_signature(concept, head.name, head_site)
        except Abandoned:
            return None
        parts = []
        bound: dict[str, tuple[str, Type]] = {}
        for flow_item, site in items:
            try:
                own = self._parameter_scope(parameters, flow_item, site, names)
                scope = Scope(names, {**bound, **own.variables})
                body, after = Statements(site, self, result).sequence(flow_item.body, scope)
                bound = after.variables
                parts.append(Part(ref=site.ref, body=body))
            except Abandoned:
                return None
        return Flow(id=concept, parameters=parameters, result=result, parts=tuple(parts))

    def _check_flows(self, flows: dict[str, Flow]) -> None:
        recursive = recursion(flows, self.decisions)
        if recursive is not None and recursive.startswith("?"):
            self._fail_at_rule("recursive_decision", recursive.removeprefix("?"))
        elif recursive is not None:
            flow_item, site = self._flow_items[recursive][0]
            site.fail("recursive_flow", flow_item.name.span, name=flow_item.name.text)
        long = too_long(flows, self.decisions)
        if long is not None:
            flow_item, site = self._flow_items[long][0]
            name = flow_item.name
            site.fail("too_many_steps", name.span, name=name.text, limit=str(MOST_STEPS))
        # What was left out for its mistakes might have come to the decision.
        for decision in self.decisions if not self.vocabulary.lost else ():
            if decision not in self.decided_at:
                self._fail_at_rule("never_decided", decision)

    def _fail_at_rule(
        self, code: Literal["never_decided", "recursive_decision"], decision: str
    ) -> None:
        """Report ``code`` at the first rule of ``decision``."""
        for item, site in self.entries:
            if (
                isinstance(item, t.RuleItem)
                and self.vocabulary.words.get(item.decision.text) == decision
            ):
                site.fail(code, item.decision.span, name=item.decision.text)
                break
