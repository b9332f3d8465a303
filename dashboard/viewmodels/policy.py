"""A policy as a table, two policies side by side, and what a change would move."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.policy import Policy
from core.results import PolicyEffect, PolicyVersion
from core.states import EvidenceState, Relation
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import amount, count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, claim_link, cut
from dashboard.wording import DECISION, DECISION_SIGN, RELATION, SETTING, SETTING_HELP, STATE


def setting_words(name: str, value: Any) -> str:
    """One setting in words."""
    if name == "floor":
        return STATE[EvidenceState(value)]
    if name == "strengths":
        odd = {relation: strength for relation, strength in value.items() if strength != 1.0}
        if not odd:
            return "all 1"
        return ", ".join(f"{RELATION[Relation(relation)]} {amount(strength)}" for relation, strength in odd.items())
    return amount(float(value), 3) if isinstance(value, int | float) else str(value)


def policy_table(policy: Policy, beside: Policy | None = None, name: str = "Policy in force") -> TableView:
    """Every setting, what it means, and where another policy differs from it."""
    values, others = policy.as_dict(), beside.as_dict() if beside else {}
    rows = []
    for key, value in values.items():
        cells = [Cell(SETTING[key]), Cell(setting_words(key, value))]
        if beside is not None:
            same = others[key] == value
            cells.append(Cell("as now" if same else setting_words(key, others[key]), None, "" if same else "qualify"))
        cells.append(Cell(SETTING_HELP[key]))
        rows.append(Row(key, tuple(cells)))
    columns = [Column("setting", "Setting", "text", 13), Column("value", "In force", "text", 10)]
    if beside is not None:
        columns.append(Column("tried", "Tried", "word", 10))
    columns.append(Column("meaning", "Meaning", "wrap", 34))
    return TableView(name, tuple(columns), tuple(rows))


def strengths_table(policy: Policy) -> TableView:
    """Default strength of each relation; the weak words change no figure."""
    rows = [
        Row(
            relation.value,
            (
                Cell(RELATION[relation]),
                Cell(amount(policy.strength_of(relation)), policy.strength_of(relation)),
                Cell("explains only; changes no figure" if relation.weak else "counts where known or confirmed"),
            ),
        )
        for relation in Relation
    ]
    return TableView(
        "Relation strengths",
        (
            Column("relation", "Relation", "text", 12),
            Column("strength", "Default strength", "number", 8),
            Column("effect", "Effect", "quiet", 16),
        ),
        tuple(rows),
    )


def version_names(versions: Sequence[PolicyVersion]) -> dict[int, str]:
    """What a saved policy is called in a menu."""
    return {
        version.version: f"{version.version} · {version.policy.name}{' · in force' if version.current else ''}"
        for version in versions
    }


def versions_table(versions: Sequence[PolicyVersion]) -> TableView:
    """Saved policies, newest first."""
    return TableView(
        "Saved policies",
        (
            Column("version", "Version", "number", 5),
            Column("name", "Name", "text", 12),
            Column("current", "", "word", 6, "Whether it is in force"),
            Column("by", "By", "text", 9),
            Column("at", "When (UTC)", "quiet", 9),
            Column("reason", "Reason", "prose", 26),
        ),
        tuple(
            Row(
                str(version.version),
                (
                    Cell(str(version.version), version.version),
                    Cell(version.policy.name),
                    Cell("in force" if version.current else ""),
                    Cell(version.by),
                    Cell(when(version.at), version.at),
                    Cell(version.reason or "–"),
                ),
            )
            for version in versions
        ),
        "No policy saved yet: data sets follow their own, or the defaults.",
    )


def difference_table(first: Policy, second: Policy) -> TableView:
    """The settings in which two policies differ, side by side."""
    one, other = first.as_dict(), second.as_dict()
    return TableView(
        "Difference of two policies",
        (
            Column("setting", "Setting", "text", 13),
            Column("first", "First", "text", 12),
            Column("second", "Second", "text", 12),
            Column("meaning", "Meaning", "wrap", 30),
        ),
        tuple(
            Row(
                key,
                (
                    Cell(SETTING[key]),
                    Cell(setting_words(key, value)),
                    Cell(setting_words(key, other[key])),
                    Cell(SETTING_HELP[key]),
                ),
            )
            for key, value in one.items()
            if other[key] != value
        ),
        "Both say the same.",
    )


def effect_words(effect: PolicyEffect) -> str:
    """What making a policy current would move, in one sentence."""
    moved = len(effect.moved)
    if not moved:
        return f"What confidence allows would change for none of {count(effect.claims, 'claim')}."
    return f"What confidence allows would change for {moved:,} of {count(effect.claims, 'claim')}."


def effect_table(effect: PolicyEffect) -> TableView:
    """Every claim for which confidence would allow something else."""
    return TableView(
        "Claims for which confidence would allow something else",
        (
            Column("claim", "Claim", "prose", 34),
            Column("before", "Now", "word", 8),
            Column("after", "Then", "word", 8),
        ),
        tuple(
            Row(
                uid,
                (
                    Cell(cut(text, 200), None, "", text),
                    Cell(f"{DECISION_SIGN[before]} {DECISION[before]}", None, before.value),
                    Cell(f"{DECISION_SIGN[after]} {DECISION[after]}", None, after.value),
                ),
                claim_link(uid),
            )
            for uid, text, before, after in effect.moved
        ),
        "Confidence would allow the same for every claim.",
    )


def read_form(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a filled-in form, as a policy reads them: K as a number or "all", strengths by relation."""
    settings = {name: value for name, value in fields.items() if not name.startswith("strength:")}
    word = str(settings.get("k", "")).strip()
    settings["k"] = word if word == "all" else _number(word)
    settings["strengths"] = {
        name.removeprefix("strength:"): value for name, value in fields.items() if name.startswith("strength:")
    }
    return settings


def _number(word: str) -> float | str:
    try:
        return float(word.replace(",", "."))
    except ValueError:
        return word
