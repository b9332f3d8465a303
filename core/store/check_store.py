"""Verification in the store: attachments, checks of citations, and judgements of meaning."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, select

from core.checked import (
    Attachment,
    CheckPoint,
    CitationCounts,
    CitationFilter,
    CitationLine,
    RecordedJudgement,
    StaleSource,
)
from core.fingerprint import digest
from core.model import Citation, Source
from core.results import Page
from core.store import attachments, citation_lists, judgements
from core.store.attachments import Attachable, NewAttachment
from core.store.check_facts import (
    CheckFacts,
    ClaimCitations,
    check_facts,
    citation_named,
    claim_citations,
    in_blocks,
)
from core.store.identity import answer_named, claim_named
from core.store.judgements import NewJudgement
from core.store.kept_checks import NewReport, keep_reports
from core.store.opened import Opened
from core.store.reach import running
from core.store.said import Said
from core.store.standing_checks import CHECK, CITATION, CLAIM, REPORT, reports_in_force
from core.store.summaries import CHUNK
from core.store.tables import ClaimVersionRow, table_of
from core.store.work_store import audited

_STATEMENT = table_of(ClaimVersionRow)


@dataclass(frozen=True, slots=True)
class StoredCitation:
    """A citation as it is stored, with all that was said of it."""

    line: CitationLine
    citation: Citation
    source: Source
    report: Mapping[str, Any] | None
    """JSON of the report the check in force stands in, with that check alone."""
    history: tuple[CheckPoint, ...]
    attachment: Attachment | None


class CheckStore(Opened):
    """What was checked, with what, and what it amounts to."""

    def citations(self, wanted: CitationFilter, *, page: int = 1, size: int = 50) -> Page[CitationLine]:
        """One page of citations: claims in the order of arrival, and in the order of the file within each.

        Raises:
            InvalidParameter: A page or setting outside its domain.
            UnknownId: There is no such data set, answer or claim.
        """
        with self.database.read() as connection:
            return citation_lists.list_citations(connection, wanted, page, size)

    def citation_lines(self, wanted: CitationFilter) -> tuple[CitationLine, ...]:
        """All citations that a filter lets pass.

        Raises:
            InvalidParameter: A setting outside its domain.
            UnknownId: There is no such data set, answer or claim.
        """
        with self.database.read() as connection:
            chosen = citation_lists.citations_chosen(connection, wanted)
            found = []
            for start in range(0, len(chosen), CHUNK):
                found += citation_lists.lines_of(connection, chosen[start : start + CHUNK])
            return tuple(found)

    def citation_counts(self, wanted: CitationFilter) -> CitationCounts:
        """How many citations there are, whatever the filter says of status, reason and staleness.

        Raises:
            UnknownId: There is no such data set, answer or claim.
        """
        with self.database.read() as connection:
            return citation_lists.count_citations(connection, wanted)

    def citation(self, uid: str) -> StoredCitation:
        """A citation with its check, report and history.

        Raises:
            UnknownId: There is no such citation.
        """
        with self.database.read() as connection:
            row = citation_named(connection, uid)
            facts = check_facts(connection, [row.number])
            citation, source = facts.case.citations[0], facts.case.sources
            return StoredCitation(
                line=citation_lists.lines_of(connection, [row.number])[0],
                citation=citation,
                source=source[0] if source else Source(citation.source_id),
                report=reports_in_force(connection, CITATION.c.number == row.number).get(uid),
                history=citation_lists.history_of(connection, row.dataset, row.key),
                attachment=attachments.attachment_of(connection, row.dataset_name, citation.source_id, row.source),
            )

    def stale_sources(self, dataset: str | None = None) -> tuple[StaleSource, ...]:
        """Sources with stale checks, most citations first.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            return citation_lists.stale_in(connection, dataset)

    def citation_blocks(self, wanted: CitationFilter | Collection[str]) -> list[list[int]]:
        """Citations to be checked, in blocks to take on one after the other.

        Raises:
            InvalidParameter: A setting outside its domain.
            UnknownId: There is no such citation, data set, answer or claim.
        """
        with self.database.read() as connection:
            if isinstance(wanted, CitationFilter):
                chosen = citation_lists.citations_chosen(connection, wanted)
            else:
                chosen = [citation_named(connection, uid).number for uid in dict.fromkeys(wanted)]
            return list(in_blocks(connection, chosen))

    def check_facts(self, citations: Sequence[int]) -> CheckFacts:
        """The facts around a block of citations, and what each would be checked with now."""
        with self.database.read() as connection:
            return check_facts(connection, citations)

    def keep_reports(self, dataset: str, reports: Sequence[NewReport], *, by: str) -> tuple[int, int]:
        """Keep reports of one data set and make the figures anew of every claim whose states they can move.

        Returns:
            How many citations came out otherwise than before, and how many claims were made anew.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), "", {})
            kept = keep_reports(connection, reports, said)
            self.summariser.write(connection, sorted(kept.claims))
            statuses: dict[str, int] = {}
            for report in reports:
                for check in report.checks:
                    statuses[check.status.value] = statuses.get(check.status.value, 0) + 1
            detail = {"check": kept.newest, "reports": len(reports), "changed": kept.changed, "statuses": statuses}
            # The record is a hash chain: with this in it, no report can be replaced unnoticed.
            detail["digest"] = digest([report.digest for report in reports])
            audited(connection, said, "citations checked", dataset, detail)
            return kept.changed, len(kept.claims)

    def report(self, number: int) -> Mapping[str, Any] | None:
        """JSON of a whole report with all of its checks; None where there is none of that number."""
        with self.database.read() as connection:
            content = connection.execute(select(REPORT.c.content).where(REPORT.c.number == number)).scalar()
            if content is None:
                return None
            checks = select(CHECK.c.content).where(CHECK.c.report == number).order_by(CHECK.c.number)
            made = [json.loads(check) for check in connection.execute(checks).scalars()]
            return MappingProxyType(json.loads(content) | {"checks": made})

    def attachables(self, dataset: str) -> tuple[Attachable, ...]:
        """What files can be recognised by as those of the sources of a data set.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            return tuple(attachments.attachables(connection, dataset))

    def attachments(self, dataset: str) -> tuple[Attachment, ...]:
        """What is attached in a data set, by source in the order of arrival.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            return attachments.attachments_in(connection, dataset)

    def attach(self, dataset: str, given: Sequence[NewAttachment], *, by: str) -> tuple[Attachment, ...]:
        """Attach files whose bytes are kept already, all of them or none; checks made otherwise become stale.

        Raises:
            UnknownId: One of the sources does not exist.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), "", {})
            found, changed = attachments.append_attachments(connection, dataset, given, said)
            if changed:
                self._moved_by(connection, changed)
                names = [new.source_id for new in given]
                detail = {"attachment": attachments.newest_attachment(connection), "sources": names[:50]}
                audited(connection, said, "files attached", dataset, {**detail, "files": len(changed)})
            return tuple(found)

    def detach(self, dataset: str, source_id: str, *, by: str) -> None:
        """Take the file of a source away; checks made with it become stale.

        Raises:
            UnknownId: There is no such source, or nothing is attached to it.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), "", {})
            self._moved_by(connection, [attachments.append_detachment(connection, dataset, source_id, said)])
            detail = {"attachment": attachments.newest_attachment(connection)}
            audited(connection, said, "file detached", f"{dataset}:{source_id}", detail)

    def _moved_by(self, connection: Connection, sources: Sequence[int]) -> None:
        self.summariser.write(connection, sorted(attachments.claims_checked_against(connection, sources)))

    def claim_citations(
        self, *, claim_uid: str | None = None, answer_uid: str | None = None, dataset: str | None = None
    ) -> tuple[ClaimCitations, ...]:
        """The citations of claims with their checks in force and what was said of their meaning.

        Raises:
            UnknownId: There is no such claim, answer or data set.
        """
        with self.database.read() as connection:
            query = select(_STATEMENT.c.claim).where(running(_STATEMENT)).order_by(_STATEMENT.c.claim)
            if claim_uid is not None:
                query = query.where(_STATEMENT.c.claim == claim_named(connection, claim_uid).number)
            if answer_uid is not None:
                query = query.where(_STATEMENT.c.answer == answer_named(connection, answer_uid).number)
            if dataset is not None:
                number = attachments.dataset_named(connection, dataset)
                query = query.join(CLAIM, CLAIM.c.number == _STATEMENT.c.claim).where(CLAIM.c.dataset == number)
            claims = connection.execute(query).scalars().all()
            chunks = (claims[start : start + CHUNK] for start in range(0, len(claims), CHUNK))
            return tuple(found for chunk in chunks for found in claim_citations(connection, chunk))

    def judge(self, new: NewJudgement, *, by: str, reason: str) -> RecordedJudgement:
        """Record a judgement and make the claim's figures anew.

        Raises:
            UnknownId: There is no such claim, or it has no such citation or passage.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            found, claim = judgements.append_judgement(connection, new, said)
            self.summariser.write(connection, [claim])
            about = {name: getattr(new, name) for name in ("axis", "value", "citation_id", "evidence_id", "model")}
            detail = {"judgement": judgements.newest_judgement(connection), **about}
            audited(connection, said, "meaning judged", new.claim_uid, detail)
            return found

    def judgements(self, claim_uid: str) -> tuple[RecordedJudgement, ...]:
        """Everything said of a claim's meaning, oldest first.

        Raises:
            UnknownId: There is no such claim.
        """
        with self.database.read() as connection:
            claim = claim_named(connection, claim_uid)
            return tuple(judgements.judgements_of(connection, [claim.number]).get(claim_uid, ()))
