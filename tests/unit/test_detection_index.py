"""The reuse index: grows as documents come, answers who shares text, and lives in one safe file."""

from pathlib import Path

import numpy as np
import pytest

from core.detection import Document, ReuseIndex, detect
from core.detection.reuse import index_file
from core.detection.reuse.index import SHOWN_AGAINST_ALL
from core.detection.reuse.index_file import load_index, save_index
from core.detection.reuse.postings import Postings
from core.detection.testing import Prose
from core.errors import InvalidInput


def filled(count: int, seed: int = 1) -> tuple[ReuseIndex, Prose]:
    made = Prose(seed)
    index = ReuseIndex()
    for number in range(count):
        index.add(f"d{number}", made.text(100))
    return index, made


def test_a_document_that_shares_a_passage_is_a_candidate() -> None:
    index, made = filled(50)
    passage = made.text(60)
    index.add("copy", made.inside(made.text(300), passage))

    assert "copy" == index.candidates("new", made.inside(made.text(300), passage))[0].document_id


def test_a_document_is_no_candidate_for_itself() -> None:
    index, made = filled(5)
    text = made.text(100)
    index.add("mine", text)

    assert () == tuple(one for one in index.candidates("mine", text) if one.document_id == "mine")


def test_an_unchanged_document_is_not_indexed_again() -> None:
    index = ReuseIndex()

    assert index.add("a", "one two three four five six seven")
    assert not index.add("a", "one two three four five six seven")
    assert 1 == len(index)


def test_a_changed_document_is_found_by_its_new_text_only() -> None:
    made = Prose(2)
    old, new = made.text(100), made.text(100)
    index = ReuseIndex()
    index.add("a", old)
    index.add("a", new)

    assert 1 == len(index)
    assert ["a"] == [one.document_id for one in index.candidates("q", new)]
    assert () == index.candidates("q", old)


def test_texts_are_indexed_as_they_come_and_counted() -> None:
    index = ReuseIndex()

    assert [1, 2, 3] == list(index.add_all((f"d{n}", Prose(n).text(50)) for n in range(3)))
    assert 3 == len(index)


def test_a_text_of_very_many_documents_names_one_of_them() -> None:
    story = Prose(3).text(100)
    index = ReuseIndex()
    for number in range(SHOWN_AGAINST_ALL + 10):
        index.add(f"d{number:03}", story)

    assert ["d000"] == [one.document_id for one in index.candidates("q", story)]


def test_segments_merge_without_losing_a_posting() -> None:
    chance = np.random.default_rng(1)
    postings = Postings()
    expected: dict[int, int] = {}
    for document in range(300):
        marks = np.unique(chance.integers(0, 500, 20).astype(np.uint64))
        postings.add(marks, document)
        for mark in marks.tolist():
            expected[mark] = expected.get(mark, 0) + 1
        if document % 7 == 0:
            postings.settle()

    asked = np.arange(500, dtype=np.uint64)
    assert [expected.get(mark, 0) for mark in range(500)] == postings.frequency(asked).tolist()


def test_a_saved_index_answers_as_before(tmp_path: Path) -> None:
    index, made = filled(80)
    passage = made.text(60)
    index.add("dé:ß/\u2011 id", made.inside(made.text(200), passage))
    asked = made.inside(made.text(200), passage)
    save_index(index, tmp_path / "reuse.index")
    loaded = load_index(tmp_path / "reuse.index")

    assert index.ids == loaded.ids
    assert index.candidates("q", asked) == loaded.candidates("q", asked)
    assert loaded.holds("d3", "") is False
    assert not loaded.add("d0", Prose(1).text(100))


def test_an_index_goes_on_growing_after_it_was_loaded(tmp_path: Path) -> None:
    index, made = filled(10)
    save_index(index, tmp_path / "reuse.index")
    loaded = load_index(tmp_path / "reuse.index")
    text = made.text(100)
    loaded.add("later", text)

    assert 11 == len(loaded)
    assert ["later"] == [one.document_id for one in loaded.candidates("q", text)]


def test_an_empty_index_is_saved_and_loaded(tmp_path: Path) -> None:
    save_index(ReuseIndex(), tmp_path / "reuse.index")

    assert 0 == len(load_index(tmp_path / "reuse.index"))


def test_a_missing_index_is_said() -> None:
    with pytest.raises(InvalidInput, match="there is no reuse index"):
        load_index(Path("nowhere") / "reuse.index")


@pytest.mark.parametrize("damage", [b"", b"not an index", b"PK\x03\x04 nothing more"])
def test_a_damaged_index_is_refused_with_what_to_do(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "reuse.index").write_bytes(damage)

    with pytest.raises(InvalidInput, match="delete it, and it is made anew"):
        load_index(tmp_path / "reuse.index")


def test_an_index_cut_short_is_refused(tmp_path: Path) -> None:
    index, _ = filled(30)
    save_index(index, tmp_path / "reuse.index")
    data = (tmp_path / "reuse.index").read_bytes()
    (tmp_path / "reuse.index").write_bytes(data[: len(data) // 2])

    with pytest.raises(InvalidInput, match="damaged"):
        load_index(tmp_path / "reuse.index")


def test_an_index_with_a_flipped_byte_is_refused(tmp_path: Path) -> None:
    index, _ = filled(30)
    save_index(index, tmp_path / "reuse.index")
    data = bytearray((tmp_path / "reuse.index").read_bytes())
    data[len(data) // 2] ^= 0xFF
    (tmp_path / "reuse.index").write_bytes(bytes(data))

    with pytest.raises(InvalidInput):
        load_index(tmp_path / "reuse.index")


def test_an_index_of_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index, _ = filled(3)
    monkeypatch.setattr(index_file, "_VERSION", (0, 0, 0, 0))
    save_index(index, tmp_path / "reuse.index")
    monkeypatch.undo()

    with pytest.raises(InvalidInput, match="version"):
        load_index(tmp_path / "reuse.index")


def test_a_failed_save_leaves_the_old_index_and_no_scraps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index, _ = filled(3)
    save_index(index, tmp_path / "reuse.index")
    before = (tmp_path / "reuse.index").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(index_file.np, "savez", full)
    with pytest.raises(InvalidInput, match="No space left"):
        save_index(index, tmp_path / "reuse.index")

    assert before == (tmp_path / "reuse.index").read_bytes()
    assert ["reuse.index"] == [path.name for path in tmp_path.iterdir()]


def test_new_documents_are_matched_against_those_that_were_there() -> None:
    index, made = filled(200)
    passage = made.text(60)
    stored = {"old": made.inside(made.text(300), passage), "bystander": made.text(300)}
    for document_id, text in stored.items():
        index.add(document_id, text)
    new = Document("new", text=made.inside(made.text(300), passage))
    related = {one.document_id for one in index.candidates("new", new.text or "")}

    assert "old" in related
    found = detect(
        [new, *(Document(one, text=stored[one]) for one in related if one in stored)], index=index, fresh={"new"}
    )
    assert [{"new", "old"}] == [set(proposal.pair) for proposal in found.proposals]


def test_pairs_of_documents_that_were_there_are_not_compared_again() -> None:
    text = Prose(4).text(100)
    found = detect([Document("a", text=text), Document("b", text=text), Document("c", text=text)], fresh={"c"})

    assert {frozenset("ac"), frozenset("bc")} == {proposal.pair for proposal in found.proposals}


def test_a_habit_of_the_whole_index_is_none_of_the_few_at_hand() -> None:
    made = Prose(5)
    habit = made.text(20)
    index = ReuseIndex()
    for number in range(50):
        index.add(f"d{number}", f"{made.text(80)} {habit} {made.text(80)}")
    documents = [Document(one, text=f"{made.text(80)} {habit} {made.text(80)}") for one in ("x", "y")]

    assert 1 == len(detect(documents).proposals)
    assert () == detect(documents, index=index).proposals
