"""Long work beside the pages."""

import threading
from collections.abc import Callable, Iterator

import pytest

from core.errors import InvalidInput
from dashboard import running

NAME = "tried"


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    yield
    found = running.current(NAME)
    if found is not None:
        found.stop()
        found.wait(10)
        running.put_away(NAME)


def until_stopped(tell: Callable[[int, int | None], None], stop: Callable[[], bool]) -> str:
    steps = 0
    while not stop():
        steps += 1
        tell(steps, None)
    return "stopped"


def test_a_run_says_how_far_it_is_and_keeps_its_result() -> None:
    def count(tell: Callable[[int, int | None], None], stop: Callable[[], bool]) -> int:
        tell(3, 4)
        return 7

    run = running.start(NAME, count, about="harbour", by="ana")

    assert run.wait(10)
    assert (3, 4, 7, None) == (run.done, run.of, run.result, run.error)


def test_a_run_that_is_asked_to_stop_ends_with_what_it_has() -> None:
    run = running.start(NAME, until_stopped, about="harbour", by="ana")
    run.stop()

    assert run.wait(10)
    assert run.stopping
    assert "stopped" == run.result


def test_while_a_run_is_under_way_a_second_one_does_not_begin() -> None:
    go = threading.Event()
    first = running.start(NAME, lambda tell, stop: go.wait(10), about="harbour", by="ana")
    second = running.start(NAME, lambda tell, stop: "never", about="lake", by="ben")
    go.set()

    assert first is second
    assert first.wait(10)
    assert first is not running.start(NAME, lambda tell, stop: "now", about="lake", by="ben")


def test_what_was_refused_is_kept_for_the_page() -> None:
    def refuse(tell: Callable[[int, int | None], None], stop: Callable[[], bool]) -> None:
        raise InvalidInput("no such data set")

    run = running.start(NAME, refuse, about="harbour", by="ana")

    assert run.wait(10)
    assert "no such data set" == str(run.error)


def test_an_outcome_is_put_away_only_once_it_is_there() -> None:
    run = running.start(NAME, until_stopped, about="harbour", by="ana")
    running.put_away(NAME)
    assert run is running.current(NAME)

    run.stop()
    run.wait(10)
    running.put_away(NAME)
    assert running.current(NAME) is None
