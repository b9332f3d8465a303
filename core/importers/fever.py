"""FEVER: claims with the Wikipedia sentences that annotators gave for their verdict.

The evidence of a claim is a list of alternative sets, each a list of
``[annotation, evidence, page, sentence]``. A passage is one sentence of one page, a page is one
source, and a passage keeps the names of all the sets it is in.

A claim the annotators refuted has evidence that refutes it. So that its evidence is counted all
the same, the data set's policy counts every stance: a score then speaks of the annotators'
verdict (kept as ``label``), whichever way it went.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any, Literal

from core.errors import ImportFailed
from core.importers.assembly import Assembly, extra_of
from core.importers.dataset_names import choose_dataset
from core.importers.findings import Findings, shown
from core.importers.limits import capability_limits
from core.importers.sample import Sample
from core.importers.types import Detection, Imported, Progress
from core.importers.words import stance
from core.model import Claim, Evidence, Source
from core.policy import Policy

Flattening = Literal["passages", "sets"]
"""passages: every sentence once (B). sets: once per distinct evidence set it is in (C)."""

_ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "-COLON-": ":",
}
_KEYS = ("id", "label", "claim", "evidence")
_LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")


def page_name(written: str) -> str:
    """The page's name as Wikipedia writes it: escapes resolved, accents composed.

    Examples:
        >>> page_name("Tarn_Ferry_-LRB-boat-RRB-")
        'Tarn_Ferry_(boat)'
    """
    for escape, sign in _ESCAPES.items():
        written = written.replace(escape, sign)
    return unicodedata.normalize("NFC", written)


Passage = tuple[str, int]
"""(page as written, sentence), the sentence counted from 0."""


class FeverImporter:
    """Reads FEVER's JSON Lines; the flattening is part of the format's name."""

    READS = "FEVER claims: {id, label, claim, evidence[[[annotation, evidence, page, sentence]]]}"

    def __init__(self, name: str = "fever", flattening: Flattening = "passages") -> None:
        self.NAME = name
        self.flattening: Flattening = flattening

    def detect(self, sample: Sample) -> Detection:
        """As sure as the share of the first records that have FEVER's keys and nesting."""
        records = sample.head()
        fitting = [record for record in records if _fits(record)]
        if not fitting and any(set(_KEYS) <= record.keys() for record in records):
            return Detection(0.1, (f"records with the keys {', '.join(_KEYS)}, but not with FEVER's labels and sets",))
        if not fitting:
            return Detection(0.0, ("no records with the keys " + ", ".join(_KEYS),))
        share = len(fitting) / len(records)
        reason = f"{len(fitting)} of the first {len(records)} records have the keys {', '.join(_KEYS)}"
        if self.flattening == "sets":
            return Detection(0.5 * share, (reason, "this way of counting is taken only where it is asked for"))
        return Detection(0.95 * share, (reason,))

    def read(
        self,
        sample: Sample,
        *,
        dataset: str | None = None,
        mapping: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> Imported:
        """Read the claims; see ``Importer.read``."""
        findings = Findings(sample.name)
        facts = Assembly(findings)
        document = sample.document
        if document is not None:
            document.report(findings)
            for done, record in enumerate(document.clean(findings), 1):
                self._claim(record.value, record.row, facts)
                if progress is not None and done % 1000 == 0:
                    progress(done, len(document.records))
            if progress is not None:
                progress(len(document.records), len(document.records))
        if len(facts.claims) == 0:
            if not findings.problems:
                findings.problem("the file holds no FEVER claims", expected=self.READS, found="none")
            raise ImportFailed(tuple(findings.problems))
        _report(facts)
        facts.policy = Policy(name="fever", stances="all")
        facts.stance_stated = True
        case = facts.case(choose_dataset(dataset, None, sample.name, findings))
        problems = tuple(findings.problems)
        return Imported(case, self.NAME, problems, capability_limits(case, True), self.detect(sample).reasons)

    def _claim(self, record: Any, row: int, facts: Assembly) -> None:
        findings = facts.findings
        if not isinstance(record, dict) or any(key not in record for key in _KEYS):
            found = shown(record)
            findings.problem("this is not a FEVER claim", expected=", ".join(_KEYS), found=found, row=row)
            return
        before = len(findings.problems)
        identifier, text, label = _id(record["id"], row, findings), record["claim"], record["label"]
        if not isinstance(text, str) or not text.strip():
            findings.problem("a claim must be a text", expected="text", found=shown(text), row=row, field="claim")
        if label not in _LABELS:
            expected = ", ".join(_LABELS)
            findings.problem("the label is not FEVER's", expected=expected, found=shown(label), row=row, field="label")
        sets = _sets(record["evidence"], row, findings)
        if len(findings.problems) > before:
            return
        extra = {key: value for key, value in record.items() if key not in ("id", "claim", "evidence")}
        if not facts.claims.add(Claim(identifier, text, extra=extra_of(extra)), row):
            return
        verdict, given = stance(label, findings, row)
        for passage, names in _flattened(sets, self.flattening):
            page, sentence = page_name(passage[0]), passage[1]
            if page not in facts.sources:
                title = page.replace("_", " ")
                facts.sources.add(Source(page, title=title, publisher="Wikipedia"), row)
            name = f"{identifier}/{page}/{sentence}"
            item = Evidence(
                id=name if self.flattening == "passages" else f"{name}/set {names}",
                claim_id=identifier,
                source_id=page,
                stance=verdict,
                stance_given=given or label,
                evidence_set=names,
                extra=extra_of({"page": passage[0], "sentence": sentence}),
            )
            facts.evidence.add(item, row)


def _flattened(sets: list[tuple[Passage, ...]], flattening: Flattening) -> list[tuple[Passage, str]]:
    """The passages with the names of the sets they are in; sets are numbered from 1."""
    if flattening == "sets":
        return [(passage, str(number)) for number, members in enumerate(sets, 1) for passage in members]
    names: dict[Passage, list[str]] = {}
    for number, members in enumerate(sets, 1):
        for passage in members:
            names.setdefault(passage, []).append(str(number))
    return [(passage, ", ".join(numbers)) for passage, numbers in names.items()]


def _sets(evidence: Any, row: int, findings: Findings) -> list[tuple[Passage, ...]]:
    """The distinct evidence sets in the order of the file, each with its distinct passages."""
    distinct: dict[frozenset[Passage], tuple[Passage, ...]] = {}
    for number, members in enumerate(evidence if isinstance(evidence, list) else [evidence], 1):
        field = f"evidence[{number}]"
        if not isinstance(members, list):
            expected = "a list of evidence sets"
            findings.problem(
                "evidence must be lists of sets", expected=expected, found=shown(members), row=row, field=field
            )
            continue
        read = (_passage(member, row, field, findings) for member in members)
        passages = dict.fromkeys(passage for passage in read if passage is not None)
        if passages:
            distinct.setdefault(frozenset(passages), tuple(passages))
    return list(distinct.values())


def _passage(member: Any, row: int, field: str, findings: Findings) -> Passage | None:
    """(page, sentence); None for an annotation without evidence, and for one that was reported."""
    expected = "[annotation, evidence, page, sentence]"
    if not isinstance(member, list) or len(member) < 4:
        findings.problem("an annotation has four parts", expected=expected, found=shown(member), row=row, field=field)
        return None
    page, sentence = member[2], member[3]
    if page is None and sentence is None:
        return None
    if not isinstance(page, str) or not page.strip():
        findings.problem("a page must be named", expected="the name of a page", found=shown(page), row=row, field=field)
        return None
    if isinstance(sentence, bool) or not isinstance(sentence, int) or sentence < 0:
        message = "a sentence is counted from 0 (some copies write -1 for 0: import the original file)"
        findings.problem(message, expected="a whole number >= 0", found=shown(sentence), row=row, field=field)
        return None
    return page, sentence


def _id(value: Any, row: int, findings: Findings) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and value.strip():
        return value
    expected = "an id: text or a whole number"
    findings.problem("a claim needs an id", expected=expected, found=shown(value), row=row, field="id")
    return ""


def _report(facts: Assembly) -> None:
    findings = facts.findings
    findings.notice("every-stance-counts", "evidence counts for the annotators' verdict, supporting or refuting")
    message = (
        "pages carry no dependence label: they are unknown; at alpha 1 they are taken as independent of each other"
    )
    findings.notice("pages-unlabelled", message, field="dependence")
    without = sum(1 for claim in facts.claims) - len({item.claim_id for item in facts.evidence})
    if without:
        findings.notice("claims-without-evidence", f"{without} claims have no evidence, as their annotators found none")


def _fits(record: dict[str, Any]) -> bool:
    if any(key not in record for key in _KEYS) or not isinstance(record["evidence"], list):
        return False
    if record["label"] not in _LABELS:
        return False
    return all(isinstance(members, list) for members in record["evidence"])
