"""The rule of decisions as a table, its versions, two of them side by side, and what another would change."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.bundles.calibrations import PAPER_LIMIT, SHIPPED
from core.bundles.risk import RiskSettings, paper_cohesion_threshold, risk_threshold
from core.conclusions import Conclusion
from core.verdicts import RuleVersion
from dashboard.bundle_words import EMBEDDER, LINKAGE
from dashboard.rule_words import JUDGED_AXIS, RULE_HELP, RULE_SETTING, SHIPPED_FROM
from dashboard.viewmodels.calibration import density_words
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import amount, count, share
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, claim_link, cut
from dashboard.wording import CONCLUSION, CONCLUSION_TONE

Moved = tuple[str, str, Conclusion, Conclusion]


def setting_words(name: str, value: Any) -> str:
    """One setting in words."""
    if name == "embedder":
        return EMBEDDER.get(value, str(value))
    if name == "linkage":
        return LINKAGE.get(value, str(value))
    if name == "profile":
        return value or "the embedder's calibration"
    if name == "fresh_days":
        return "no age asked" if value is None else count(value, "day")
    if name in ("own_limits", "thresholds"):
        said = [f"{JUDGED_AXIS.get(key, key)} {amount(one, 3)}" for key, one in value.items()]
        return ", ".join(said) or "none"
    return amount(value, 4) if isinstance(value, int | float) else str(value)


def rule_words(version: RuleVersion) -> str:
    """Which rule is in force, since when and by whom."""
    if version.number == 0:
        return "Rule in force: as shipped."
    return (
        f"Rule in force: version {version.number}, by {version.by}, {when(version.at)} UTC: {cut(version.reason, 120)}"
    )


def rule_table(settings: Mapping[str, Any], shipped: Mapping[str, Any], risk: RiskSettings) -> TableView:
    """Every setting in force with its origin, and what follows from them."""
    rows = []
    for name, label in RULE_SETTING.items():
        own = settings[name] != shipped[name]
        origin = "yours" if own else SHIPPED_FROM[name]
        hint = f"as shipped: {setting_words(name, shipped[name])}" if own else ""
        words = setting_words(name, settings[name])
        rows.append((name, label, words, origin, hint, RULE_HELP[name]))
        if name == "plain_from":
            rows += _follows(risk)
    rows += [
        (
            f"c_min {name}",
            f"c_min {name}",
            amount(limit),
            "[HOUSE] as shipped",
            "",
            "28 biomedical questions, 169 passages",
        )
        for name, limit in SHIPPED.items()
        if name not in settings["own_limits"]
    ]
    return TableView(
        "Rule in force",
        (
            Column("name", "Setting", "text", 11),
            Column("value", "In force", "wrap", 12),
            Column("origin", "Origin", "word", 8),
            Column("meaning", "Meaning", "wrap", 30),
        ),
        tuple(
            Row(
                key,
                (
                    Cell(label),
                    Cell(words),
                    Cell(origin, None, "qualify" if origin == "yours" else "", hint),
                    Cell(meaning),
                ),
            )
            for key, label, words, origin, hint, meaning in rows
        ),
    )


def _follows(risk: RiskSettings) -> list[tuple[str, str, str, str, str, str]]:
    profile = 'density threshold / alpha: the profile "paper-0.65", of the article\'s own embedder'
    rows = (
        ("H threshold", share(risk_threshold(risk)), "", "(V_correct − V_refuse) / (V_correct + V_wrong)"),
        ("density threshold", density_words(risk), "printed 0.278", "ln(H_base / H threshold) / lambda"),
        ("cohesion threshold", f"{paper_cohesion_threshold(risk):.5f}", f"printed {PAPER_LIMIT:g}", profile),
    )
    return [(name, name, value, "follows", hint, meaning) for name, value, hint, meaning in rows]


def versions_table(versions: Sequence[RuleVersion], changes: Mapping[int, Sequence[tuple[str, Any, Any]]]) -> TableView:
    """Every version, newest first, each with what it changed."""
    rows = []
    for place, version in enumerate(versions):
        said = changes_words(changes.get(version.number, ()))
        rows.append(
            Row(
                str(version.number),
                (
                    Cell(str(version.number), version.number),
                    Cell(when(version.at) if version.at else "–", version.at),
                    Cell(version.by),
                    Cell(said if version.number else "everything", None, "", said),
                    Cell(version.reason),
                    Cell("in force" if place == 0 else "", None, "answer" if place == 0 else ""),
                ),
            )
        )
    return TableView(
        "Versions of the rule",
        (
            Column("number", "Version", "number", 4),
            Column("at", "When (UTC)", "text", 9),
            Column("by", "Who", "text", 9),
            Column("what", "What changed", "wrap", 20),
            Column("why", "Why", "wrap", 18),
            Column("state", "State", "word", 5),
        ),
        tuple(rows),
    )


def changes_words(changes: Sequence[tuple[str, Any, Any]]) -> str:
    """What differs, in one line."""
    return "; ".join(
        f"{RULE_SETTING[name]} {setting_words(name, old)} → {setting_words(name, new)}" for name, old, new in changes
    )


def changes_table(changes: Sequence[tuple[str, Any, Any]], left: str, right: str) -> TableView:
    """Two rules side by side, where they differ."""
    return TableView(
        f"{left} against {right}",
        (
            Column("setting", "Setting", "text", 12),
            Column("old", left, "wrap", 14),
            Column("new", right, "wrap", 14),
            Column("meaning", "Meaning", "wrap", 26),
        ),
        tuple(
            Row(
                name,
                (
                    Cell(RULE_SETTING[name]),
                    Cell(setting_words(name, old)),
                    Cell(setting_words(name, new)),
                    Cell(RULE_HELP[name]),
                ),
            )
            for name, old, new in changes
        ),
        "They are the same.",
    )


def effect_words(asked: int, total: int, moved: int, *, stopped: bool) -> str:
    """How many decisions would move, over how many claims."""
    if not asked:
        return "Stopped before a claim was asked." if stopped else "There is no claim yet that a rule could decide."
    over = "every claim" if asked == total else f"a sample of {asked:,} of {count(total, 'claim')}, spread evenly"
    share_ = f" ({100 * moved / asked:.0f} of 100)" if moved and asked >= 20 else ""
    verb = "moves" if moved == 1 else "move"
    end = " Stopped before the sample was through." if stopped else ""
    found = count(moved, "decision") if moved else "no decision"
    return f"Over {over}: {found} {verb if moved else 'moves'}{share_}.{end}"


def tally_words(before: Mapping[Conclusion, int], after: Mapping[Conclusion, int]) -> str:
    """How many of the sample stand where, before and after."""
    return "; ".join(f"{CONCLUSION[one]} {before[one]:,} → {after[one]:,}" for one in Conclusion)


def effect_table(moved: Sequence[Moved]) -> TableView:
    """Every claim of the sample whose decision moves; the gravest changes first."""
    ordered = sorted(moved, key=lambda one: (-abs(one[3].caution - one[2].caution), one[0]))
    return TableView(
        "Decisions that would move",
        (
            Column("claim", "Claim", "prose", 34),
            Column("before", "In force", "word", 9),
            Column("after", "Tried", "word", 9),
        ),
        tuple(
            Row(
                uid,
                (
                    Cell(cut(text, 200), None, "", text),
                    *(Cell(CONCLUSION[one], one.caution, CONCLUSION_TONE[one]) for one in (old, new)),
                ),
                claim_link(uid),
            )
            for uid, text, old, new in ordered
        ),
        "No decision moves.",
    )


def read_form(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the form as settings of the rule; an empty field is no threshold and no age."""
    plain = {name: value for name, value in fields.items() if ":" not in name}
    said = {name.partition(":")[2]: value for name, value in fields.items() if name.startswith("thresholds:")}
    plain["thresholds"] = {axis: float(value) for axis, value in said.items() if value is not None}
    plain["fresh_days"] = int(plain["fresh_days"]) if plain["fresh_days"] else None
    plain["lineages"], plain["most"] = int(plain["lineages"]), int(plain["most"])
    return plain
