"""The same claim under other settings, beside the stored ones; nothing is saved."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import InvalidParameter
from core.policy import ALL, Policy, policy_from_dict
from core.results import Assessment
from dashboard.viewmodels.numbers import amount, percent, points, ratio_of, share_of
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import CONFIDENCE_ALLOWS, DECISION, DECISION_SIGN, SETTING, STATE

PARAMETERS = ("alpha", "k", "prior", "increment", "floor")
"""Settings a what-if may change, in the order of the form; also their names in the address."""


@dataclass(frozen=True, slots=True)
class WhatIfView:
    """Stored beside tried, with the sentence and the cautions of the tried settings."""

    changes: str
    listing: TableView
    sentence: str
    cautions: tuple[str, ...]


def read_settings(words: Mapping[str, str], policy: Policy) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Read what-if settings from an address.

    Args:
        words: Names and values as they stand in the address; other names are left alone.
        policy: The stored policy, whose values need no mention.

    Returns:
        The settings that differ from the policy, and one message for each word that cannot be used.
    """
    settings: dict[str, Any] = {}
    refused = []
    stored = policy.as_dict()
    for name in PARAMETERS:
        if name not in words:
            continue
        value = _read(name, words[name])
        try:
            tried = policy_from_dict({name: value}, policy)
        except InvalidParameter as error:
            refused.append(
                f"{SETTING[name]}: expected {error.expected}, found {words[name]!r}; the stored value is used."
            )
            continue
        if tried.as_dict()[name] != stored[name]:
            settings[name] = value
    return settings, tuple(refused)


def _read(name: str, word: str) -> Any:
    if name == "floor" or word == ALL:
        return word
    try:
        number = float(word)
    except ValueError:
        return word
    return number if math.isfinite(number) else word


def setting_word(name: str, value: Any) -> str:
    """A setting as it is shown and as it stands in the address."""
    if name == "floor":
        return str(value)
    return ALL if value == ALL else amount(float(value), 3)


def changes_in_words(settings: Mapping[str, Any]) -> str:
    """The tried settings in one line: alpha 0.3, K all."""
    names = {"alpha": "alpha", "k": "K", "prior": "prior", "increment": "increment", "floor": "floor"}
    return ", ".join(
        f"{names[name]} {STATE.get(value, value) if name == 'floor' else setting_word(name, value)}"
        for name, value in settings.items()
    )


def what_if_view(stored: Assessment, tried: Assessment, settings: Mapping[str, Any]) -> WhatIfView:
    """Lay the stored and the tried figures side by side."""
    held = {caution.code for caution in stored.cautions}
    return WhatIfView(
        changes=changes_in_words(settings),
        listing=_table(stored, tried),
        sentence=tried.sentence,
        cautions=tuple(caution.text for caution in tried.cautions if settings or caution.code not in held),
    )


def _table(stored: Assessment, tried: Assessment) -> TableView:
    lines = [
        ("Counted items", str(stored.items), str(tried.items), _change(tried.items - stored.items)),
        ("EIE", amount(stored.eie), amount(tried.eie), _change(tried.eie - stored.eie)),
        (
            "EIE range",
            f"{amount(stored.eie_range.low)} to {amount(stored.eie_range.high)}",
            f"{amount(tried.eie_range.low)} to {amount(tried.eie_range.high)}",
            "",
        ),
        ("Gamma", share_of(stored.gamma), share_of(tried.gamma), ""),
        ("Naive", percent(stored.naive), percent(tried.naive), points(tried.naive - stored.naive)),
        ("Aware", percent(stored.aware), percent(tried.aware), points(tried.aware - stored.aware)),
        (
            "Source-discounted",
            percent(stored.source_discounted),
            percent(tried.source_discounted),
            points(tried.source_discounted - stored.source_discounted),
        ),
        ("Inflation", ratio_of(stored.inflation), ratio_of(tried.inflation), ""),
        (
            CONFIDENCE_ALLOWS,
            _word(stored),
            _word(tried),
            "changes" if stored.decision is not tried.decision else "no change",
        ),
    ]
    return TableView(
        "Figures as stored and under the what-if",
        (
            Column("figure", "Figure", "text", 9),
            Column("stored", "As stored", "number", 8),
            Column("tried", "What if", "number", 8),
            Column("change", "Difference", "number", 8),
        ),
        tuple(Row(label, (Cell(label), Cell(a), Cell(b), Cell(c))) for label, a, b, c in lines),
    )


def _word(found: Assessment) -> str:
    return f"{DECISION_SIGN[found.decision]} {DECISION[found.decision]}"


def _change(value: float) -> str:
    return "no change" if abs(value) < 1e-9 else f"{'+' if value > 0 else '−'}{amount(abs(value))}"


def tried_words(tried: Assessment, settings: Mapping[str, Any]) -> dict[str, str]:
    """What a what-if makes of the figures, by the key of their card; empty where nothing is tried."""
    if not settings:
        return {}
    return {
        "counts": f"what if: {tried.items} / {tried.sources} / {len(tried.lineages)}",
        "eie": f"what if: {amount(tried.eie)}",
        "gamma": f"what if: {share_of(tried.gamma)}",
        "confidence": f"what if: {percent(tried.naive)} → {percent(tried.aware)}",
        "inflation": f"what if: {ratio_of(tried.inflation)}",
    }
