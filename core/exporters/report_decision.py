"""The decision in a report: what the rule says and why, what confidence alone allows, what somebody signed."""

from collections.abc import Iterable, Iterator, Sequence

from core.bundles.abstention import Statement
from core.bundles.deciding import AnswerVerdict, ClaimVerdict, decide_answer
from core.conclusions import Sufficiency
from core.exporters.markup import Markup, join, outside, tag
from core.exporters.report_parts import Column, bullets, table, when
from core.exporters.report_record import signed_table
from core.exporters.types import Delivery, Exhibit, standing
from core.model import Answer
from core.quality_words import quality_words
from core.verdicts import SignedDecision
from core.wording import (
    CONCLUSION,
    CONCLUSION_TONE,
    CONFIDENCE_ALLOWS,
    DECISION,
    DECISION_SIGN,
    SUFFICIENCY,
    UNHINDERED,
    conclusion_words,
    signature_words,
)


def decision_chip(verdict: ClaimVerdict | AnswerVerdict | None) -> Markup:
    """The decision as a word with its shape and colour."""
    if verdict is None:
        return tag("span", conclusion_words(None), class_="decision none")
    decision = verdict.decision
    return tag(
        "span", conclusion_words(decision), class_=f"decision {CONCLUSION_TONE[decision]}", data_decision=decision
    )


def confidence_chip(exhibit: Exhibit) -> Markup:
    """What confidence alone allows, as a word with its shape and colour."""
    decision = exhibit.found.decision
    words = f"{DECISION_SIGN[decision]} {DECISION[decision]}"
    return tag("span", words, class_=f"decision plain {decision.value}", data_confidence=decision.value)


def decision_lines(exhibit: Exhibit) -> Iterator[object]:
    """The decision in a few lines: what, how the evidence stands, what holds it back; what confidence alone allows."""
    told = exhibit.decide()
    verdict = told.verdict
    if verdict is None:
        yield _line("Decision", decision_chip(None), told.why_not)
    else:
        why = "; ".join(verdict.holding) or UNHINDERED
        yield _line("Decision", decision_chip(verdict), _states(verdict.states), why)
    yield _line(CONFIDENCE_ALLOWS, confidence_chip(exhibit), "; ".join(exhibit.found.reasons))
    yield _signed_line(exhibit.signature)


def decision_in_full(exhibit: Exhibit) -> Iterator[object]:
    """Every reason with its code, and what to say instead of the claim or beside it."""
    verdict = exhibit.decide().verdict
    if verdict is None or not verdict.grounds:
        return
    yield tag("h3", "Why the decision is not more")
    yield table(
        "Every reason, the gravest first; a decision is only as much as each of them allows",
        (Column("Allows at most", "k"), Column("Reason", "w"), Column("State", "k"), Column("Code", "k")),
        (
            (
                CONCLUSION[ground.allows],
                outside(ground.text),
                SUFFICIENCY[ground.state] if ground.state is not None else "–",
                tag("code", ground.code.value),
            )
            for ground in verdict.grounds
        ),
    )
    if verdict.statement is not None:
        instead = CONCLUSION_TONE[verdict.decision] == "refuse"
        yield tag("h3", "What to say instead" if instead else "What to say beside it")
        yield from _statement(verdict.statement)


def _statement(spoken: Statement) -> Iterator[object]:
    parts = (
        ("What the sources support", spoken.supports),
        ("What is missing", spoken.missing),
        ("What one would have to assume", spoken.assumptions),
    )
    yield tag(
        "div",
        *(
            tag("section", tag("h4", title), bullets(map(outside, said)) or tag("p", "nothing"))
            for title, said in parts
        ),
        class_="three",
    )


def _line(name: str, chip: Markup, *said: str) -> Markup:
    words = [outside(one) for one in said if one]
    parts: list[object] = [tag("span", name, class_="name"), " ", chip]
    for number, one in enumerate(words):
        parts += [" " if number == 0 else " – ", one]
    return tag("p", *parts, class_="line")


def _states(states: Sequence[Sufficiency]) -> str:
    return ", ".join(SUFFICIENCY[state] for state in states)


def _signed_line(signed: SignedDecision | None) -> Markup | None:
    if signed is None:
        return None
    by = join(outside(signed.by), f", {when(signed.at)} UTC", ": " if signed.reason else "")
    return tag(
        "p",
        tag("span", "Signed", class_="name"),
        " ",
        tag("strong", outside(signature_words(signed))),
        " – ",
        by,
        outside(signed.reason) if signed.reason else None,
        class_="line",
    )


def answer_lines(delivery: Delivery, answer: Answer, exhibits: Sequence[Exhibit]) -> Iterator[object]:
    """The decision on an answer, what to leave out or qualify, what was signed, and how good its citations are."""
    verdicts = [exhibit.decide().verdict for exhibit in exhibits]
    known = [verdict for verdict in verdicts if verdict is not None]
    if len(known) < len(verdicts):
        words = f"{len(verdicts) - len(known)} of its {len(verdicts)} claims could not be decided"
        yield _line("Decision", decision_chip(None), words)
    else:
        verdict = decide_answer(answer, known)
        yield _line("Decision", decision_chip(verdict), _states(verdict.states), "; ".join(verdict.reasons))
        yield from _claims_to(verdict.leave_out, "Leave out", exhibits)
        yield from _claims_to(verdict.qualify, "State only with their qualification", exhibits)
    yield _signed_line(standing(delivery.signed))
    quality = delivery.quality()
    if quality is not None and quality.total:
        yield _line("Citations", Markup(""), *quality_words(quality))
    if delivery.signed:
        yield signed_table(delivery.signed, "What leads signed about this answer, newest first")


def _claims_to(ids: Iterable[str], words: str, exhibits: Sequence[Exhibit]) -> Iterator[object]:
    places = {exhibit.dossier.claim.id: number for number, exhibit in enumerate(exhibits, 1)}
    named = [exhibits[places[name] - 1].dossier.claim.text for name in ids if name in places]
    links = [tag("a", outside(text), href=f"#c{places[name]}") for text, name in zip(named, ids, strict=False)]
    if links:
        yield tag("p", f"{words}:")
        yield bullets(links)
