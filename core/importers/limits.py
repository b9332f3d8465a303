"""What a file does not carry, and what that rules out."""

from core.model import Case
from core.states import Dependence


def capability_limits(case: Case, stance_stated: bool) -> tuple[str, ...]:
    """One sentence per thing that is missing from the whole file."""
    limits = []
    if not case.answers:
        limits.append("no answers: claims cannot be read in their context")
    if not case.evidence:
        limits.append("no evidence: there is nothing to score")
    if not case.citations:
        limits.append("no citations: nothing can be verified")
    if case.evidence and not any(item.text for item in case.evidence):
        limits.append("no passages' text: quotes cannot be checked")
    if case.evidence and not stance_stated:
        limits.append("no stance: passages are taken as support")
    if not any(source.published_at for source in case.sources):
        limits.append("no dates: who came first cannot be told")
    if not any(source.url for source in case.sources):
        limits.append("no addresses: pages cannot be opened or compared")
    labelled = any(source.dependence not in (None, Dependence.UNKNOWN) for source in case.sources) or case.labels
    if not labelled and not case.edges:
        limits.append("no dependence labels or edges: every source counts as unknown")
    return tuple(limits)
