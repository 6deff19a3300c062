"""Statements: names resolved, choices given their sets, readings chosen."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from compiler import tree as t
from compiler.elaborate.expressions import Expressions, Signatures
from compiler.elaborate.scope import Scope
from compiler.elaborate.typing import MOST_VALUE, plain
from compiler.elaborate.vocabulary import Abandoned, Site
from runtime.ruleset import expressions as e
from runtime.ruleset import statements as s
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import Parameter
from runtime.ruleset.types import Type

Elaborated = tuple[tuple[s.Stmt, ...], Scope]
Body = TypeVar("Body")


class Flows(Signatures, Protocol):
    """What flows and decisions are known, and which readings are chosen."""

    readings: Mapping[str, str]

    def flow_signature(
        self, flow: str, asked: t.Name, site: Site
    ) -> tuple[tuple[Parameter, ...], Type | None]: ...

    def decided(self, decision: str, asked: t.Name, site: Site) -> None: ...

    def gap_stated(self, gap: str, asked: t.Name, site: Site) -> None: ...


class Statements:
    """Elaborates the statements of one place.

    ``result`` is the type that ``result`` statements must give, None outside of
    a flow that yields something.
    """

    def __init__(self, site: Site, flows: Flows, result: Type | None) -> None:
        self.site = site
        self.flows = flows
        self.result = result
        self.expressions = Expressions(site, flows)

    def block(self, trees: tuple[t.StatementT, ...], scope: Scope) -> tuple[s.Stmt, ...]:
        """The statements of a block; a mistake costs only the statement it is in."""
        statements, _ = self.sequence(trees, scope)
        return statements

    def sequence(self, trees: tuple[t.StatementT, ...], scope: Scope) -> Elaborated:
        """A block, and the scope after it. Raises ``Abandoned`` at its end if any part failed."""
        done: list[s.Stmt] = []
        failed = False
        for tree in trees:
            method: Callable[[Any, Scope], Elaborated] = getattr(self, f"_{tree.kind}")
            try:
                statements, scope = method(tree, scope)
                done.extend(statements)
            except Abandoned:
                failed = True
                scope = self._bind_blindly(tree, scope)
        if failed:
            raise Abandoned()
        return tuple(done), scope

    def _bind_blindly(self, tree: t.StatementT, scope: Scope) -> Scope:
        """The scope after a failed statement: what it would have bound is not reported again."""
        names: tuple[t.Name, ...] = ()
        if isinstance(tree, (t.ChooseStatement, t.LotStatement)):
            names = tree.binder.names
        elif isinstance(tree, t.RollStatement):
            names = tree.names
        elif isinstance(tree, t.LetStatement):
            names = (tree.name,)
        elif isinstance(tree, t.CallStatement) and tree.result is not None:
            names = (tree.result,)
        if any(name.text not in scope.variables for name in names):
            raise Abandoned()
        return scope

    def _at(self) -> dict[str, Any]:
        return {"ref": self.site.ref, "supplement": self.site.supplement}

    # ---- state

    def _assign(self, tree: t.AssignStatement, scope: Scope) -> Elaborated:
        each, inner = None, scope
        if tree.each is not None:
            each, inner = self.expressions.binder(tree.each, scope)
        updates = tuple(self._update(update, inner) for update in tree.updates)
        return (s.Assign(updates=updates, each=each, **self._at()),), scope

    def _update(self, tree: t.UpdateTree, scope: Scope) -> s.Update:
        target = tree.target
        concept = self.site.concept(target.name, ("state",))
        state = self.site.vocabulary.states.get(concept)
        if state is None:
            raise self.site.undeclared(target.name, "state")
        read, _ = self.expressions.infer(target, scope)
        assert isinstance(read, e.Read)
        value = self.expressions.typed(tree.value, scope, state.type)
        return s.Update(state=concept, arguments=read.arguments, value=value)

    def _let(self, tree: t.LetStatement, scope: Scope) -> Elaborated:
        value, type_ = self.expressions.settled(tree.value, scope)
        self.expressions.check_free(tree.name)
        scope, name = scope.bind(tree.name.text, type_)
        return (s.Let(name=name, type=type_, value=value, **self._at()),), scope

    # ---- choices

    def _choose(self, tree: t.ChooseStatement, scope: Scope) -> Elaborated:
        by: s.Chooser = s.ByNobody() if tree.actor is None else self._actor(tree.actor, scope)
        domain, item = self.expressions.selection(tree.binder, scope)
        default = None
        if tree.default is not None:
            default = self.expressions.typed(tree.default, scope, item)
        self.expressions.check_free(tree.binder.names[0])
        inner, name = scope.bind(tree.binder.names[0].text, item)
        body = self.block(tree.body, inner) if tree.optional else ()
        choose = s.Choose(
            name=name,
            type=item,
            domain=domain,
            by=by,
            optional=tree.optional,
            body=body,
            default=default,
            **self._at(),
        )
        return (choose,), scope if tree.optional else inner

    def _role(self, tree: t.NameExpr, scope: Scope) -> str | None:
        """The role that the name stands for, if it stands for one."""
        words, concepts = self.site.vocabulary.words, self.site.vocabulary.glossary.concepts
        concept = words.get(tree.name.text)
        is_role = concept is not None and concepts[concept].kind == "role"
        if tree.name.text not in scope.variables and is_role and concept is not None:
            if concept not in self.site.vocabulary.roles:
                raise self.site.undeclared(tree.name, "role")
            return concept
        return None

    def _actor(self, tree: t.NameExpr, scope: Scope) -> s.ByActor:
        role = self._role(tree, scope)
        if role is not None:
            return s.ByActor(role=role)
        expression, found = plain(*self.expressions.infer(tree, scope))
        if not isinstance(found, ty.Element):
            raise self.site.fail("not_an_actor", tree.span, found=self.site.describe(found))
        return s.ByActor(element=expression)

    def _roll(self, tree: t.RollStatement, scope: Scope) -> Elaborated:
        domain, item = self.expressions.values(tree.source, scope)
        rolls = []
        for written in tree.names:
            self.expressions.check_free(written)
            scope, name = scope.bind(written.text, item)
            by = s.ByChance(stream="dice")
            rolls.append(s.Choose(name=name, type=item, domain=domain, by=by, **self._at()))
        return tuple(rolls), scope

    def _lot(self, tree: t.LotStatement, scope: Scope) -> Elaborated:
        domain, item = self.expressions.selection(tree.binder, scope)
        self.expressions.check_free(tree.binder.names[0])
        scope, name = scope.bind(tree.binder.names[0].text, item)
        by = s.ByChance(stream="lots")
        return (s.Choose(name=name, type=item, domain=domain, by=by, **self._at()),), scope

    # ---- order

    def _each(self, tree: t.EachStatement, scope: Scope) -> Elaborated:
        domain, item = self.expressions.selection(tree.binder, scope)
        until = None if tree.until is None else self.expressions.truth(tree.until, scope)
        self.expressions.check_free(tree.binder.names[0])
        inner, name = scope.bind(tree.binder.names[0].text, item)
        each = s.Each(
            name=name,
            item=item,
            domain=domain,
            order=tree.order,
            until=until,
            body=self.block(tree.body, inner),
            **self._at(),
        )
        return (each,), scope

    def _repeat(self, tree: t.RepeatStatement, scope: Scope) -> Elaborated:
        if tree.times is not None and tree.times > MOST_VALUE:
            raise self.site.fail("number_too_large", tree.span, limit=str(MOST_VALUE))
        until = None
        if tree.until is None:
            body = self.block(tree.body, scope)
        else:
            until, body = self.guarded(tree.until, lambda: self.block(tree.body, scope), scope)
        return (s.Repeat(times=tree.times, until=until, body=body, **self._at()),), scope

    def guarded(
        self, condition: t.ExprT, body: Callable[[], Body], scope: Scope
    ) -> tuple[e.Expr, Body]:
        """A condition and what it guards; mistakes in both are reported. Raises ``Abandoned``."""
        try:
            guard = self.expressions.truth(condition, scope)
        except Abandoned:
            body()
            raise
        return guard, body()

    def _when(self, tree: t.WhenStatement, scope: Scope) -> Elaborated:
        def branches() -> tuple[tuple[s.Stmt, ...], tuple[s.Stmt, ...]]:
            return self.block(tree.then, scope), self.block(tree.otherwise, scope)

        condition, (then, otherwise) = self.guarded(tree.condition, branches, scope)
        when = s.If(condition=condition, then=then, otherwise=otherwise, **self._at())
        return (when,), scope

    def _reading(self, tree: t.ReadingStatement, scope: Scope) -> Elaborated:
        if self.flows.readings.get(tree.point.text) != tree.name.text:
            return (), scope
        return self.sequence(tree.body, scope)

    # ---- flow

    def _decide(self, tree: t.DecideStatement, scope: Scope) -> Elaborated:
        decision = self.site.concept(tree.decision, ("decision",))
        self.flows.decided(decision, tree.decision, self.site)
        return (s.Decide(decision=decision, **self._at()),), scope

    def _call(self, tree: t.CallStatement, scope: Scope) -> Elaborated:
        flow = self.site.concept(tree.target.name, ("flow",))
        parameters, result = self.flows.flow_signature(flow, tree.target.name, self.site)
        given = tree.target.arguments or ()
        if len(given) != len(parameters):
            wanted = tuple(parameter.type for parameter in parameters)
            raise self.site.wrong_arity(tree.target.name, tree.span, len(given), wanted)
        arguments = tuple(
            self.expressions.typed(argument, scope, parameter.type)
            for argument, parameter in zip(given, parameters, strict=True)
        )
        name = None
        if tree.result is not None:
            if result is None:
                raise self.site.fail("no_result", tree.span, name=tree.target.name.text)
            self.expressions.check_free(tree.result)
            scope, name = scope.bind(tree.result.text, result)
        return (s.Call(flow=flow, arguments=arguments, result=name, **self._at()),), scope

    def _result(self, tree: t.ResultStatement, scope: Scope) -> Elaborated:
        if self.result is None:
            raise self.site.fail("stray_result", tree.span)
        value = self.expressions.typed(tree.value, scope, self.result)
        return (s.Return(value=value, **self._at()),), scope

    def _announce(self, tree: t.AnnounceStatement, scope: Scope) -> Elaborated:
        shown = [self.expressions.settled(value, scope) for value in tree.values]
        values = tuple(s.Shown(value=value, type=type_) for value, type_ in shown)
        to = None if tree.to is None else self._audience(tree.to, scope)
        duration = None
        if tree.duration is not None:
            duration, _ = self.expressions.number(tree.duration, scope)
        announce = s.Announce(text=tree.text, values=values, to=to, duration=duration, **self._at())
        return (announce,), scope

    def _audience(self, tree: t.ExprT, scope: Scope) -> s.Audience:
        """A role, a member of a set, or some of its members."""
        role = self._role(tree, scope) if isinstance(tree, t.NameExpr) else None
        if role is not None:
            return s.Audience(role=role)
        members, found = plain(*self.expressions.infer(tree, scope))
        if isinstance(found, ty.Element):
            return s.Audience(set=found.set, members=e.SetDisplay(item=found, items=(members,)))
        if isinstance(found, ty.SetOf) and isinstance(found.item, ty.Element):
            return s.Audience(set=found.item.set, members=members)
        raise self.site.fail("not_an_actor", tree.span, found=self.site.describe(found))

    def _end(self, tree: t.EndStatement, scope: Scope) -> Elaborated:
        outcome = self.site.concept(tree.outcome, ("state", "outcome"))
        state = self.site.vocabulary.states.get(outcome)
        if state is not None and state.domain:
            raise self.site.fail("outcome_with_arguments", tree.span, name=tree.outcome.text)
        return (s.End(outcome=outcome, **self._at()),), scope

    def _gap(self, tree: t.GapStatement, scope: Scope) -> Elaborated:
        gap = self.site.concept(tree.gap, ("gap",))
        self.flows.gap_stated(gap, tree.gap, self.site)
        return (s.StatedGap(gap=gap, reason=tree.reason, **self._at()),), scope

    def _again(self, tree: t.AgainStatement, scope: Scope) -> Elaborated:
        return (s.Again(**self._at()),), scope
