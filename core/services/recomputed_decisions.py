"""The decisions of a package made anew, under the rule, the checks and the stated parts that its manifest names."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from core.bundles.embedders.types import EmbedderError
from core.errors import HeadwaterError, InvalidParameter
from core.exporters.decision_record import claim_decision_record
from core.exporters.manifest import PARTS
from core.model import Dossier, Judgement
from core.results import Assessment
from core.services.exhibit_decisions import Rule, read_checks

Deviation = tuple[str, str, Any, Any, str]
"""Claim, what of its decision, as stated, as made anew, and both in words."""


class DecidedAgain:
    """The decisions of one package beside those its manifest states.

    Args:
        parts: The parts of the manifest.
        exported: What it says of the export.
        judgements: Of the package.
    """

    def __init__(
        self, parts: Iterable[Mapping[str, Any]], exported: Mapping[str, Any], judgements: Iterable[Judgement]
    ) -> None:
        self.notes: list[str] = []
        self._stated: dict[str, Any] = {}
        self._checks: dict[str, Any] = {}
        self._said: dict[str, Mapping[str, Any]] = {}
        for part in parts:
            self._stated |= part.get("decisions") or {}
            self._checks |= part.get("checks") or {}
            self._said |= {str(one.get("claim_id")): one for one in part.get(PARTS) or () if isinstance(one, dict)}
        self._judged: defaultdict[str, list[Judgement]] = defaultdict(list)
        for judgement in judgements:
            self._judged[judgement.claim_id].append(judgement)
        self._rule = self._read(exported.get("rule"))

    def _read(self, rule: object) -> Rule | None:
        if not isinstance(rule, Mapping):
            if self._stated:
                self.notes.append("the package names no rule, so its decisions were not made anew")
            return None
        try:
            return Rule(rule.get("settings") or {}, rule.get("day"))
        except (HeadwaterError, ValueError, TypeError) as error:
            self.notes.append(f"the rule of the package cannot be read, so its decisions were not made anew ({error})")
            return None

    def compared(self, dossier: Dossier, found: Assessment) -> Iterator[Deviation]:
        """Where the decision on a claim is another than the manifest states."""
        claim = dossier.claim.id
        if self._rule is None:
            self._stated.pop(claim, None)
            return
        stated = self._stated.pop(claim, None)
        try:
            anew = self._anew(self._rule, dossier, found)
        except EmbedderError as error:
            self._rule = None
            self.notes.append(f"decisions were not made anew: {error}")
            return
        except (InvalidParameter, ValueError, KeyError, TypeError) as error:
            if stated is not None:
                yield claim, "", stated, None, f"claim {claim!r}: the decision cannot be made anew ({error})"
            return
        if stated is None:
            yield claim, "", None, anew, f"claim {claim!r} has no decision in the manifest"
            return
        for key, value in anew.items():
            held = stated.get(key) if isinstance(stated, Mapping) else None
            if held != value:
                words = (_short(key, one) for one in (value, held))
                what = "decision" if key == "conclusion" else f"decision: {key}"
                yield claim, key, held, value, "claim {!r}: {} is {}, the package says {}".format(claim, what, *words)

    def _anew(self, rule: Rule, dossier: Dossier, found: Assessment) -> dict[str, Any]:
        own = {citation.id: self._checks[citation.id] for citation in dossier.citations if citation.id in self._checks}
        said: Sequence[Judgement] = self._judged[dossier.claim.id]
        verdict = rule.decide(dossier, found, said, read_checks(own), self._said.get(dossier.claim.id))
        return claim_decision_record(verdict)

    def left(self) -> Iterator[Deviation]:
        """Decisions of claims that are not in the package."""
        for claim, stated in self._stated.items():
            yield claim, "", stated, None, f"claim {claim!r} has a decision in the manifest and is not in the package"


def _short(key: str, held: Any) -> str:
    if key == "reasons" and isinstance(held, list):
        return repr(", ".join(str(one.get("code")) for one in held if isinstance(one, dict)) or "none")
    return repr(held)
