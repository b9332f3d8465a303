"""Words an answer puts between quotation marks, looked for in the texts of its sources by the rules of every check."""

from collections.abc import Sequence

from core.services.lists import answer
from core.services.workspace import Workspace
from core.verification.citations import CitationSet, CitedClaim
from core.verification.config import HEADWATER
from core.verification.grounding.text import represent
from core.verification.index import SourceIndex
from core.verification.verifiers import verifier_for
from core.verification.vocabulary import ClaimKind


def quoted_in(workspace: Workspace, answer_uid: str, words: Sequence[str]) -> dict[str, str]:
    """Which source of an answer holds the words of a quotation.

    Args:
        workspace: The open store.
        answer_uid: ``data set:id`` of the answer.
        words: The quotations, without their marks.

    Returns:
        Words -> title of the first source whose text, as it came with the data, holds them. What no text holds, or
        what is too short to be told from other words, is left out: that is no finding against it.

    Raises:
        UnknownId: There is no such answer.
    """
    asked = CitationSet(tuple(CitedClaim(ClaimKind.QUOTE, one) for one in words))
    verifier, found = verifier_for(HEADWATER), dict[str, str]()
    seen = set[str]()
    for claim in answer(workspace, answer_uid).claims:
        for source in workspace.store.dossier(claim.uid).sources:
            if source.id in seen or not source.text:
                continue
            seen.add(source.id)
            report = verifier.verify(SourceIndex(represent(source.text, None), HEADWATER), asked)
            for one, check in zip(words, report.checks, strict=True):
                if check.grounded:
                    found.setdefault(one, source.title or source.id)
    return found
