"""The detectors on other people's data, where it lies beside the checkout; see the README of each folder there."""

import csv
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from core.detection import Document, detect, documents_of
from core.detection.identity.addresses import read_address
from core.importers import read

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def folder(name: str) -> Path:
    """A folder of the data, or a visible skip."""
    found = DATA / name
    if not found.is_dir():
        pytest.skip(f"{found.name} is not beside this checkout")
    return found


# field_code: codes of civil procedure that copied each other


def codes() -> list[Document]:
    return [
        Document(path.stem, text=path.read_text("utf-8-sig"), published_at=path.stem[-4:])
        for path in sorted((folder("field_code") / "codes").glob("*.txt"))
    ]


def test_copied_statutes_are_proposed_and_the_unrelated_code_is_not() -> None:
    found = detect(codes())
    family = {"CA1850", "CA1851", "NY1850"}

    assert {frozenset(pair) for pair in combinations(sorted(family), 2)} == {p.pair for p in found.proposals}
    assert {"copied_from"} == {p.relation for p in found.proposals}
    assert {"near certain"} == {p.band.name for p in found.proposals}
    assert all("GA1821" not in p.pair for p in found.proposals)


def test_years_next_to_each_other_do_not_say_who_copied() -> None:
    assert {"unknown"} == {proposal.direction for proposal in detect(codes()).proposals}


def test_a_section_is_matched_with_the_section_it_was_copied_from_and_not_with_another() -> None:
    sections = [
        Document(path.stem, text=path.read_text("utf-8-sig"))
        for path in sorted((folder("field_code") / "sections").glob("*.txt"))
    ]

    assert {frozenset(("ca1851-match", "ny1850-match"))} == {p.pair for p in detect(sections).proposals}


# bill_alignments: passages that share boilerplate (label 0) or substance (label 1)


def alignments(label: str) -> Iterator[tuple[str, str]]:
    path = folder("bill_alignments") / "alignments_a.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["label"] == label:
                yield row["left"], row["right"]


def test_shared_boilerplate_is_never_proposed() -> None:
    pairs = list(alignments("0"))
    proposed = [
        pair for pair in pairs if detect([Document(end, text=t) for end, t in zip("lr", pair, strict=True)]).proposals
    ]

    assert 120 == len(pairs)
    assert [] == proposed


def test_shared_boilerplate_is_never_proposed_in_one_collection_either() -> None:
    documents = [
        Document(f"{number:03}{end}", text=text)
        for number, pair in enumerate(alignments("0"))
        for end, text in zip("lr", pair, strict=True)
    ]

    assert () == detect(documents).proposals


def test_shared_substance_is_mostly_proposed_where_there_are_words_enough() -> None:
    pairs = [pair for pair in alignments("1") if min(len(text.split()) for text in pair) >= 40]
    proposed = sum(
        bool(detect([Document(end, text=text) for end, text in zip("lr", pair, strict=True)]).proposals)
        for pair in pairs
    )

    assert 30 <= len(pairs)
    assert 0.85 <= proposed / len(pairs)


# bill_lineage: bills of one policy lineage, mostly reworded


def bills(*, addresses: bool = False) -> tuple[list[Document], dict[str, int]]:
    path = folder("bill_lineage") / "bills_groups_0_2_5.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    # Groups 0, 1 and 2 are all sick-leave bills: across them nothing is known.
    policy = {str(row["id"]): 0 if row["group"] in (0, 2) else row["group"] for row in rows}
    return [Document(str(r["id"]), url=r["url"] if addresses else None, text=r["text"]) for r in rows], policy


def test_reworded_bills_stay_mostly_unknown_and_that_is_said() -> None:
    documents, policy = bills()
    found = detect(documents)
    ends = list(combinations(policy, 2))
    of_one_lineage = [pair for pair in ends if len({policy[one] for one in pair}) == 1]

    assert len(found.proposals) < 0.3 * len(ends)
    assert len(found.proposals) < 0.5 * len(of_one_lineage)
    assert [] == [sorted(p.pair) for p in found.proposals if len({policy[one] for one in p.pair}) > 1]
    (remark,) = [remark for remark in found.notices if remark.code == "pairs-compared"]
    assert "435 pairs" in remark.message
    assert "stays unknown" in remark.message


def test_one_bill_under_one_address_twice_is_one_document() -> None:
    documents, _ = bills(addresses=True)

    assert [("17", "18")] == [identity.members for identity in detect(documents).identities]


# factcheck_gpt: passages retrieved for the claims of real answers


def factcheck() -> list[Document]:
    path = folder("factcheck_gpt") / "benchmark_even.jsonl"
    return list(documents_of(read(path.read_bytes(), path.name, format="factcheck-gpt").case))


def test_one_page_under_several_addresses_is_one_document() -> None:
    found = detect(factcheck())
    members = {frozenset(identity.addresses) for identity in found.identities}
    wikipedia = "https://en.wikipedia.org/wiki/"

    assert 30 <= len(found.identities)
    assert {f"{wikipedia}Land", f"{wikipedia}Land#Layers", f"{wikipedia}Land#Physical_science"} in members
    assert {f"http{s}://en.wikipedia.org/wiki/James_Steven_Ginsburg" for s in ("", "s")} in members
    for identity in found.identities:
        assert 1 == len({read_address(address).key for address in identity.addresses})


COPIES = [
    (
        "https://science.howstuffworks.com/environmental/earth/geology/quicksand.htm",
        "https://sowal.com/forum/threads/quicksand-on-the-beach.47784/",
    ),
    ("https://en.wikipedia.org/wiki/Mey_Eden", "https://dbpedia.org/page/Mey_Eden"),
    ("https://en.wikipedia.org/wiki/Mey_Eden", "https://kids.kiddle.co/Mey_Eden"),
    ("http://www.intellidimension.com/company/news/", "http://www.prweb.com/releases/2010/04/prweb3820644.htm"),
    ("https://depechemode.fandom.com/wiki/A_Broken_Frame", "https://en.wikipedia.org/wiki/A_Broken_Frame"),
]


def test_copies_on_other_sites_are_proposed() -> None:
    documents = factcheck()
    address = {document.id: document.url for document in documents}
    proposed = {frozenset(str(address.get(one)) for one in p.pair) for p in detect(documents).proposals}

    assert [] == [pair for pair in COPIES if frozenset(pair) not in proposed]


def test_most_pairs_of_retrieved_pages_stay_unknown() -> None:
    found = detect(factcheck())
    text = [proposal for proposal in found.proposals if proposal.rule == "text_reuse"]

    assert 10 <= len(text) <= 40
    assert {"notice", "few-words", "pairs-compared"} <= {remark.code for remark in found.notices}


# url_canon: address vectors of others

CASE_OF_PATHS = "the case of paths and queries may matter: merging it would join pages that differ"
SESSIONS = "a session id in the query is a parameter like any other: none is ever dropped"
TWICE = "escapes are read once: reading them again would join addresses that servers tell apart"
SCHEMES = "not a web address: such a source is compared by its text alone"
LATIN_1 = "the byte is no UTF-8: it is kept as it is written"
HOST = "no such host can be asked for: the address merges with nothing"
IDNA_2003 = "the ß of a host is read by the older rule of w3lib and the standard library, as ss"

EXCEPTIONS = {
    "http://www.flickr.com/photos/36050182@N05/": CASE_OF_PATHS,
    "http://example.com/foo?c=5&&a=1&B=3&A=2&b=4&C=6&": CASE_OF_PATHS,
    "http://example.com/?a=1&jsessionid=0123456789abcdefghijklemopqrstuv&foo=bar": SESSIONS,
    "http://example.com/?a=1&PHPSESSID=9682993c8daa2c5497996114facdc805&foo=bar": SESSIONS,
    "http://example.com/?a=1&sid=9682993c8daa2c5497996114facdc805&foo=bar": SESSIONS,
    "http://example.com/?a=1&ASPSESSIONIDAQBSDSRT=EOHBLBDDPFCLHKPGGKLILNAM&foo=bar": SESSIONS,
    "http://example.com/?a=1&CFID=12412453&CFTOKEN=15501799&foo=bar": SESSIONS,
    "http://example.com/?a=1&CFID=3304324&CFTOKEN=57491900&jsessionid=a63098d96360$B0$D9$A&foo=bar": SESSIONS,
    "http://host/%%%25%32%35asd%%": TWICE,
    "http://host/%%300": TWICE,
    "http://host/%%36%31": TWICE,
    "http://host/%25%2536%2531": TWICE,
    "http://host/%25%25361": TWICE,
    "http://host/%25%32%35": TWICE,
    "http://host/%25%32%35%25%32%35": TWICE,
    "http://host/%2525252525252525": TWICE,
    "http://host/%2561": TWICE,
    "http://host/?%%300": TWICE,
    "http://host/?%%36%31": TWICE,
    "http://host/?%25%2536%2531": TWICE,
    "http://host/?%25%25361": TWICE,
    "http://host/?%2561": TWICE,
    "http://host/asdf%25%32%35asd": TWICE,
    "http://example.com/foo\t\x91%91": LATIN_1,
    "https://fa\u00df.ExAmPlE/": IDNA_2003,
}


def vectors(name: str) -> list[tuple[str, str]]:
    pairs = json.loads((folder("url_canon") / "urlcanon" / name).read_text("utf-8"))
    return [(_as_text(given), expected) for given, expected in pairs.items()]


def _as_text(given: str) -> str:
    """The file writes UTF-8 byte by byte."""
    try:
        return given.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return given


@pytest.mark.parametrize("name", ["semantic_precise.json", "aggressive.json"])
def test_addresses_that_others_hold_for_one_are_one_here_or_an_exception_with_a_reason(name: str) -> None:
    different = {}
    for given, expected in vectors(name):
        here, there = read_address(given), read_address(expected)
        merged = here.key is not None and here.key == there.key
        # What is no web address, or has a host nobody can ask for, is merged with nothing.
        neither = here.key is None
        if not merged and not neither and given not in EXCEPTIONS:
            different[given] = (here.key, there.key)

    assert {} == different


def test_every_exception_is_still_one() -> None:
    pairs = dict(vectors("semantic_precise.json")) | dict(vectors("aggressive.json"))

    assert [] == [given for given in EXCEPTIONS if given not in pairs]
    assert [] == [given for given, _ in EXCEPTIONS.items() if read_address(given).key == read_address(pairs[given]).key]


def test_canonical_addresses_are_their_own_canonical_form() -> None:
    for given in json.loads((folder("url_canon") / "urlcanon" / "idempotence.json").read_text("utf-8")):
        found = read_address(given)
        if found.key is not None:
            again = read_address(found.canonical)
            assert (found.key, found.canonical) == (again.key, again.canonical)


def wpt() -> list[dict[str, object]]:
    rows = json.loads((folder("url_canon") / "wpt" / "urltestdata_even.json").read_text("utf-8"))
    return [row for row in rows if isinstance(row, dict) and row.get("base") is None]


def test_browsers_addresses_are_read_as_browsers_read_them() -> None:
    different = {}
    read_at_all = 0
    for row in wpt():
        if row.get("failure") or not str(row["href"]).startswith(("http:", "https:")):
            continue
        here, there = read_address(str(row["input"])), read_address(str(row["href"]))
        read_at_all += here.key is not None
        if here.key is not None and here.key != there.key:
            different[row["input"]] = (here.key, there.key)

    assert {} == different
    assert 60 <= read_at_all


def test_what_browsers_refuse_merges_with_nothing() -> None:
    wrongly = [
        row["input"]
        for row in wpt()
        if row.get("failure")
        and str(row["input"]).startswith("http")
        and read_address(str(row["input"])).key is not None
    ]

    assert [] == wrongly
