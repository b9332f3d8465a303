"""Reports of others, and our own again: read strictly, believed only where they follow from their checks. [ETH]"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from core.errors import InvalidInput
from core.verification.citations import FINGERPRINT, InvalidCitations, read_claim
from core.verification.exchange import STATEMENT
from core.verification.matching.differences import Hint, differences
from core.verification.records import Check, Evidence, Report, Verifier
from core.verification.representation import Box, Capabilities, Parser
from core.verification.vocabulary import (
    Advisory,
    CapabilityLimit,
    CheckStatus,
    CoordinateOrigin,
    MatchMethod,
    Reason,
)

Word = TypeVar("Word", bound=StrEnum)

UNSTATED = "not stated"
"""Verifier and versions of a report that names none."""
_KNOWN = frozenset(
    (
        "schema_version", "document_fingerprint", "verification_config_sha256", "grounding", "capability_limits",
        "fingerprint_stale", "all_evidence_grounded", "checks", "unsupported_claim_kinds", "warnings", "attestation",
        "headwater",
    )
)  # fmt: skip


class InvalidReport(InvalidInput):
    """A report is malformed, or does not follow from its own checks; nothing of it is believed."""


def report_from_dict(given: object) -> Report:
    """Read a report, bare or inside a statement's ``predicate``.

    Fields of later versions of the contract are kept in ``extra``.

    Raises:
        InvalidReport: A field is missing or of the wrong kind, or the report claims more than its checks show.
    """
    plain = _object(given, "the report")
    if "_type" in plain:
        if plain["_type"] != STATEMENT:
            raise InvalidReport(f"_type must be {STATEMENT}, got {plain['_type']!r}")
        plain = _object(plain.get("predicate"), "predicate")
    grounding = _object(plain.get("grounding"), "grounding")
    attestation = _object(plain.get("attestation", {}), "attestation")
    ours = _object(plain.get("headwater", {}), "headwater")
    verifier = _object(attestation.get("verifier", {}), "attestation.verifier")
    fingerprint = plain.get("document_fingerprint")
    if fingerprint is not None and not (isinstance(fingerprint, str) and FINGERPRINT.match(fingerprint)):
        raise InvalidReport(f"document_fingerprint must be sha256: and 64 hex digits, got {fingerprint!r}")
    report = Report(
        verifier=Verifier(str(verifier.get("name", UNSTATED)), str(verifier.get("version", UNSTATED))),
        config_version=str(attestation.get("config_version", UNSTATED)),
        config_digest=_text(plain, "verification_config_sha256"),
        claims_digest=str(attestation.get("claims_sha256", UNSTATED)),
        parser=_parser(_object(grounding.get("parser"), "grounding.parser"), ours),
        capabilities=_capabilities(_object(grounding.get("capabilities"), "grounding.capabilities")),
        checks=tuple(_check_from(n, item) for n, item in enumerate(_list(plain, "checks"), start=1)),
        document_fingerprint=fingerprint,
        expected_fingerprint=ours.get("expected_fingerprint"),
        representation=ours.get("representation"),
        fingerprint_stale=_flag(plain, "fingerprint_stale"),
        capability_limits=tuple(
            _word(CapabilityLimit, v, "capability_limits") for v in _list(plain, "capability_limits")
        ),
        unsupported_claim_kinds=tuple(str(kind) for kind in _list(plain, "unsupported_claim_kinds")),
        warnings=tuple(_word(Advisory, value, "warnings") for value in _list(plain, "warnings")),
        schema_version=_text(plain, "schema_version"),
        stopped=ours.get("stopped") is True,
        extra={key: value for key, value in plain.items() if key not in _KNOWN} or None,
    )
    claimed = _flag(plain, "all_evidence_grounded")
    if claimed and not report.all_evidence_grounded:
        raise InvalidReport("all_evidence_grounded does not follow from the checks of the report")
    if report.all_evidence_grounded and not claimed:
        # Whoever made it knows why it is not proved; it is never taken for more than it says.
        return replace(report, stopped=True)
    return report


def _check_from(number: int, given: object) -> Check:
    where = f"check {number}"
    plain = _object(given, where)
    try:
        claim = read_claim(where, _object(plain.get("claim"), f"{where}: claim"))
    except InvalidCitations as error:
        raise InvalidReport(str(error)) from error
    reason = plain.get("reason")
    status = _word(CheckStatus, plain.get("status"), f"{where}: status")
    if status is CheckStatus.GROUNDED and reason is not None:
        raise InvalidReport(f"{where}: a grounded check has no reason, got {reason!r}")
    ours = _object(plain.get("headwater", {}), f"{where}: headwater")
    evidence = plain.get("evidence")
    return Check(
        id=_text(plain, "id"),
        claim=claim,
        status=status,
        reason=None if reason is None else _word(Reason, reason, f"{where}: reason"),
        method=_word(MatchMethod, plain.get("match_method"), f"{where}: match_method"),
        evidence=None if evidence is None else _evidence(where, _object(evidence, f"{where}: evidence"), ours),
        warnings=tuple(_word(Advisory, value, f"{where}: warnings") for value in _list(plain, "warnings")),
        semantic_unverified=_flag(plain, "semantic_unverified"),
        hint=_hint(where, _object(ours["hint"], f"{where}: hint"), claim.text) if "hint" in ours else None,
        qualifiers=tuple(map(str, ours.get("qualifiers", ()))),
        folded=tuple(map(str, ours.get("folded", ()))),
        occurrences=int(ours.get("occurrences", 0)),
        elsewhere=tuple(map(str, ours.get("elsewhere", ()))),
        still_occurs=ours.get("still_occurs"),
        note=str(ours.get("note", "")),
    )


def _evidence(where: str, plain: Mapping[str, Any], ours: Mapping[str, Any]) -> Evidence:
    more = _object(ours.get("evidence", {}), f"{where}: headwater.evidence")
    return Evidence(
        text=_optional_text(plain, "text"),
        page=_optional_text(plain, "page"),
        box=_box(where, plain["bbox"]) if "bbox" in plain else None,
        crop_ref=_optional_text(plain, "crop_ref"),
        quoted=_optional_text(more, "quoted"),
        chars=_pair(where, more["chars"]) if "chars" in more else None,
        parts=tuple(_pair(where, part) for part in more.get("parts", ())),
        places=tuple(_pair(where, place) for place in more.get("places", ())),
        position=more.get("position"),
        label=_optional_text(more, "label"),
        pages=tuple(int(page) for page in more.get("pages", ())),
        before=more.get("before", ""),
        after=more.get("after", ""),
        element_id=_optional_text(more, "element_id"),
    )


def _hint(where: str, plain: Mapping[str, Any], expected: str | None) -> Hint:
    """The closest passage; where it differs follows from both texts and is not believed from the report."""
    text = _text(plain, "text")
    start, end = _pair(where, plain["chars"]) if "chars" in plain else (0, len(text))
    likeness = plain.get("likeness")
    if isinstance(likeness, bool) or not isinstance(likeness, int | float):
        raise InvalidReport(f"{where}: hint.likeness must be a number, got {likeness!r}")
    return Hint(text, start, end, float(likeness), differences(expected or "", text))


def _parser(plain: Mapping[str, Any], ours: Mapping[str, Any]) -> Parser:
    options = _object(ours.get("parser_options", {}), "headwater.parser_options")
    return Parser(
        _text(plain, "name"),
        _text(plain, "version"),
        _optional_text(plain, "adapter"),
        _optional_text(plain, "adapter_version"),
        MappingProxyType({str(key): str(value) for key, value in options.items()}),
    )


def _capabilities(plain: Mapping[str, Any]) -> Capabilities:
    return Capabilities(
        spans=_flag(plain, "spans"),
        char_offsets=_flag(plain, "char_offsets"),
        tables=_flag(plain, "tables"),
        fingerprint=_flag(plain, "fingerprint"),
        coordinate_origin=_word(CoordinateOrigin, plain.get("coordinate_origin"), "coordinate_origin"),
        crop_support=_flag(plain, "crop_support"),
    )


def _object(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidReport(f"{where} must be an object, got {value!r}")
    return value


def _list(plain: Mapping[str, Any], key: str) -> list[Any]:
    value = plain.get(key)
    if not isinstance(value, list):
        raise InvalidReport(f"{key} must be a list, got {value!r}")
    return value


def _text(plain: Mapping[str, Any], key: str) -> str:
    value = plain.get(key)
    if not isinstance(value, str):
        raise InvalidReport(f"{key} must be a string, got {value!r}")
    return value


def _optional_text(plain: Mapping[str, Any], key: str) -> str | None:
    return None if plain.get(key) is None else _text(plain, key)


def _flag(plain: Mapping[str, Any], key: str) -> bool:
    value = plain.get(key)
    if not isinstance(value, bool):
        raise InvalidReport(f"{key} must be true or false, got {value!r}")
    return value


def _word(words: type[Word], value: object, where: str) -> Word:
    if not isinstance(value, str) or value not in tuple(words):
        raise InvalidReport(f"{where} must be one of {', '.join(words)}; got {value!r}")
    return words(value)


def _box(where: str, value: object) -> Box:
    if not isinstance(value, list) or len(value) != 4 or not all(type(number) is int for number in value):
        raise InvalidReport(f"{where}: bbox must be four whole numbers, got {value!r}")
    return (value[0], value[1], value[2], value[3])


def _pair(where: str, value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(type(number) is int for number in value):
        raise InvalidReport(f"{where}: a stretch must be two whole numbers, got {value!r}")
    return (value[0], value[1])
