"""Factcheck-GPT: answers split into sentences and claims, each claim with five retrieved passages.

The format names no citations: all its passages are retrieved. A passage's source is its URL, by
the exact string. The people who made the data judged each passage's stance and each claim's
factuality; both are kept in their words.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from core.errors import ImportFailed
from core.importers.assembly import Assembly, extra_of
from core.importers.dataset_names import choose_dataset
from core.importers.findings import Findings, shown
from core.importers.limits import capability_limits
from core.importers.sample import Sample
from core.importers.types import Detection, Imported, Progress
from core.importers.words import stance
from core.model import Answer, Claim, Evidence, Judgement, Source
from core.policy import Policy
from core.states import EvidenceState, Stance

_KEYS = ("prompt", "response", "sentences")
_TAKEN = frozenset(("claims", "auto_evidence", "auto_evidence_url", "stance_claim_autoEvid"))
_JUDGE = "Factcheck-GPT annotators"


class FactcheckGptImporter:
    """Reads the benchmark's JSON Lines."""

    NAME = "factcheck-gpt"
    READS = "Factcheck-GPT answers: {prompt, response, sentences{…: {text, claims, auto_evidence, …}}}"

    def detect(self, sample: Sample) -> Detection:
        """As sure as the share of the first records that have its keys."""
        records = sample.head()
        fitting = [record for record in records if _fits(record)]
        if not fitting and any(set(_KEYS) <= record.keys() for record in records):
            return Detection(0.1, (f"records with the keys {', '.join(_KEYS)}, but sentences of another form",))
        if not fitting:
            return Detection(0.0, ("no records with the keys " + ", ".join(_KEYS),))
        reason = f"{len(fitting)} of the first {len(records)} records have the keys {', '.join(_KEYS)}"
        return Detection(0.95 * len(fitting) / len(records), (reason,))

    def read(
        self,
        sample: Sample,
        *,
        dataset: str | None = None,
        mapping: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> Imported:
        """Read the answers; see ``Importer.read``."""
        findings = Findings(sample.name)
        facts = Assembly(findings)
        document = sample.document
        if document is not None:
            document.report(findings)
            for done, record in enumerate(document.clean(findings), 1):
                _answer(record.value, record.row, facts)
                if progress is not None and done % 100 == 0:
                    progress(done, len(document.records))
            if progress is not None:
                progress(len(document.records), len(document.records))
        if len(facts.answers) == 0:
            if not findings.problems:
                findings.problem("the file holds no answers of this format", expected=self.READS, found="none")
            raise ImportFailed(tuple(findings.problems))
        facts.policy = Policy(name="factcheck-gpt")
        facts.stance_stated = True
        case = facts.case(choose_dataset(dataset, None, sample.name, findings))
        problems = tuple(findings.problems)
        return Imported(case, self.NAME, problems, capability_limits(case, True), self.detect(sample).reasons)


def _answer(record: Any, row: int, facts: Assembly) -> None:
    findings = facts.findings
    if not isinstance(record, dict) or any(key not in record for key in _KEYS):
        expected = ", ".join(_KEYS)
        findings.problem("this is not a Factcheck-GPT answer", expected=expected, found=shown(record), row=row)
        return
    prompt, response, sentences = (record[key] for key in _KEYS)
    before = len(findings.problems)
    for field, value in (("prompt", prompt), ("response", response)):
        if not isinstance(value, str):
            findings.problem(f"{field} must be a text", expected="text", found=shown(value), row=row, field=field)
    if not isinstance(sentences, dict):
        expected = "an object of sentences"
        findings.problem(
            "sentences must be an object", expected=expected, found=shown(sentences), row=row, field="sentences"
        )
    corrected = record.get("revised_response")
    if len(findings.problems) > before:
        return
    answer_id = f"a{row}"
    extra = {key: value for key, value in record.items() if key not in (*_KEYS, "revised_response")}
    if not isinstance(corrected, str):
        extra |= {"revised_response": corrected} if corrected is not None else {}
        corrected = None
    facts.answers.add(Answer(answer_id, response, prompt, corrected, extra_of(extra)), row)
    for number, (name, sentence) in enumerate(sentences.items(), 1):
        _sentence(f"{answer_id}.s{number}", answer_id, name, sentence, row, facts)


def _sentence(prefix: str, answer_id: str, name: str, sentence: Any, row: int, facts: Assembly) -> None:
    findings = facts.findings
    field = f"sentences.{name}"
    if not isinstance(sentence, dict) or not isinstance(sentence.get("claims"), list):
        expected = "an object with a list of claims"
        findings.problem("this is not a sentence", expected=expected, found=shown(sentence), row=row, field=field)
        return
    written = sentence.get("text")
    shared = {key: value for key, value in sentence.items() if not isinstance(value, list) and key != "text"}
    for index, text in enumerate(sentence["claims"]):
        claim_id = f"{prefix}.c{index + 1}"
        if not isinstance(text, str) or not text.strip():
            found = shown(text)
            findings.problem("a claim must be a text", expected="text", found=found, row=row, field=f"{field}.claims")
            continue
        own = {
            key: value[index]
            for key, value in sentence.items()
            if isinstance(value, list) and key not in _TAKEN and index < len(value)
        }
        claim = Claim(
            claim_id,
            text,
            answer_id,
            sentence=written if isinstance(written, str) else None,
            extra=extra_of(shared | own),
        )
        facts.claims.add(claim, row)
        factuality = own.get("claims_factuality_label")
        if isinstance(factuality, bool | str):
            value = factuality if isinstance(factuality, str) else str(factuality).lower()
            facts.judgements.add(Judgement(f"{claim_id}.factuality", claim_id, "factuality", value, _JUDGE), row)
        for item in _passages(claim_id, index, sentence, row, field, findings):
            if item.source_id not in facts.sources:
                facts.sources.add(Source(item.source_id, url=item.source_id), row)
            facts.evidence.add(item, row)


def _passages(
    claim_id: str, index: int, sentence: Mapping[str, Any], row: int, field: str, findings: Findings
) -> Iterator[Evidence]:
    texts = _of_claim(sentence, "auto_evidence", index)
    urls = _of_claim(sentence, "auto_evidence_url", index)
    if len(texts) != len(urls):
        message = f"claim {index + 1} has {len(texts)} passages, but {len(urls)} addresses"
        expected, found = "one address per passage", f"{len(urls)} for {len(texts)}"
        findings.problem(message, expected=expected, found=found, row=row, field=f"{field}.auto_evidence_url")
        return
    stances = _of_claim(sentence, "stance_claim_autoEvid", index)
    if texts and len(stances) < len(texts):
        message = "a list of stances is shorter than the list of passages; the rest is unjudged"
        findings.count("stances-missing", message, example=claim_id, row=row, field="stance_claim_autoEvid")
    for rank, (text, url) in enumerate(zip(texts, urls, strict=True), 1):
        if not isinstance(text, str) or not isinstance(url, str) or not url.strip():
            expected, found = "a text and its address", f"{shown(text)} and {shown(url)}"
            message = f"passage {rank} of claim {index + 1} must be a text with an address"
            findings.problem(message, expected=expected, found=found, row=row, field=f"{field}.auto_evidence")
            continue
        word = stances[rank - 1] if rank <= len(stances) else None
        towards, given = stance(word, findings, row) if isinstance(word, str) else (Stance.UNJUDGED, None)
        yield Evidence(
            id=f"{claim_id}.e{rank}",
            claim_id=claim_id,
            source_id=url,
            text=text,
            stance=towards,
            stance_given=given,
            rank=rank,
            state=EvidenceState.RETRIEVED,
        )


def _of_claim(sentence: Mapping[str, Any], key: str, index: int) -> list[Any]:
    lists = sentence.get(key)
    own = lists[index] if isinstance(lists, list) and index < len(lists) else None
    return own if isinstance(own, list) else []


def _fits(record: dict[str, Any]) -> bool:
    return all(key in record for key in _KEYS) and isinstance(record["sentences"], dict)
