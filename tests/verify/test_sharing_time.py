"""Time that is limited is shared out: what takes all of its own leaves the others theirs."""

from time import sleep

import pytest

from verify.deadline import OutOfTime, share_out, within


def test_without_a_limit_each_is_done_once_in_order() -> None:
    done: list[str] = []
    share_out("abc", done.append)
    assert done == ["a", "b", "c"]


def test_what_takes_for_ever_leaves_the_others_their_time() -> None:
    done: list[str] = []

    def do(item: str) -> None:
        while item == "b":
            sleep(0.01)
        done.append(item)

    with pytest.raises(OutOfTime), within(1.0):
        share_out("abc", do)
    assert done == ["a", "c"]


def test_what_had_too_little_has_what_is_left_in_the_end() -> None:
    tries: dict[str, int] = {}

    def do(item: str) -> None:
        tries[item] = tries.get(item, 0) + 1
        while item == "a" and tries[item] == 1:
            sleep(0.01)

    with within(2.0):
        share_out("abcd", do)
    assert tries == {"a": 2, "b": 1, "c": 1, "d": 1}


def test_ctrl_c_ends_all_of_it() -> None:
    done: list[str] = []

    def do(item: str) -> None:
        if item == "b":
            raise KeyboardInterrupt
        done.append(item)

    with pytest.raises(KeyboardInterrupt), within(60.0):
        share_out("abc", do)
    assert done == ["a"]
