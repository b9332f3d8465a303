"""What the analysts' verdicts teach about the rules: how each fares, and how likely a proposal is from now on."""

import inspect
import json
from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

from core.detection import DETECTORS
from core.detection.bands import wilson
from core.detection.calibration import (
    SHIPPED,
    BandCount,
    Bin,
    Calibration,
    Curve,
    RuleCount,
    Verdict,
    refit as refitted,
    reliability,
    rule_counts,
)
from core.kinship import RecordBin, RefitReport, RuleRecord
from core.people import Person, Role
from core.services.permission import allow
from core.services.workspace import Workspace
from core.store import Verdicts

_TEXT = "text_reuse"


def rule_records(workspace: Workspace, dataset: str | None = None) -> tuple[RuleRecord, ...]:
    """How every rule's proposals fared before people, in the order of the rules; each with its n and interval.

    Args:
        workspace: The open store.
        dataset: Only verdicts on its proposals.

    Raises:
        UnknownId: There is no such data set.
    """
    found = workspace.store.verdicts(dataset)
    counts = {count.rule: count for count in rule_counts(_verdicts(found))}
    version = calibration_of(workspace.store.calibration(dataset)).version
    return tuple(_record(rule, found, counts.get(rule, RuleCount(rule, 0, 0)), version) for rule in DETECTORS)


def _record(rule: str, found: Verdicts, count: RuleCount, version: str) -> RuleRecord:
    confirmed = [judged for judged in found.judged if judged.confirmed]
    return RuleRecord(
        rule=rule,
        help=inspect.cleandoc(DETECTORS[rule].__doc__ or ""),
        open=found.open.get(rule, 0),
        n=count.n,
        confirmed=count.confirmed,
        precision=count.confirmed / count.n if count.n else None,
        interval=wilson(count.confirmed, count.n),
        enough=count.enough,
        prior=DETECTORS[rule].PROBABILITY,
        named=sum(rule in judged.rules for judged in confirmed),
        of=len(confirmed) + found.drawn,
        bins=_bins(reliability(verdict for verdict in _verdicts(found) if verdict.rule == rule)),
        calibration=version,
    )


def refit(workspace: Workspace, dataset: str | None = None, *, by: Person) -> RefitReport:
    """Learn from the analysts' verdicts how likely proposals are; the next run of detection uses it.

    What the shipped calibration says stays where there are too few verdicts; that is said, and kept on record.

    Args:
        workspace: The open store.
        dataset: Only from its verdicts and only for it; None for every data set without a calibration of its own.
        by: Who asked for it.

    Raises:
        UnknownId: There is no such data set.
        PermissionDenied: That takes an adjudicator.
    """
    name = allow(workspace, by, Role.ADJUDICATOR, "refit the detectors")
    verdicts = tuple(_verdicts(workspace.store.verdicts(dataset)))
    before = calibration_of(workspace.store.calibration(dataset))
    # From the shipped one, so that the same verdicts teach the same however often they are asked.
    found = refitted(verdicts, SHIPPED)
    changed = found.calibration.version != before.version
    if changed:
        workspace.store.save_calibration(
            dataset,
            settings=json.dumps(_as_dict(found.calibration), sort_keys=True, allow_nan=False),
            version=found.calibration.version,
            verdict_count=len(verdicts),
            notice=found.notice,
            by=name,
        )
    return RefitReport(
        version=found.calibration.version,
        previous=before.version,
        verdicts=len(verdicts),
        changed=changed,
        notice=found.notice,
        bins=_bins(found.reliability),
    )


def _verdicts(found: Verdicts) -> Iterable[Verdict]:
    return (
        Verdict(
            judged.rule, judged.confirmed, judged.probability, judged.shared if judged.rule == "text_reuse" else None
        )
        for judged in found.judged
    )


def _bins(bins: Iterable[Bin]) -> tuple[RecordBin, ...]:
    return tuple(RecordBin(one.low, one.high, one.n, one.mean, one.observed, one.interval) for one in bins)


def _as_dict(calibration: Calibration) -> dict[str, Any]:
    curve = calibration.curve
    return {
        "bands": [[band.least, band.most, band.confirmed, band.n] for band in calibration.bands],
        "base": calibration.base,
        "prevalence": calibration.prevalence,
        "curve": None if curve is None else [curve.intercept, curve.slope, curve.n],
        "rules": [[count.rule, count.confirmed, count.n] for _, count in sorted(calibration.rules.items())],
        "basis": calibration.basis,
    }


def calibration_of(settings: str | None) -> Calibration:
    """The calibration that was kept; the shipped one where none was."""
    if settings is None:
        return SHIPPED
    plain = json.loads(settings)
    return Calibration(
        bands=tuple(BandCount(*band) for band in plain["bands"]),
        base=plain["base"],
        prevalence=plain["prevalence"],
        curve=None if plain["curve"] is None else Curve(*plain["curve"]),
        rules=MappingProxyType({rule: RuleCount(rule, confirmed, n) for rule, confirmed, n in plain["rules"]}),
        basis=plain["basis"],
    )
