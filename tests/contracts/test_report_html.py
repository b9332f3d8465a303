"""The report is valid HTML, whatever the claims hold."""

import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import html5lib
import pytest

import sample_data
from core.services import exporting

HOME = Path(__file__).resolve().parents[2]


def report(data: bytes, name: str, **chosen: str) -> bytes:
    return exporting.exported(exporting.of_file(data, name, by="<Ann> & Bo", **chosen), "report").data


@pytest.fixture(scope="module")
def reports(odd_package: bytes) -> dict[str, bytes]:
    quay = next(one for one in sample_data.packages() if one.name == "northwire-quay.json").read_bytes()
    mixed = next(one for one in sample_data.packages() if one.name == "mixed-claims.json").read_bytes()
    return {
        "claim": report(quay, "northwire-quay.json", claim="quay-overtopped"),
        "selection": report(mixed, "mixed-claims.json"),
        "odd answer": report(odd_package, "odd.json", answer="a"),
        "nothing": report(odd_package, "odd.json", claim="none"),
        "200 sources": report(odd_package, "odd.json", claim="many"),
    }


WHICH = ("claim", "selection", "odd answer", "nothing", "200 sources")


@pytest.mark.parametrize("which", WHICH)
def test_a_strict_parser_finds_no_error_in_a_report(reports: dict[str, bytes], which: str) -> None:
    """SEC-03, I18-01."""
    parser = html5lib.HTMLParser()

    parser.parse(reports[which], transport_encoding="utf-8")

    assert [] == parser.errors


@pytest.mark.parametrize("which", WHICH)
def test_names_in_a_report_are_there_once_and_lead_somewhere(reports: dict[str, bytes], which: str) -> None:
    tree = html5lib.parse(reports[which], transport_encoding="utf-8", namespaceHTMLElements=False)
    elements: list[Any] = [element for element in tree.iter() if isinstance(element.tag, str)]

    names = Counter(element.get("id") for element in elements if element.get("id"))
    asked = {name for element in elements for name in (element.get("aria-labelledby") or "").split()}
    asked |= {str(element.get("href"))[1:] for element in elements if str(element.get("href")).startswith("#")}
    assert [] == [name for name, times in names.items() if times > 1]
    assert asked <= set(names)


@pytest.mark.parametrize("which", WHICH)
def test_a_report_passes_a_validator_of_the_web(reports: dict[str, bytes], which: str, tmp_path: Path) -> None:
    """html-validate from npm, where somebody installed it; every machine has the strict parser above."""
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("no npx on this machine, so html-validate cannot be run")
    if subprocess.run([npx, "--no-install", "html-validate", "--version"], capture_output=True, cwd=HOME).returncode:
        pytest.skip("html-validate is not installed here (npm install --no-save html-validate)")
    (tmp_path / "report.html").write_bytes(reports[which])

    said = subprocess.run(
        [npx, "--no-install", "html-validate", str(tmp_path / "report.html")], capture_output=True, text=True, cwd=HOME
    )

    assert (0, "") == (said.returncode, said.stdout.strip())


def test_a_report_of_nothing_is_refused(odd_package: bytes) -> None:
    """There is no page without a claim: what is empty is said before a file is made."""
    delivery = exporting.of_file(odd_package, "odd.json", by="Ann", claim="none")

    (exhibit,) = delivery.exhibits()

    assert (0, 0) == (exhibit.found.items, len(exhibit.found.lineages))
