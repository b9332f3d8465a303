"""The passages of a claim and the judgements on pairs of them, as bundles need them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.bundles.instructions import instructions_in
from core.bundles.items import of_low_authority
from core.bundles.types import Judge, PairJudgement, Passage, Table
from core.dossier import evidence_graph, why_not_counted
from core.figures import Assessment
from core.lineage.graph import trace
from core.model import Citation, Dossier, Evidence, Judgement, Source

CONTRADICTION = "contradiction"
"""Axis "contradiction:ID": the passage of the judgement held against passage ID of the same claim."""
_WORDS = {
    **dict.fromkeys(("contradiction", "contradicts", "contradicted", "contradictory"), 1.0),
    **dict.fromkeys(("consistent", "entailment", "entails", "neutral", "none", "no_contradiction"), 0.0),
}
RISK = {"retracted upstream": 0.75, "reads like an instruction": 0.5, "low authority": 0.5}
"""What a passage risks for each thing that is known against it [HOUSE]; the largest counts."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Judgements on pairs of passages, and those that could not be used."""

    judgements: tuple[PairJudgement, ...]
    problems: tuple[str, ...]


def passages_of(dossier: Dossier, assessment: Assessment) -> tuple[Passage, ...]:
    """Every passage of a claim whose source is not retracted, in the order of the dossier.

    A passage without a text of its own takes its source's. Passages share a lineage where their sources hang together
    over edges that count, whatever their stance; it has the letter of the assessment where it has one there.

    Source: [KON] copies of one origin are one lineage; [TOUCH] one source family, however many versions.
    """
    sources = {source.id: source for source in dossier.sources}
    gone = {source.id for source in dossier.sources if source.retracted}
    kept = [item for item in dossier.evidence if item.source_id not in gone]
    letters = {node: family.letter for family in assessment.lineages for node in family.nodes}
    named: dict[str, str] = {}
    for lineage in trace(evidence_graph(dossier, kept, assessment.policy)):
        letter = min((letters[node] for node in lineage.ids if node in letters), default="")
        named.update(dict.fromkeys(lineage.ids, letter or f"of {min(lineage.ids)}"))
    cited: dict[str, Citation] = {}
    for citation in dossier.citations:
        cited.setdefault(citation.evidence_id or "", citation)
    return tuple(
        _passage(
            item, sources.get(item.source_id), cited.get(item.id), named.get(item.source_id, ""), assessment, dossier
        )
        for item in kept
    )


def _passage(
    item: Evidence,
    source: Source | None,
    citation: Citation | None,
    lineage: str,
    assessment: Assessment,
    dossier: Dossier,
) -> Passage:
    text = item.text if item.text.strip() else (source.text or "") if source is not None else ""
    risks = []
    if item.source_id in assessment.upstream_retracted:
        risks.append("retracted upstream")
    if instructions_in(text):
        risks.append("reads like an instruction")
    if of_low_authority(source):
        risks.append("low authority")
    page = f"page {citation.page}" if citation is not None and citation.page is not None else ""
    place = page or (citation.element_id or "" if citation is not None else "")
    return Passage(
        id=item.id,
        text=text,
        source_id=item.source_id,
        title=source.title if source is not None else "",
        lineage=lineage,
        stance=item.stance,
        date=source.published_at if source is not None else None,
        rank=item.rank,
        counted=not why_not_counted(item, assessment.policy, False),
        location=str(item.extra.get("location") or place),
        version=(source.fingerprint or source.version or "") if source is not None else "",
        observed_at=str(item.extra.get("observed_at") or ""),
        table=_table(item.extra.get("table")),
        risk=max((RISK[name] for name in risks), default=0.0),
        risk_reasons=tuple(risks),
    )


def _table(given: Any) -> Table | None:
    """``{"header": [...], "rows": [[...], ...]}`` of a passage, where it has one."""
    if not isinstance(given, Mapping):
        return None
    header, rows = given.get("header"), given.get("rows")
    if not isinstance(header, list | tuple) or not isinstance(rows, list | tuple):
        return None
    return Table(
        tuple(str(cell) for cell in header),
        tuple(tuple(str(cell) for cell in row) for row in rows if isinstance(row, list | tuple)),
    )


def pair_judgements(judgements: Sequence[Judgement], passages: Sequence[Passage]) -> Pairs:
    """The judgements of a claim that say how far two of its passages contradict each other.

    Args:
        judgements: Those with the axis "contradiction:ID" are read: value a number in [0, 1] or a word such as
            "contradicts" or "consistent".
        passages: Of the claim.

    Returns:
        What counts; and, in words, what does not: a model's judgement without its rubric cannot be repeated.

    Source: [MARIA] pairwise contradiction; [HOUSE] only versioned judgements count.
    """
    known = {passage.id for passage in passages}
    found, problems = [], []
    for judgement in judgements:
        axis, _, other = judgement.axis.partition(":")
        if axis.strip().casefold() != CONTRADICTION:
            continue
        score = judged_score(judgement.value, _WORDS)
        who = f"the judgement {judgement.id!r}"
        if not other or judgement.evidence_id is None or not {other, judgement.evidence_id} <= known:
            problems.append(f"{who} does not name two passages of the claim")
        elif other == judgement.evidence_id:
            problems.append(f"{who} holds a passage against itself")
        elif score is None:
            problems.append(f"{who} has the value {judgement.value!r}; a number in [0, 1] was expected")
        elif not judgement.judge.strip():
            problems.append(f"{who} names no judge")
        elif judgement.model is not None and not (judgement.rubric or "").strip():
            problems.append(f"{who} is a model's without a rubric: it cannot be repeated, so it does not count")
        elif judgement.model is not None and not judgement.model.strip():
            problems.append(f"{who} is a model's without the model's name: it does not count")
        else:
            found.append(
                PairJudgement(
                    left=judgement.evidence_id,
                    right=other,
                    contradiction=score,
                    kind=_kind(judgement),
                    judge=judgement.judge,
                    model=judgement.model,
                    rubric=judgement.rubric,
                    at=judgement.at,
                )
            )
    return Pairs(tuple(found), tuple(problems))


def _kind(judgement: Judgement) -> Judge:
    if judgement.model is None:
        return Judge.HUMAN
    return Judge.NLI if "nli" in f"{judgement.model} {judgement.judge}".casefold() else Judge.LLM


def judged_score(value: str, words: Mapping[str, float]) -> float | None:
    """The number in [0, 1] that a judgement's value stands for, given what the words of its axis mean.

    Source: [HOUSE] a number, or one of a few words; anything else is not guessed at.
    """
    word = value.strip().casefold()
    if word in words:
        return words[word]
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) and 0.0 <= number <= 1.0 else None
