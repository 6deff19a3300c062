"""Where a comparison could say "equal" of what differs, or find a difference where there is none."""

from pathlib import Path

import pytest

from tests.verify.compare.garden import DE, EN, Garden
from verify.compare.table import compare_versions


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    return Garden(tmp_path)


# ---- definitions


SHARE_EN = "define share(n: 0..9): 0..9 when n {0} := {1}"
SHARE_DE = "begriff Anteil(n: 0..9): 0..9 wenn n {0} := {1}"


def test_cases_in_other_paragraphs_are_compared_as_a_whole(garden: Garden) -> None:
    en = {2: SHARE_EN.format("< 5", 1), 3: SHARE_EN.format(">= 5", 2)}
    moved = {2: SHARE_DE.format("< 5", 1), 4: SHARE_DE.format(">= 5", 2)}
    found = garden.compare(en, moved)
    assert [found[ref].relation for ref in "234"] == ["equal"] * 3
    assert found["3"].moved == (("share", "3, 4"),)
    other = {2: SHARE_DE.format("< 5", 1), 4: SHARE_DE.format(">= 5", 3)}
    found = garden.compare(en, other)
    assert [found[ref].relation for ref in "234"] == ["overlap"] * 3
    assert found["4"].differences[0].witness is not None


def test_a_case_that_one_version_lacks_leaves_more_open(garden: Garden) -> None:
    en = {2: SHARE_EN.format("< 5", 1), 3: SHARE_EN.format(">= 5", 2)}
    found = garden.compare(en, {2: SHARE_DE.format("< 5", 1)})
    assert (found["2"].relation, found["3"].relation) == ("equal", "first_narrower")


def test_precedence_matters_where_both_cases_apply(garden: Garden) -> None:
    en = {
        2: SHARE_EN.format("< 5", 1),
        3: "define share(n: 0..9): 0..9 when n > {0} departing from Art. 2 := 2",
    }
    de = {2: SHARE_DE.format("< 5", 1), 3: SHARE_DE.format("> {0}", 2)}

    def at(low: int) -> list[str]:
        found = garden.compare({2: en[2], 3: en[3].format(low)}, {2: de[2], 3: de[3].format(low)})
        return [found[ref].relation for ref in "23"]

    assert at(4) == ["equal", "equal"]
    assert at(3) == ["first_narrower", "first_narrower"]


def test_precedence_said_from_the_other_side_is_the_same(garden: Garden) -> None:
    en = {
        2: SHARE_EN.format("< 5", 1),
        3: "define share(n: 0..9): 0..9 when n > 2 departing from Art. 2 := 2",
    }
    de = {
        2: "begriff Anteil(n: 0..9): 0..9 wenn n < 5 vorbehalten Art. 3 := 1",
        3: SHARE_DE.format("> 2", 2),
    }
    assert set(garden.relations(en, de).values()) == {"equal"}


def test_two_cases_of_one_paragraph_that_apply_at_once_conflict(garden: Garden) -> None:
    en = {2: SHARE_EN.format("< 5", 1) + "\n" + SHARE_EN.format(">= 3", 1)}
    de = {2: SHARE_DE.format("< 5", 1) + "\n" + SHARE_DE.format(">= 5", 1)}
    (only,) = garden.compare(en, de)["2"].differences
    assert (only.aspect, only.first, only.second) == ("guard", "more than one", "yes")


def test_a_guard_may_be_undefined_where_the_other_fails(garden: Garden) -> None:
    en = {2: "define dry(p: plot): 0..9 when place(p).row = 1 := 1"}
    de = {2: "begriff trocken(p: Parzelle): 0..9 wenn Ort(p) gesetzt und Ort(p).Zeile = 1 := 1"}
    (only,) = garden.compare(en, de)["2"].differences
    assert (only.first, only.second) == ("undefined", "no")


def test_a_definition_that_both_have_is_compared_where_it_stands_only(garden: Garden) -> None:
    en = {2: "define share(n: 0..9) := n + 1", 3: "define thirst(p: plot) := share(water(p))"}
    de = {
        2: "begriff Anteil(n: 0..9) := n + 2",
        3: "begriff Durst(p: Parzelle) := Anteil(Wasser(p))",
    }
    assert garden.relations(en, de) == {"2": "disjoint", "3": "equal"}


def test_a_helping_definition_inside_a_shared_one_is_followed(garden: Garden) -> None:
    en = {
        2: "define wet(p: plot) := dry(p) > 2",
        3: "define dry(p: plot) := 9 - share(p)",
        4: "define share(p: plot) := water(p)",
    }
    same = {
        2: "begriff nass(p: Parzelle) := 9 - Durst(p) > 2",
        4: "begriff Anteil(p: Parzelle) := Wasser(p)",
        5: "begriff Durst(p: Parzelle) := Anteil(p)",
    }
    assert set(garden.relations(en, same).values()) == {"equal"}
    other = {**same, 5: "begriff Durst(p: Parzelle) := min(8, Anteil(p))"}
    found = garden.relations(en, other)
    assert (found["2"], found["4"]) == ("equal", "equal")  # 9 - 8 > 2 fails like 9 - 9 > 2
    other = {**same, 5: "begriff Durst(p: Parzelle) := max(7, Anteil(p))"}
    assert garden.relations(en, other)["2"] == "overlap"


def test_definitions_may_call_each_other_the_other_way_round(garden: Garden) -> None:
    en = {2: "define share(n: 0..9) := n + 1", 3: "define dry(n: 0..9) := share(n) - 1"}
    de = {2: "begriff Anteil(n: 0..9) := trocken(n) + 1", 3: "begriff trocken(n: 0..9) := n"}
    assert garden.relations(en, de) == {"2": "equal", "3": "equal"}


def test_values_of_another_kind_are_never_equal(garden: Garden) -> None:
    en = {2: "define share(p: plot): member or none := holder(p)"}
    de = {2: "begriff Anteil(p: Parzelle): 0..9 := Wasser(p)"}
    (only,) = garden.compare(en, de)["2"].differences
    assert only.aspect == "result"


def test_what_is_asked_of_other_things_is_not_compared_blindly(garden: Garden) -> None:
    en = {2: "define share(p: plot) := water(p)", 3: "define dry(p: plot) := share(p)"}
    de = {
        2: "begriff Anteil(p: Parzelle; n: 0..9) := Wasser(p) + n",
        3: "begriff trocken(p: Parzelle) := Anteil(p, 0)",
    }
    assert garden.relations(en, de) == {"2": "overlap", "3": "unsupported"}


def test_orders_of_preference_with_another_way_out(garden: Garden) -> None:
    en = {2: "define share(p, q: plot): plot := the plot r with smallest water(r), otherwise p"}
    de = {
        2: "begriff Anteil(p, q: Parzelle): Parzelle := die Parzelle r mit kleinstem Wasser(r), sonst q"
    }
    assert garden.relations(en, de)["2"] == "overlap"


# ---- what is bound and what is kept


def flows(en: str, de: str) -> tuple[dict[int, str], dict[int, str]]:
    def block(head: str, body: str) -> str:
        return head + "\n" + "\n".join(f"  {line}" for line in body.splitlines())

    return {2: block("flow season:", en)}, {2: block("ablauf Saison:", de)}


CHOICE_EN, CHOICE_DE = "open choice plot p\n", "offen gewählt Parzelle p\n"


def test_what_was_read_before_a_change_is_not_what_is_read_after_it(garden: Garden) -> None:
    en = "let x := tally\ntally := 3\n" + CHOICE_EN + "mark := x"
    de = "Zähler := 3\n" + CHOICE_DE + "Marke := Zähler"
    (only,) = garden.compare(*flows(en, de))["2"].differences
    assert only.aspect == "effect"
    assert only.witness is not None


def test_what_was_read_before_a_change_may_tell_what_is_read_after_it(garden: Garden) -> None:
    en = "let x := min(8, tally)\ntally := x + 1\n" + CHOICE_EN + "mark := x + 1"
    de = "Zähler := min(8, Zähler) + 1\n" + CHOICE_DE + "Marke := Zähler"
    assert garden.relations(*flows(en, de)) == {"2": "equal"}


def test_after_a_loop_nothing_is_taken_from_before_it(garden: Garden) -> None:
    loop_en = "repeat 2 times:\n  tally := min(9, tally + 1)\n"
    loop_de = "wiederhole 2 mal:\n  Zähler := min(9, Zähler + 1)\n"
    en = "let x := tally\n" + loop_en + "mark := x"
    assert garden.relations(*flows(en, loop_de + "Marke := Zähler")) == {"2": "overlap"}
    en = loop_en + "let x := tally\nmark := x"
    assert garden.relations(*flows(en, loop_de + "Marke := Zähler")) == {"2": "equal"}


def test_after_a_call_nothing_is_taken_from_before_it(garden: Garden) -> None:
    en, de = flows("let x := tally\nchore\nmark := x", "Arbeit\nMarke := Zähler")
    en[3], de[3] = "flow chore:\n  tally := 1", "ablauf Arbeit:\n  Zähler := 1"
    assert garden.relations(en, de) == {"2": "overlap", "3": "equal"}


def test_what_an_earlier_part_names_is_what_it_read(garden: Garden) -> None:
    en = {2: "flow season:\n  let x := tally\n  let y := mark", 3: "flow season:\n  tally := x"}
    swapped = {
        2: "ablauf Saison:\n  sei y := Marke\n  sei x := Zähler",
        3: "ablauf Saison:\n  Zähler := x",
    }
    assert set(garden.relations(en, swapped).values()) == {"equal"}
    crossed = {
        2: "ablauf Saison:\n  sei x := Marke\n  sei y := Zähler",
        3: "ablauf Saison:\n  Zähler := x",
    }
    assert garden.relations(en, crossed)["3"] == "overlap"
    unnamed = {2: "ablauf Saison:\n  sei y := Marke", 3: "ablauf Saison:\n  Zähler := Zähler"}
    assert garden.relations(en, unnamed)["3"] == "equal"


def test_a_paragraph_may_come_back_in_a_flow(garden: Garden) -> None:
    en = {2: "flow season:\n  tally := 1", 3: "flow season:\n  open choice plot p"}
    de = {2: "ablauf Saison:\n  Zähler := 1", 3: "ablauf Saison:\n  offen gewählt Parzelle p"}
    assert set(garden.relations(en, de).values()) == {"equal"}


def test_what_a_condition_says_is_known_under_it(garden: Garden) -> None:
    en = "if tally > 3:\n  mark := max(tally, 2)\notherwise:\n  mark := min(tally, 4)"
    de = "falls Zähler > 3:\n  Marke := Zähler\nsonst:\n  Marke := Zähler"
    assert garden.relations(*flows(en, de)) == {"2": "equal"}


def test_what_was_chosen_is_one_of_the_options(garden: Garden) -> None:
    en = "open choice plot p with water(p) > 3\nmark := max(water(p), 2)"
    de = "offen gewählt Parzelle p mit Wasser(p) > 3\nMarke := Wasser(p)"
    assert garden.relations(*flows(en, de)) == {"2": "equal"}


def test_members_without_names_are_alike_but_two_are_not_one(garden: Garden) -> None:
    en = "open choice plot p\nopen choice plot q\nwater(p) := 1"
    de = "offen gewählt Parzelle p\noffen gewählt Parzelle q\nWasser(q) := 1"
    assert garden.relations(*flows(en, de)) == {"2": "overlap"}


def test_members_that_are_compared_in_their_order_are_not_alike(garden: Garden) -> None:
    """Of the first member each of these is true; of the others it is not."""
    en = {2: "define share(m: member) := count(member n with n < m)"}
    assert garden.relations(en, {2: "begriff Anteil(m: Mitglied) := 0 * 1"})["2"] == "overlap"
    en, de = flows("in turn every member m:\n  tally := count(member n with n < m)", "")
    de[2] = "ablauf Saison:\n  der Reihe nach jedes Mitglied m:\n    Zähler := 0"
    assert garden.relations(en, de)["2"] == "overlap"
    some = "open choice m from (all member m with {})"
    en, de = flows(some.format("some member n with n < m"), "offen gewählt m aus Mitglied")
    assert garden.relations(en, de)["2"] == "first_narrower"


def test_members_with_names_in_one_version_are_not_alike(garden: Garden) -> None:
    en = {
        1: EN + "set tool: 2\nstate lent: tool or none",
        2: "flow season:\n  open choice tool t\n  lent := t",
    }
    de = {
        1: DE + "menge Werkzeug: Rechen, Spaten\nzustand Leihe: Werkzeug oder keines",
        2: "ablauf Saison:\n  offen gewählt Werkzeug t\n  Leihe := Rechen",
    }
    found = garden.relations(en, de)
    assert found == {"2": "overlap"}


# ---- helping flows


def test_a_helping_flow_is_followed_into(garden: Garden) -> None:
    en, de = flows("draw(2) yields n\nmark := n", "würfle a aus 1..6\nMarke := a + 2")
    en[3] = "flow draw(k: 0..9) yields 0..9:\n  roll a from 1..6\n  result min(9, a + k)"
    found = garden.compare(en, de)
    assert (found["2"].relation, found["3"].relation) == ("equal", "equal")
    en[3] = "flow draw(k: 0..9) yields 0..9:\n  roll a from 1..6\n  result max(3, a)"
    assert garden.relations(en, de)["2"] == "overlap"


def test_the_variables_of_a_helping_flow_are_its_own(garden: Garden) -> None:
    body = "let n := tally\nchore(1)\nmark := n"
    en, de = flows(body, "sei n := Zähler\nMarke := 1\nMarke := n")
    en[3] = "flow chore(n: 0..9):\n  mark := n"
    assert garden.relations(en, de)["2"] == "equal"


def test_a_helping_flow_that_ends_early_is_not_followed(garden: Garden) -> None:
    en, de = flows("draw yields n\nmark := n", "Marke := 1")
    en[3] = "flow draw yields 0..9:\n  if tally = 1:\n    result 1\n  result 2"
    assert garden.relations(en, de)["2"] == "unsupported"


def test_what_starts_over_in_a_helping_flow_is_not_what_starts_over_around_it(
    garden: Garden,
) -> None:
    """A rule starts the flow over in which is decided: here the helping one, there the other."""
    en = {2: "flow season:\n  mark := min(9, mark + 1)\n  chore\nflow chore:\n  decide weather"}
    de = {2: "ablauf Saison:\n  Marke := min(9, Marke + 1)\n  entscheide Wetter"}
    en[3] = "rule in decision weather when tally < 9:\n  tally := tally + 1\n  again"
    de[3] = "regel im Entscheid Wetter wenn Zähler < 9:\n  Zähler := Zähler + 1\n  nochmals"
    assert garden.relations(en, de) == {"2": "unsupported", "3": "equal"}


def test_a_flow_that_one_version_alone_has_and_nothing_calls_is_said_alone(garden: Garden) -> None:
    found = garden.compare({2: "flow season:\n  tally := 1"}, {2: ""})["2"]
    assert found.relation == "first_narrower"


# ---- norms


NORM_EN = "forbidden: two distinct plot p, q with place(p) is set and place(p) = place(q)"
NORM_DE = "verboten: zwei verschiedene Parzelle p, q mit Ort(p) gesetzt und Ort(p) = Ort(q)"


def test_a_norm_said_twice_is_still_one_the_other_lacks(garden: Garden) -> None:
    found = garden.relations({2: NORM_EN, 3: NORM_EN}, {2: "", 3: ""})
    assert found == {"2": "first_narrower", "3": "first_narrower"}


def test_a_norm_in_another_paragraph_is_the_same_norm(garden: Garden) -> None:
    found = garden.compare({2: NORM_EN, 3: ""}, {2: "", 3: NORM_DE})
    assert (found["2"].relation, found["3"].relation) == ("equal", "equal")
    assert found["2"].moved == (("norm", "2, 3"),)


def test_states_that_only_one_version_forbids_count_for_the_rest(garden: Garden) -> None:
    en = {2: NORM_EN, 3: "define share(p, q: plot) := count(plot r with place(r) = place(p))"}
    de = {
        2: "",
        3: "begriff Anteil(p, q: Parzelle) := anzahl(Parzelle r mit Ort(r) = Ort(p) und (r = p oder Ort(p) nicht gesetzt))",
    }
    assert garden.relations(en, de) == {"2": "first_narrower", "3": "overlap"}
    assert garden.relations(en, {**de, 2: NORM_DE}) == {"2": "equal", "3": "equal"}


def test_steps_through_a_forbidden_state_are_not_one_step(garden: Garden) -> None:
    swap_en = "open choice plot p with place(p) is set\nopen choice plot q with place(q) is set\n"
    swap_de = (
        "offen gewählt Parzelle p mit Ort(p) gesetzt\noffen gewählt Parzelle q mit Ort(q) gesetzt\n"
    )
    en, de = flows(
        swap_en + "place(p) := place(q), place(q) := place(p)",
        swap_de + "sei f := Ort(p)\nOrt(p) := Ort(q)\nOrt(q) := f",
    )
    assert garden.relations(en, de) == {"2": "equal"}
    found = garden.compare({**en, 3: NORM_EN}, {**de, 3: NORM_DE})
    assert (found["2"].relation, found["3"].relation) == ("overlap", "equal")
    assert found["2"].differences[0].second == "conflict"


def test_norms_that_nothing_keeps_prove_nothing(garden: Garden) -> None:
    en = {2: "forbidden: tally >= 0", 3: "define share(p: plot) := water(p)"}
    de = {2: "verboten: Zähler >= 0", 3: "begriff Anteil(p: Parzelle) := 1"}
    assert garden.relations(en, de)["3"] == "unknown"


# ---- declarations


def test_without_a_size_in_common_each_is_compared_at_both(garden: Garden) -> None:
    en = {2: "define share(p: plot) := water(p)", 3: "define dry(p: plot) := water(p)"}
    de = {
        1: DE.replace("Parzelle: 3", "Parzelle: 4"),
        2: "begriff Anteil(p: Parzelle) := Wasser(p) + 1",
        3: "begriff trocken(p: Parzelle) := Wasser(p)",
    }
    found = garden.compare(en, de)
    assert (found["1"].relation, found["2"].relation, found["3"].relation) == (
        "disjoint",
        "disjoint",
        "equal",
    )


def test_what_one_version_alone_declares(garden: Garden) -> None:
    en = {
        1: EN + "set tool: 2\nstate lent(tool): member or none",
        2: "flow season:\n  for each tool t: lent(t) := none",
    }
    de = {2: "ablauf Saison:\n  Zähler := Zähler"}
    found = garden.compare(en, de)
    assert found["1"].relation == "first_narrower"
    assert {one.subject for one in found["1"].differences} == {"tool", "lent"}
    assert found["2"].relation == "overlap"


def test_what_the_other_version_alone_declares(garden: Garden) -> None:
    en = {2: "flow season:\n  tally := tally"}
    de = {
        1: DE + "menge Werkzeug: 2\nzustand Leihe(Werkzeug): Mitglied oder keines",
        2: "ablauf Saison:\n  für jedes Werkzeug t: Leihe(t) := keines",
    }
    found = garden.compare(en, de)
    assert (found["1"].relation, found["2"].relation) == ("second_narrower", "overlap")


def test_ranges_that_differ_share_what_both_allow(garden: Garden) -> None:
    en = {
        2: "define dry(p: plot) := place(p) is set and place(p).column >= 3",
        3: "define wet(p: plot) := water(p) >= 8",
    }
    de = {
        1: DE.replace("Spalte 1..3", "Spalte 0..3").replace(
            "Wasser(Parzelle): 0..9", "Wasser(Parzelle): 0..8"
        ),
        2: "begriff trocken(p: Parzelle) := Ort(p) gesetzt und Ort(p).Spalte > 2",
        3: "begriff nass(p: Parzelle) := Wasser(p) = 8",
    }
    found = garden.compare(en, de)
    assert found["1"].relation == "overlap"
    assert {one.relation for one in found["1"].differences} == {"first_narrower", "overlap"}
    assert (found["2"].relation, found["3"].relation) == ("equal", "equal")


def test_states_of_another_kind_cannot_be_compared(garden: Garden) -> None:
    en = {2: "flow season:\n  tally := 1", 3: "flow chore:\n  mark := 1"}
    de = {
        1: DE.replace("Zähler: 0..9", "Zähler: wahrheit"),
        2: "ablauf Saison:\n  Zähler := ja",
        3: "ablauf Arbeit:\n  Marke := 1",
    }
    found = garden.compare(en, de)
    assert found["1"].relation == "overlap"
    assert (found["2"].relation, found["3"].relation) == ("unsupported", "equal")


def test_a_declaration_in_another_paragraph_is_compared_in_both(garden: Garden) -> None:
    line = "set tool: 2 to 3\n"
    found = garden.compare({2: line, 3: ""}, {2: "", 3: "menge Werkzeug: 2 bis 4\n"})
    assert (found["2"].relation, found["3"].relation) == ("first_narrower", "first_narrower")
    assert found["2"].moved == (("tool", "2, 3"),)


def test_parameters_of_the_law_are_compared(garden: Garden) -> None:
    en = {2: "parameter limit: 0..5 initially 2"}
    found = garden.compare(en, {2: "einstellung Grenze: 0..6 anfangs 2"})
    assert found["2"].relation == "first_narrower"
    found = garden.compare(en, {2: "einstellung Grenze: 0..5 anfangs 3"})
    assert [one.aspect for one in found["2"].differences] == ["default"]


# ---- decisions


def test_a_rule_in_another_paragraph_is_compared_all_the_same(garden: Garden) -> None:
    en = {
        2: "flow season:\n  decide weather",
        3: "rule in decision weather when tally = 1:\n  end drought",
        4: "",
    }
    de = {
        2: "ablauf Saison:\n  entscheide Wetter",
        3: "",
        4: "regel im Entscheid Wetter wenn Zähler = 1:\n  ende Dürre",
    }
    found = garden.compare(en, de)
    assert (found["3"].relation, found["4"].relation) == ("equal", "equal")
    assert found["3"].moved == (("weather", "3, 4"),)
    de[4] = "regel im Entscheid Wetter wenn Zähler = 2:\n  ende Dürre"
    found = garden.compare(en, de)
    assert (found["3"].relation, found["4"].relation) == ("disjoint", "disjoint")


def test_a_rule_that_one_version_lacks_leaves_more_open(garden: Garden) -> None:
    en = {
        2: "flow season:\n  decide weather",
        3: "rule in decision weather when tally = 1:\n  end drought",
        4: "rule in decision weather when tally > 1:\n  end flood",
    }
    de = {
        2: "ablauf Saison:\n  entscheide Wetter",
        3: "regel im Entscheid Wetter wenn Zähler = 1:\n  ende Dürre",
        4: "",
    }
    found = garden.compare(en, de)
    assert (found["3"].relation, found["4"].relation) == ("equal", "first_narrower")
    assert found["4"].differences[0].witness is not None


def test_a_decision_that_one_version_alone_has(garden: Garden) -> None:
    en = {
        2: "flow season:\n  decide weather",
        3: "rule in decision weather when tally = 1:\n  end drought",
    }
    de = {2: "ablauf Saison:\n  falls Zähler = 1:\n    ende Dürre", 3: ""}
    found = garden.compare(en, de)
    assert (found["2"].relation, found["3"].relation) == ("overlap", "first_narrower")


# ---- choices and words


def test_the_chooser_may_be_of_another_set(garden: Garden) -> None:
    head_en, head_de = "in turn every {} x:\n", "der Reihe nach jede {} x:\n"
    choose_en, choose_de = "  x chooses plot p\n", "  x wählt Parzelle p\n"
    en, de = flows(head_en.format("member") + choose_en, head_de.format("Parzelle") + choose_de)
    found = garden.compare(en, de)["2"]
    assert found.relation == "overlap"
    assert [one.aspect for one in found.differences] == ["domain"]


def test_declining_in_one_version_only(garden: Garden) -> None:
    en = "in turn every member m:\n  m may choose plot p:\n    water(p) := {}"
    de = "der Reihe nach jedes Mitglied m:\n  m wählt Parzelle p\n  Wasser(p) := 1"
    assert garden.relations(*flows(en.format(1), de)) == {"2": "second_narrower"}
    found = garden.compare(*flows(en.format(2), de))["2"]
    assert [one.aspect for one in found.differences] == ["optional", "effect"]


def test_a_default_in_one_version_only(garden: Garden) -> None:
    en = "in turn every member m:\n  m chooses n from {1, 2} without choice 1\n  mark := n"
    de = "der Reihe nach jedes Mitglied m:\n  m wählt n aus {1, 2}\n  Marke := n"
    found = garden.compare(*flows(en, de))["2"]
    assert [one.aspect for one in found.differences] == ["default"]


def test_what_is_announced_is_compared_but_not_its_words(garden: Garden) -> None:
    en, de = flows('announce "wet", tally', 'melde "nass", Zähler')
    assert garden.relations(en, de) == {"2": "equal"}
    en, de = flows('announce "wet", tally', 'melde "nass", Marke')
    assert garden.relations(en, de) == {"2": "overlap"}
    en, de = flows('announce "wet", tally', 'melde "nass", Zähler, Marke')
    assert garden.relations(en, de) == {"2": "overlap"}


def test_a_paragraph_that_only_one_version_has_is_found(garden: Garden) -> None:
    found = garden.table({2: "", 3: "forbidden: tally = 3"}, {2: ""})
    row = next(one for one in found.rows if one.ref == "3")
    assert row.citations[1] == ""
    assert [one.kind for one in row.wording] == ["structure"]
    assert row.comparison.relation == "first_narrower"


def test_the_other_way_round_the_small_laws_are_turned(garden: Garden) -> None:
    law = garden.law(
        {2: "forbidden: tally = 3", 3: "flow season:\n  roll a from 1..6\n  tally := a"},
        {2: "", 3: "ablauf Saison:\n  würfle a aus 1..4\n  Zähler := a"},
    )
    there = compare_versions("garden", law, ("en", "de")).rows
    back = compare_versions("garden", law, ("de", "en")).rows
    assert [row.comparison.relation for row in there] == [
        "not_encoded",
        "equal",
        "first_narrower",
        "second_narrower",
    ]
    assert [row.comparison.relation for row in back] == [
        "not_encoded",
        "equal",
        "second_narrower",
        "first_narrower",
    ]
