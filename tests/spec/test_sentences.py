"""Properties and supplements of the laws of the package are said in every language of the law."""

import pytest

from compiler.law import load_sound


@pytest.mark.parametrize("name", ["posg", "stichwahl"])
def test_all_is_said_in_every_language(name: str) -> None:
    law = load_sound(name)
    code = law.languages[0]
    said = {one.id for one in law.properties(code)} | {one.name.text for one in law.supplements}
    assert {language: set(own) for language, own in law.sentences.items()} == dict.fromkeys(
        law.languages, said
    )


def test_what_is_not_said_in_a_language_stays_as_it_is() -> None:
    law = load_sound("posg")
    assert law.told("roll_again", "Again.", "de").startswith("Ist jedes Feld besetzt")
    assert law.told("roll_again", "Again.", "en") == "Again."
