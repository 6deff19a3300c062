"""Assignments and bindings in a row, followed over unknown values and played by the interpreter."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from runtime.graph import AssignNode, DoneNode, Graph, LetNode
from runtime.interpreter import Game
from runtime.ruleset import statements as s
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import Flow, Parameter, Part, RuleSet
from runtime.serialise import store_as_json
from verify.compare.concrete import Hole
from verify.execute import Executor, Policy
from verify.limits import Named
from verify.paths import Path
from verify.translate import Env, Translator

_SEGMENT = "segment"


def after_segment(translator: Translator, env: Env, body: Sequence[s.Stmt]) -> Path:
    """Where the statements (assignments and bindings only) lead from the translator's store.

    The path's conditions say where they are defined and lawful.
    """
    nodes: list[AssignNode | LetNode | DoneNode] = []
    for position, statement in enumerate(body):
        if isinstance(statement, s.Assign):
            nodes.append(
                AssignNode(statement.ref, None, statement.updates, statement.each, position + 1)
            )
        elif isinstance(statement, s.Let):
            nodes.append(
                LetNode(
                    statement.ref,
                    None,
                    statement.name,
                    statement.type,
                    statement.value,
                    False,
                    position + 1,
                )
            )
    nodes.append(DoneNode("", None))
    graph = Graph(_SEGMENT, (), None, 0, tuple(nodes))
    executor = Executor(translator.scope, graph, Policy(), translator)
    path = Path(0, translator.store, env)
    while not isinstance(graph.nodes[path.node], DoneNode):
        following = list(executor.step(path))
        if not following:
            never = Named(None, False)
            return replace(path, conditions=(*path.conditions, never))
        path = following[0]
    return path


def play_segment(
    rules: RuleSet,
    sizes: Mapping[str, int],
    store: Mapping[str, tuple[Any, ...]],
    parameters: Mapping[str, Any],
    body: Sequence[s.Stmt],
    values: Mapping[str, tuple[ty.Type, Any]],
) -> Any:
    """The store that the interpreter makes of ``body``.

    A :class:`Hole` where it is undefined or not lawful.
    """
    flow = Flow(
        id=_SEGMENT,
        parameters=tuple(Parameter(name=name, type=type_) for name, (type_, _) in values.items()),
        result=None,
        parts=(Part(ref=body[0].ref, body=tuple(body)),) if body else (),
    )
    bare = rules.model_copy(update={"flows": {_SEGMENT: flow}, "decisions": {}})
    game = Game(bare, _SEGMENT, sizes, parameters)
    arguments = {name: value for name, (_, value) in values.items()}
    advance = game.initial(game.layout.initial(store), arguments)
    ending = advance.state.ending
    if ending is not None and ending.kind != "done":
        return Hole(ending.kind)
    return store_as_json(game.layout, advance.state.store)
