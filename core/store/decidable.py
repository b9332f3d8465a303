"""What the rule's verdict on claims rests on, read for many at once: facts, checks, judgements, parts, policy."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from core.checked import CheckInForce, Promote, RecordedJudgement
from core.model import Dossier
from core.policy import Policy
from core.store.judgements import judgements_of
from core.store.number_sets import among
from core.store.parts_store import statements_of
from core.store.policies import policy_of
from core.store.reach import running
from core.store.standing_checks import checks_of
from core.store.standing_dossiers import StandingReader
from core.store.tables import ClaimRow, ClaimVersionRow, table_of
from core.store.totals import revision
from core.verdicts import FacetStatement

_CLAIM, _STATEMENT = table_of(ClaimRow), table_of(ClaimVersionRow)


@dataclass(frozen=True, slots=True)
class Decidable:
    """One claim with everything that a verdict on it rests on, beside the rule."""

    number: int
    dossier: Dossier
    """The text of a document is there only where a passage has none of its own."""
    policy: Policy
    checks: tuple[CheckInForce, ...]
    """The newest of each citation that has one."""
    judgements: tuple[RecordedJudgement, ...]
    """Newest first."""
    parts: FacetStatement | None
    """What somebody states of its parts."""

    @property
    def uid(self) -> str:
        """``data set:id``."""
        return f"{self.dossier.dataset}:{self.dossier.claim.id}"


@dataclass(frozen=True, slots=True)
class DecidableChunk:
    """Claims as they stood at one moment."""

    claims: tuple[Decidable, ...]
    revision: int
    """Of the store at that moment."""


def read_decidable(connection: Connection, claims: Sequence[int], promote: Promote | None) -> DecidableChunk:
    """These claims in their order, with the same few queries for one as for many; one that is gone is left out."""
    moment = revision(connection)
    query = select(_CLAIM.c.number, _CLAIM.c.dataset).join(_STATEMENT, _STATEMENT.c.claim == _CLAIM.c.number)
    query = query.where(among(connection, _CLAIM.c.number, claims), running(_STATEMENT))
    datasets = {number: dataset for number, dataset in connection.execute(query)}
    present = [number for number in claims if number in datasets]
    policies = {dataset: policy_of(connection, dataset) for dataset in sorted(set(datasets.values()))}
    dossiers = dict(zip(present, _dossiers(connection, present, promote), strict=True))
    checks = checks_of(connection, present, running)
    judgements = judgements_of(connection, present)
    parts = statements_of(connection, present)
    found = []
    for number in present:
        dossier = dossiers[number]
        uid = f"{dossier.dataset}:{dossier.claim.id}"
        found.append(
            Decidable(
                number=number,
                dossier=dossier,
                policy=policies[datasets[number]],
                checks=tuple(checks.get(uid, ())),
                judgements=tuple(judgements.get(uid, ())[::-1]),
                parts=next(iter(parts.get(uid, ())), None),
            )
        )
    return DecidableChunk(tuple(found), moment)


def _dossiers(connection: Connection, claims: Sequence[int], promote: Promote | None) -> list[Dossier]:
    """Dossiers without the texts of documents, but for claims of which a passage has no text and takes its source's."""
    found = StandingReader(connection, promote, texts=False).read(claims)
    bare = [
        number
        for number, dossier in zip(claims, found, strict=True)
        if any(not item.text.strip() for item in dossier.evidence)
    ]
    if not bare:
        return found
    whole = dict(zip(bare, StandingReader(connection, promote).read(bare), strict=True))
    return [whole.get(number, dossier) for number, dossier in zip(claims, found, strict=True)]
