"""Lists: paged by the database, filtered, ordered, counted; totals with their own n."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.errors import InvalidParameter, UnknownId
from core.model import Answer, Case, Claim, Evidence, Source
from core.policy import Policy
from core.results import ImportReport, LabelEvent, Mean
from core.states import Decision, Dependence
from core.store import Store
from core.store.record_tables import ORDERS

Put = Callable[..., ImportReport]
COUNT = 40


@pytest.fixture
def many(put: Put) -> Case:
    """Claims with 0 to 6 passages, a third of the sources vouched for, a third known to depend, a third unknown."""
    states = (Dependence.INDEPENDENT, Dependence.DEPENDENT, None)
    sources = tuple(Source(f"s{n}", dependence=states[n % 3]) for n in range(COUNT))
    evidence = tuple(Evidence(f"e{c}.{n}", f"c{c}", f"s{(c + n) % COUNT}") for c in range(COUNT) for n in range(c % 7))
    case = Case(
        "many",
        answers=tuple(Answer(f"a{n}", f"Answer {n}") for n in range(4)),
        claims=tuple(Claim(f"c{n}", f"Claim number {n}", f"a{n // 10}", 9 - n % 10) for n in range(COUNT)),
        sources=sources,
        evidence=evidence,
    )
    put(case)
    put(replace(case, dataset="more", claims=case.claims[:5], evidence=()))
    return case


def pages(store: Store, **options: Any) -> list[str]:
    """uids of all pages, one after the other."""
    found: list[str] = []
    number = 1
    while rows := store.claims(page=number, size=7, **options).rows:
        found += [row.uid for row in rows]
        number += 1
    return found


def test_claims_come_as_they_stand_in_their_file(store: Store, many: Case) -> None:
    expected = [f"many:c{n}" for n in range(COUNT)] + [f"more:c{n}" for n in range(5)]

    assert expected == pages(store)
    assert expected[::-1] == pages(store, descending=True)
    page = store.claims(page=2, size=7)
    assert (45, 2, 7, 7) == (page.total, page.number, page.size, len(page.rows))


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("order", ORDERS)
def test_pages_of_an_ordered_list_lose_and_repeat_nothing(
    store: Store, many: Case, order: str, descending: bool
) -> None:
    found = pages(store, order=order, descending=descending)

    assert 45 == len(set(found)) == len(found)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("order", ORDERS)
def test_figures_come_in_order_and_what_is_undefined_last(
    store: Store, many: Case, order: str, descending: bool
) -> None:
    values = [getattr(row, order) for row in store.claims(order=order, descending=descending).rows]

    defined = [value for value in values if value is not None]
    assert sorted(defined, reverse=descending) == defined
    assert defined == values[: len(defined)]


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        ({"decision": Decision.ANSWER}, lambda row: row.decision is Decision.ANSWER),
        ({"alert": True}, lambda row: row.alert),
        ({"alert": False}, lambda row: not row.alert),
        ({"has_unknown": True}, lambda row: row.unknown > 0),
        ({"has_unknown": False}, lambda row: row.unknown == 0),
        ({"dataset": "more"}, lambda row: row.dataset == "more"),
        ({"dataset": "none"}, lambda row: False),
        ({"answer_uid": "many:a1"}, lambda row: row.answer_uid == "many:a1"),
        ({"search": "number 3"}, lambda row: any(word[:1] == "3" for word in row.text.split())),
        (
            {"dataset": "many", "has_unknown": True, "decision": Decision.REFUSE, "search": "claim"},
            lambda row: row.dataset == "many" and row.unknown > 0 and row.decision is Decision.REFUSE,
        ),
        ({"alert": True, "search": "number"}, lambda row: row.alert),
        ({"answer_uid": "many:a1", "search": "number"}, lambda row: row.answer_uid == "many:a1"),
    ],
)
@pytest.mark.parametrize("order", ["uid", "aware"])
def test_filters_keep_what_fits_and_count_it(
    store: Store, many: Case, options: dict[str, Any], fits: Callable[[Any], bool], order: str
) -> None:
    everything = store.claims(size=1_000).rows
    page = store.claims(size=1_000, order=order, **options)

    assert {row.uid for row in everything if fits(row)} == {row.uid for row in page.rows}
    assert len(page.rows) == page.total


@pytest.mark.parametrize(
    "options",
    [{"page": 0}, {"size": 0}, {"size": 1_001}, {"order": "text"}, {"order": "eie; --"}, {"decision": "maybe"}],
)
def test_a_setting_outside_its_domain_is_refused_by_name(store: Store, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidParameter, match=next(iter(options))):
        store.claims(**options)


def test_a_page_after_the_last_is_empty_and_still_knows_the_total(store: Store, many: Case) -> None:
    page = store.claims(page=99)

    assert ((), 45) == (page.rows, page.total)


def test_an_empty_store_has_empty_lists(store: Store) -> None:
    assert ((), 0) == (store.claims().rows, store.claims().total)
    assert ((), 0) == (store.answers().rows, store.answers().total)
    assert [] == list(store.dossiers())
    overview = store.overview()
    assert (0, Mean(None, 0, 0), Mean(None, 0, 0)) == (overview.claims, overview.mean_aware, overview.mean_inflation)
    assert () == store.scatter()
    assert (0, 0) == store.inflation_counts([1, 2, 3])


def test_neighbours_are_those_of_the_same_data_set(store: Store, many: Case) -> None:
    assert (None, "many:c1") == store.neighbours("many:c0")
    assert ("many:c38", None) == store.neighbours("many:c39")
    assert ("more:c0", "more:c2") == store.neighbours("more:c1")
    with pytest.raises(UnknownId):
        store.neighbours("many:c99")


def test_an_answer_lists_its_claims_in_their_order_within_it(store: Store, many: Case) -> None:
    answer, claims = store.answer("many:a1")

    assert many.answers[1] == answer
    assert [f"many:c{n}" for n in range(19, 9, -1)] == [row.uid for row in claims]
    with pytest.raises(UnknownId):
        store.answer("many:a9")


def test_answers_sum_up_their_claims(store: Store, many: Case) -> None:
    page = store.answers(dataset="many")
    claims = store.claims(answer_uid="many:a1", size=100).rows
    second = page.rows[1]

    assert (4, [f"many:a{n}" for n in range(4)]) == (page.total, [row.uid for row in page.rows])
    assert (10, sum(row.alert for row in claims)) == (second.claims, second.alerts)
    assert pytest.approx(sum(row.aware for row in claims) / 10) == second.mean_aware
    assert 10 == sum(second.decisions.values())
    assert ["more:a0"] == [row.uid for row in store.answers(dataset="more", size=1).rows]
    assert ["many:a2", "more:a2"] == [row.uid for row in store.answers(search="answer 2").rows]
    assert None is store.answers(dataset="more").rows[1].mean_aware


def test_the_overview_gives_every_mean_its_own_n(store: Store, many: Case) -> None:
    rows = store.claims(size=1_000).rows
    overview = store.overview()
    with_evidence = [row for row in rows if row.items]
    inflated = [row.inflation for row in rows if row.inflation is not None]

    assert (8, 45, len(with_evidence)) == (overview.answers, overview.claims, overview.claims_with_evidence)
    assert len(many.evidence) == overview.evidence == overview.counted_items
    assert 2 * COUNT == overview.sources
    assert sum(row.unknown for row in rows) == overview.unknown_items
    assert (len(with_evidence), 45) == (overview.mean_naive.over, overview.mean_naive.of)
    assert pytest.approx(sum(row.naive for row in with_evidence) / len(with_evidence)) == overview.mean_naive.value
    assert pytest.approx(sum(row.aware for row in with_evidence) / len(with_evidence)) == overview.mean_aware.value
    assert (pytest.approx(sum(inflated) / len(inflated)), len(inflated)) == (
        overview.mean_inflation.value,
        overview.mean_inflation.over,
    )
    assert (0.0, len(with_evidence)) == (
        overview.mean_duplicate_fraction.value,
        overview.mean_duplicate_fraction.over,
    )
    assert sum(row.alert for row in rows) == overview.alerts
    assert 45 == sum(overview.decisions.values())


def test_a_sample_is_even_over_all_and_the_same_every_time(store: Store, many: Case) -> None:
    sample = store.scatter(10)

    assert 10 == len(set(sample))
    assert sample == store.scatter(20)[:10]
    assert {row.uid for row in store.claims(size=100).rows} == {row.uid for row in store.scatter(1_000)}
    with pytest.raises(InvalidParameter, match="limit"):
        store.scatter(-1)


def test_bins_have_their_lower_edge_and_the_last_one_both(store: Store, many: Case) -> None:
    ratios = [row.inflation for row in store.claims(size=1_000).rows if row.inflation is not None]
    largest = max(ratios)

    counts = store.inflation_counts([1.0, 2.0, largest])
    assert [sum(1 <= r < 2 for r in ratios), sum(2 <= r <= largest for r in ratios)] == list(counts)
    for edges in ([1.0], [2.0, 1.0]):
        with pytest.raises(InvalidParameter, match="edges"):
            store.inflation_counts(edges)


def test_the_revision_grows_with_every_change(
    store: Store, put: Put, bridge: Case, label: Callable[..., LabelEvent]
) -> None:
    seen = [store.revision()]
    for change in (
        lambda: put(bridge),
        lambda: label("s1"),
        lambda: store.undo(1, by="ann"),
        lambda: store.save_policy(Policy(alpha=0.1), by="ann", reason=""),
        lambda: store.set_current(1, by="ann", reason=""),
        lambda: store.rebuild_summaries(),
    ):
        change()
        seen.append(store.revision())

    assert sorted(set(seen)) == seen
