"""Versions of the rule, and what people state of a claim's parts: added to, guarded, on record."""

from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from core.errors import InvalidInput, StaleVersion, UnknownId
from core.model import Case, Claim
from core.results import ImportReport
from core.store import NewStatement, Store
from core.verdicts import StatedFacet

Put = Callable[..., ImportReport]
PARTS = (StatedFacet("opened", "Größe \x00 opened"), StatedFacet("year", "1931", 2.0))


def stated(uid: str = "bridge:c1", **changes: object) -> NewStatement:
    values: dict[str, object] = {
        "facets": PARTS,
        "marks": (("year", "e1", "direct"),),
        "kinds": {"e1 e2": "causal"},
        "coherent": {"e1 e2": True},
    }
    return NewStatement(uid, **{**values, **changes})  # type: ignore[arg-type]


def test_a_version_of_the_rule_comes_back_as_it_was_and_the_newest_is_in_force(store: Store) -> None:
    assert store.newest_rule() is None
    first = store.save_rule({"v_wrong": 20.0, "own_limits": {"é": 0.3}}, by="ann", reason="cheap \ud800", expected=0)
    second = store.save_rule({"v_wrong": 90.0}, by="bea", reason="dear", expected=1)

    assert (second, first) == store.saved_rules()
    assert second == store.newest_rule()
    assert ({"v_wrong": 20.0, "own_limits": {"é": 0.3}}, "cheap \ud800", "ann", 1) == (
        dict(first.settings),
        first.reason,
        first.by,
        first.number,
    )
    assert first.digest != second.digest
    assert first.digest == store.rule_digest({"own_limits": {"é": 0.3}, "v_wrong": 20.0})


def test_nobody_puts_a_rule_on_top_of_one_they_have_not_seen(store: Store) -> None:
    store.save_rule({"lineages": 3}, by="ann", reason="stricter", expected=0)

    with pytest.raises(StaleVersion, match="version 1 of the rule was put in force meanwhile by ann") as refused:
        store.save_rule({"lineages": 1}, by="bea", reason="looser", expected=0)
    assert ("ann", 1) == (refused.value.by, refused.value.event)
    assert 1 == len(store.saved_rules())
    with pytest.raises(InvalidInput, match="name"):
        store.save_rule({}, by=" ", reason="", expected=1)


def test_a_statement_comes_back_whole_and_the_newest_is_in_force(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    first = store.state_facets(stated(), by="ann", reason="the year counts", expected=None)
    second = store.state_facets(stated(facets=None, marks=(), kinds={}, coherent={}), by="bea", reason="", expected=1)

    assert (second, first) == store.facet_statements("bridge:c1")
    assert (PARTS, (("year", "e1", "direct"),), {"e1 e2": "causal"}, {"e1 e2": True}, "the year counts", "ann") == (
        first.facets,
        first.marks,
        dict(first.kinds),
        dict(first.coherent),
        first.reason,
        first.by,
    )
    assert (None, False) == (second.facets, second.lapsed)
    assert () == store.facet_statements("bridge:c2")
    assert (second,) == store.statements_in_force() == store.statements_in_force("bridge")
    assert () == store.statements_in_force("elsewhere")


def test_nobody_states_parts_on_top_of_what_they_have_not_seen(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    store.state_facets(stated(), by="ann", reason="", expected=None)

    with pytest.raises(StaleVersion, match=r"stated anew meanwhile by ann \(statement 1\)"):
        store.state_facets(stated(), by="bea", reason="", expected=None)
    with pytest.raises(StaleVersion, match="there is no statement"):
        store.state_facets(stated("bridge:c2", marks=()), by="bea", reason="", expected=1)
    with pytest.raises(UnknownId, match="claim"):
        store.state_facets(stated("bridge:c9"), by="bea", reason="", expected=None)
    assert 1 == len(store.facet_statements("bridge:c1"))


def test_a_statement_lapses_with_the_wording_it_is_about(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    store.state_facets(stated(), by="ann", reason="", expected=None)
    other = (Claim("c1", "The bridge opened in 1932.", "a1", 0), bridge.claims[1])
    put(
        Case(
            "bridge", claims=other, answers=bridge.answers, sources=bridge.sources, evidence=bridge.evidence,
            edges=bridge.edges,
        ),
        file_digest="other",
    )  # fmt: skip

    assert [True] == [said.lapsed for said in store.facet_statements("bridge:c1")]


def test_statements_and_versions_raise_the_revision_and_stand_in_the_record(
    store: Store, put: Put, bridge: Case
) -> None:
    put(bridge)
    before = store.revision()
    store.state_facets(stated(), by="ann", reason="why", expected=None)
    between = store.revision()
    store.save_rule({"lineages": 3}, by="bea", reason="stricter", expected=0)

    assert before < between < store.revision()
    rule, parts = store.audit_events(2)
    assert ("rule saved", "version 1", "bea", "stricter") == (rule.action, rule.subject, rule.by, rule.detail["reason"])
    assert ("parts stated", "bridge:c1", "ann", "why") == (
        parts.action,
        parts.subject,
        parts.by,
        parts.detail["reason"],
    )
    assert (64, 64) == (len(rule.detail["digest"]), len(parts.detail["digest"]))
    assert () == store.chain_report().faults


def test_a_statement_takes_the_rules_verdict_on_its_claim_away(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    row = (
        "INSERT INTO claim_verdict (claim, dataset, answer, conclusion, state, states, codes, why, rule) "
        "SELECT number, dataset, NULL, 'answer', 'sufficient', 'sufficient', '', '', 'x' FROM claim"
    )
    with store.database.write() as connection:
        connection.execute(text(row))
    store.state_facets(stated(), by="ann", reason="", expected=None)

    with store.database.read() as connection:
        left = connection.execute(text("SELECT c.id FROM claim_verdict v JOIN claim c ON c.number = v.claim")).scalars()
        assert ["c2"] == list(left)


@pytest.mark.parametrize("table", ["decision_rule", "facet_statement"])
def test_what_was_said_cannot_be_changed_or_removed(store: Store, put: Put, bridge: Case, table: str) -> None:
    put(bridge)
    store.state_facets(stated(), by="ann", reason="", expected=None)
    store.save_rule({"lineages": 3}, by="bea", reason="stricter", expected=0)
    for change in (f"UPDATE {table} SET reason = 'x'", f"DELETE FROM {table}"):
        with pytest.raises(DBAPIError, match="append-only"), store.database.write() as connection:
            connection.execute(text(change))
