"""The documents under review, with what the detectors look up in them: addresses, publishers, days, pages."""

from collections import defaultdict
from collections.abc import Collection as Ids, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from itertools import pairwise

from core.detection.calibration import SHIPPED, Calibration
from core.detection.dates import Days, days_of
from core.detection.identity.addresses import Address, read_address, resolve
from core.detection.identity.dois import doi_in_path
from core.detection.identity.publishers import Families, families_of, publisher_key
from core.detection.identity.registry import Claimed, Identities, identities_of
from core.detection.notices import looks_like_notice
from core.detection.pages import EMPTY, Page, dated, read_page
from core.detection.reuse.frequency import Frequency, Habits, by_fingerprints, habits_by
from core.detection.reuse.index import ReuseIndex
from core.detection.types import Document
from core.detection.work import Checkpoint, Work
from core.errors import InvalidInput
from core.fingerprint import digest_bytes

SIGNALS_READ = 400_000
"""Characters of a text in which explicit signals are looked for."""


class Collection:
    """Documents in the order of their ids; what is derived from them is computed once, when asked for."""

    def __init__(
        self,
        documents: Iterable[Document],
        *,
        today: date | None = None,
        unmerged: Iterable[frozenset[str]] = (),
        calibration: Calibration = SHIPPED,
        work: Work | None = None,
        index: ReuseIndex | None = None,
        fresh: Ids[str] | None = None,
        compared: Ids[str] | None = None,
        pages: Mapping[str, Page] | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        """Take the documents in.

        Args:
            documents: Each id once.
            today: A date of publication after it is not believed; None believes every date.
            unmerged: Pairs a person said are not one document.
            calibration: Turns shared text into a probability.
            work: Reports progress and asks whether to stop.
            index: A reuse index of more documents than these: what is a habit there is one here.
            fresh: Ids of the documents that are new; None: all are.
            compared: Ids of the documents whose texts are compared at all; None: all are.
            pages: Document id -> its page, where it was read before.
            checkpoint: Where the comparison of texts is put down and taken up again.

        Raises:
            InvalidInput: Two documents have one id.
        """
        self.documents = tuple(sorted(documents, key=lambda document: document.id))
        self.by_id = {document.id: document for document in self.documents}
        for one, following in pairwise(self.documents):
            if one.id == following.id:
                raise InvalidInput(f"two documents have the id {one.id!r}; one id is one document")
        self.today = today
        self.calibration = calibration
        self.work = work if work is not None else Work()
        self.fresh = fresh
        self.compared = compared
        self.checkpoint = checkpoint
        self._index = index
        self._unmerged = tuple(unmerged)
        self._pages: dict[str, Page] = dict(pages or {})

    def habits(self, here: Frequency) -> Habits:
        """What more than three documents say, here or in the index of all documents."""
        if self._index is None:
            return habits_by(here)
        return habits_by(here, by_fingerprints(self._index.frequency))

    def page(self, document: Document) -> Page:
        """The document's HTML as read; an empty page where it has none."""
        if document.id not in self._pages:
            self._pages[document.id] = read_page(document.html) if document.html is not None else EMPTY
        return self._pages[document.id]

    def text(self, document: Document) -> str:
        """The document's readable text: its own, else that of its page."""
        if document.text is not None and document.text.strip():
            return document.text
        return self.page(document).text

    def lead(self, document: Document) -> str:
        """As much of the text as the signals read: what stands behind the length of a long book is no credit."""
        return self.text(document)[:SIGNALS_READ]

    def title(self, document: Document) -> str:
        """The title as stated, else the page's."""
        return document.title or self.page(document).title

    @cached_property
    def addresses(self) -> dict[str, Address]:
        """Document id -> its own address, out of every wrapper; absent where it is not known."""
        return {document.id: found for document in self.documents if (found := self._own(document)) is not None}

    def _own(self, document: Document) -> Address | None:
        if document.url is not None:
            given = read_address(document.url)
            return given if given.key is not None else None
        page = self.page(document)
        stated = [
            page.saved_from or "",
            *(tag.value for tag in sorted(page.canonical, key=lambda t: t.name != "og:url")),
        ]
        return next((found for value in stated if (found := resolve(value, None)) is not None), None)

    def base(self, document: Document) -> str | None:
        """The address that relative links of the document are read against."""
        own = self.addresses.get(document.id)
        home = own.inner if own is not None else None
        stated = resolve(self.page(document).base or "", home)
        return stated.inner if stated is not None else home

    def site(self, document_id: str) -> str | None:
        """The registered domain a document stands on."""
        own = self.addresses.get(document_id)
        return own.site if own is not None else None

    def host(self, document_id: str) -> str | None:
        """The host a document stands on, without www, mobile and AMP labels."""
        own = self.addresses.get(document_id)
        return own.host if own is not None else None

    def at(self, address: Address, *, other_than: str) -> Document | None:
        """The document that stands at an address."""
        found = self._at.get(address.key or "", ())
        return next((self.by_id[one] for one in found if one != other_than), None)

    @cached_property
    def _at(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for claim in self._claims():
            if claim.kind in {"address", "canonical"}:
                found[claim.value].append(claim.document_id)
            elif claim.kind == "doi":
                found[f"doi:{claim.value}"].append(claim.document_id)
        return found

    @cached_property
    def families(self) -> Families:
        """The publishers, each counted once."""
        return families_of((d.id, self.publisher(d), self.site(d.id)) for d in self.documents if d.retrieved)

    def publisher(self, document: Document) -> str | None:
        """The publisher as stated, else the site name its page gives."""
        if document.publisher is not None and document.publisher.strip():
            return document.publisher
        return next((stated.value for stated in self.page(document).named("og:site_name")), None)

    def published_at(self, document: Document) -> str | None:
        """The date as stated, else the one its page gives."""
        return document.published_at or dated(self.page(document))

    def family(self, document_id: str) -> str | None:
        """Key of the document's publisher family."""
        return (self.families.of_document or {}).get(document_id)

    def published_by(self, name: str) -> tuple[Document, ...]:
        """The documents of a publisher, found by its name."""
        key = publisher_key(name)
        return tuple(self.by_id[one] for one in self._of_family.get(key, ()))

    @cached_property
    def _of_family(self) -> dict[str, tuple[str, ...]]:
        return {family.key: family.documents for family in self.families.families}

    @cached_property
    def days(self) -> dict[str, Days]:
        """Document id -> the days it may have been published on; a day that is still to come is no date."""
        found = {}
        for document in self.documents:
            days = days_of(self.published_at(document))
            if days is not None and not self.lies_ahead(days):
                found[document.id] = days
        return found

    def lies_ahead(self, days: Days) -> bool:
        """True where the whole span lies after today; False where today is not told."""
        return self.today is not None and days[0] > self.today

    @cached_property
    def identities(self) -> Identities:
        """Which documents are one, by what they state."""
        snapshots = {one: found.snapshot for one, found in self.addresses.items() if found.snapshot is not None}
        titles = {document.id: self.title(document) for document in self.documents}
        return identities_of(self._claims(), titles, snapshots, self._unmerged)

    def _claims(self) -> Iterator[Claimed]:
        for document in self.documents:
            own = self.addresses.get(document.id)
            if own is not None and own.key is not None and own.doi is None:
                yield Claimed(document.id, "address", own.key, document.url or own.raw)
            yield from self._further_addresses(document, own)
            yield from self._stated_ids(document, own)
            if looks_like_notice(self.text(document)):
                continue
            if document.fingerprint is not None:
                yield Claimed(document.id, "bytes", document.fingerprint.strip().lower(), document.fingerprint)
            elif document.html is not None and len(document.html) >= 1_000:
                written = digest_bytes(document.html.encode("utf-8", "surrogatepass"))
                yield Claimed(document.id, "bytes", written, written)

    def _further_addresses(self, document: Document, own: Address | None) -> Iterator[Claimed]:
        stated = document.fields.get("redirects_to")
        found = read_address(stated) if stated is not None else None
        if stated is not None and found is not None and found.key is not None:
            yield Claimed(document.id, "address", found.key, stated)
        tags = [tag.value for tag in self.page(document).canonical if tag.name == "rel=canonical"]
        if "canonical_url" in document.fields:
            tags.append(document.fields["canonical_url"])
        for tag in tags:
            address = resolve(tag, self.base(document))
            if address is None or address.key is None or own is None or address.key == own.key:
                continue
            # A start page as everybody's canonical address is a slip of the template.
            if address.site == own.site and "/" in address.key:
                yield Claimed(document.id, "canonical", address.key, tag)

    def _stated_ids(self, document: Document, own: Address | None) -> Iterator[Claimed]:
        for kind, value in document.ids:
            if kind in {"doi", "external"}:
                yield Claimed(document.id, kind, value.strip().casefold(), value)
        if own is not None and own.doi is None and (doi := doi_in_path(own.canonical.partition("://")[2])) is not None:
            yield Claimed(document.id, "doi", doi, document.url or own.raw)
        if own is not None and own.doi is not None:
            yield Claimed(document.id, "doi", own.doi, document.url or own.raw)
