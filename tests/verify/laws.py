"""Small laws for the tests of the verifier, and short names to write them with.

``contest`` places pieces and tokens on a board by dice; then passes of counting
strike out the pieces with the fewest tokens until one has more than half.
"""

from runtime.ruleset import expressions as ex
from runtime.ruleset import statements as st
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import (
    Case,
    DeclaredRecord,
    DeclaredSet,
    Definition,
    Flow,
    Norm,
    Paragraph,
    Parameter,
    Part,
    RecordField,
    Rule,
    RuleSet,
    StateVariable,
)

PIECE = ty.Element(set="piece")
TOKEN = ty.Element(set="token")
SPOT = ty.Record(record="spot")
DIE = ty.Number(low=1, high=6)


def n(value):
    return ex.NumberConstant(value=value)


def v(name):
    return ex.Variable(name=name)


def read(state, *arguments):
    return ex.Read(state=state, arguments=arguments)


def call(definition, *arguments):
    return ex.Apply(definition=definition, arguments=arguments)


def op(left, operator, right):
    return ex.Binary(operator=operator, left=left, right=right)


def neg(item):
    return ex.Unary(operator="not", item=item)


def every_of(name):
    return ex.AllOf(set=name)


def among(name, of, condition=None, order=(), *, distinct=False):
    names = tuple(name.split())
    return ex.Binder(
        names=names,
        item=ty.Element(set=of),
        domain=every_of(of),
        distinct=distinct,
        condition=condition,
        order=order,
    )


def smallest(key):
    return ex.Criterion(direction="smallest", key=key)


def column(item):
    return ex.FieldOf(record="spot", field="column", item=item)


def row(item):
    return ex.FieldOf(record="spot", field="row", item=item)


def value(item):
    return ex.Unwrap(item=item)


def absolute(item):
    return ex.Unary(operator="absolute", item=item)


def steps(combine):
    """A distance between two spots."""
    parts = tuple(absolute(op(field(v("a")), "subtract", field(v("b")))) for field in (column, row))
    if combine == "sum":
        body = op(parts[0], "add", parts[1])
    else:
        body = ex.MinMax(operator="max", items=parts)
    parameters = (Parameter(name="a", type=SPOT), Parameter(name="b", type=SPOT))
    return Definition(
        id=f"distance_{combine}",
        parameters=parameters,
        type=ty.Number(low=0, high=22),
        cases=(Case(ref="8.1", guard=None, value=body),),
    )


def remaining(name):
    return neg(read("out", v(name)))


def definitions():
    distance = tuple(
        smallest(
            call(
                f"distance_{combine}",
                value(read("token_spot", v("t"))),
                value(read("piece_spot", v("k"))),
            )
        )
        for combine in ("max", "sum")
    )
    nearest = Definition(
        id="nearest",
        parameters=(Parameter(name="t", type=TOKEN),),
        type=ty.Optional(item=PIECE),
        cases=(
            Case(
                ref="8.2",
                guard=None,
                value=ex.The(
                    binder=among("k", "piece", remaining("k"), distance),
                    otherwise=ex.Nothing(),
                ),
            ),
        ),
    )
    votes = Definition(
        id="votes",
        parameters=(Parameter(name="p", type=PIECE),),
        type=ty.Number(low=0, high=24),
        cases=(
            Case(
                ref="8.1",
                guard=None,
                value=ex.Count(
                    binder=among("u", "token", op(read("vote", v("u")), "equal", v("p")))
                ),
            ),
        ),
    )
    return {d.id: d for d in (steps("max"), steps("sum"), nearest, votes)}


def placing(variable, ref, target):
    """Four dice, two pairs, and the spot they make."""
    dice = tuple(
        st.Choose(
            ref=ref,
            name=f"{variable}{letter}",
            type=DIE,
            domain=ex.Interval(low=n(1), high=n(6)),
            by=st.ByChance(),
        )
        for letter in "wxyz"
    )
    w, x, y, z = (v(f"{variable}{letter}") for letter in "wxyz")
    pairings = tuple(
        ex.MakeRecord(record="spot", items=(op(a, "add", b), op(c, "add", d)))
        for a, b, c, d in (
            (w, x, y, z),
            (w, y, x, z),
            (w, z, x, y),
            (x, y, w, z),
            (x, z, w, y),
            (y, z, w, x),
        )
    )
    pick = st.Choose(
        ref=ref,
        name=f"{variable}f",
        type=SPOT,
        domain=ex.SetDisplay(item=SPOT, items=pairings),
        by=st.ByNobody(),
    )
    put = st.Assign(
        ref=ref,
        updates=(st.Update(state=target, arguments=(v(variable),), value=v(f"{variable}f")),),
    )
    return (*dice, pick, put)


def in_turn(ref, name, of, body):
    return st.Each(
        ref=ref,
        name=name,
        item=ty.Element(set=of),
        domain=every_of(of),
        order="in_turn",
        body=body,
    )


CLASH = ex.Quantified(
    quantifier="some",
    binder=among("i j", "piece", distinct=True),
    body=op(
        op(
            ex.IsSet(item=read("piece_spot", v("i"))),
            "and",
            ex.IsSet(item=read("piece_spot", v("j"))),
        ),
        "and",
        op(read("piece_spot", v("i")), "equal", read("piece_spot", v("j"))),
    ),
)
"""Two pieces on one spot."""

LEFT = ex.Count(binder=among("m", "piece", remaining("m")))
"""How many pieces are not out."""


def vote_again(ref):
    """Every token votes for the nearest piece and moves to it."""
    nearest = call("nearest", v("t"))
    moved = ex.IfThenElse(
        condition=ex.IsSet(item=nearest),
        then=read("piece_spot", value(nearest)),
        otherwise=read("token_spot", v("t")),
    )
    return st.Assign(
        ref=ref,
        each=among("t", "token"),
        updates=(
            st.Update(state="vote", arguments=(v("t"),), value=nearest),
            st.Update(state="token_spot", arguments=(v("t"),), value=moved),
        ),
    )


def contest(*, pieces=(2, 4), tokens=24, norm=True, strike=True, elect=True):
    """The law; without ``norm``, ``strike`` or ``elect`` it is broken in that place."""
    most = op(call("votes", v("k")), "greater", n(tokens // 2))
    somebody = ex.Quantified(
        quantifier="some", binder=among("k", "piece", remaining("k")), body=most
    )
    fewest = among("l", "piece", remaining("l"), (smallest(call("votes", v("l"))),))
    out = st.Assign(
        ref="10.1",
        each=fewest,
        updates=(st.Update(state="out", arguments=(v("l"),), value=ex.TruthConstant(value=True)),),
    )
    nobody = st.If(
        ref="10.1",
        condition=op(LEFT, "equal", n(0)),
        then=(st.StatedGap(ref="10.1", gap="nobody_left", reason="nobody is left"),),
    )
    rules = [
        Rule(
            decision="after",
            ref="10.1",
            guard=neg(somebody),
            body=(*((out, nobody) if strike else ()), vote_again("10.2")),
        )
    ]
    if elect:
        rules.insert(
            0,
            Rule(decision="after", ref="9", guard=somebody, body=(st.End(ref="9", outcome="won"),)),
        )
    paragraphs = ("3.1", "3.2", "4.1", "5.3", "6", "7", "8.1", "8.2", "9", "10.1", "10.2")
    counting = Flow(
        id="counting",
        parameters=(),
        result=None,
        parts=(
            Part(
                ref="8.1",
                body=(
                    vote_again("8.1"),
                    st.Repeat(ref="9", body=(st.Decide(ref="9", decision="after"),)),
                ),
            ),
        ),
    )
    play = Flow(
        id="play",
        parameters=(),
        result=None,
        parts=(
            Part(ref="6", body=(in_turn("6", "p", "piece", placing("p", "6", "piece_spot")),)),
            Part(ref="7", body=(in_turn("7", "q", "token", placing("q", "7", "token_spot")),)),
            Part(ref="8.1", body=(st.Call(ref="8.1", flow="counting"),)),
        ),
    )
    fields = tuple(RecordField(id=name, low=2, high=12) for name in ("column", "row"))
    states = (
        StateVariable(id="piece_spot", ref="3.1", domain=("piece",), type=ty.Optional(item=SPOT)),
        StateVariable(id="token_spot", ref="3.2", domain=("token",), type=ty.Optional(item=SPOT)),
        StateVariable(id="vote", ref="8.1", domain=("token",), type=ty.Optional(item=PIECE)),
        StateVariable(id="out", ref="10.1", domain=("piece",), type=ty.Truth()),
    )
    return RuleSet(
        law="contest",
        language="en",
        law_hash="0" * 64,
        readings={},
        supplements=(),
        paragraphs={ref: Paragraph(ref=ref, citations={"en": ref}, text="") for ref in paragraphs},
        terms={},
        sets={
            "piece": DeclaredSet(id="piece", ref="3.1", low=pieces[0], high=pieces[1]),
            "token": DeclaredSet(id="token", ref="3.2", low=tokens, high=tokens),
        },
        records={"spot": DeclaredRecord(id="spot", ref="4.1", fields=fields)},
        states={state.id: state for state in states},
        parameters={},
        roles=(),
        definitions=definitions(),
        norms=(Norm(ref="5.3", forbidden=CLASH),) if norm else (),
        permissions=(),
        decisions={"after": tuple(rules)},
        flows={flow.id: flow for flow in (counting, play)},
    )
