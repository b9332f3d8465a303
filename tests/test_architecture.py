"""The rules of the house, read from the source alone (standard library only).

Imports point inward, SQL stays in the store, caches and session state each have one owner, modules stay short, errors
are caught by name, formulas cite their source, names shadow nothing, and no file names a registry or a machine.
Each family of rules is also broken on purpose, so that a rule that has gone blind is noticed.
"""

import ast
import importlib
import importlib.metadata
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.references import REFERENCES

ROOT = Path(__file__).resolve().parent.parent
OURS = ("core", "dashboard", "pages", "sample_data", "benchmarks")

UI = {"streamlit", "plotly", "pyvis"}
LEAVES = (
    "model",
    "states",
    "policy",
    "errors",
    "references",
    "fingerprint",
    "figures",
    "results",
    "people",
    "record",
    "work",
    "proposed",
    "kinship",
    "registry",
    "conclusions",
    "verdicts",
    "listed",
)
EDGES = {"core.importers", "core.exporters", "core.store", "core.services"}
DOMAIN = {"core.lineage", "core.scoring", "core.assessment", "core.bundles", "core.detection", "core.verification"}
IO = {"io", "logging", "os", "pathlib", "random", "socket", "subprocess", "tempfile", "time", "urllib"}

# Module prefix -> what it may never import. A module obeys every prefix it lies under, but is free to use its own.
FORBIDDEN: dict[str, set[str]] = {
    "core": UI | {"dashboard", "pages", "typer"},
    **{f"core.{leaf}": IO | DOMAIN | {"networkx", "numpy", "pandas", "scipy"} for leaf in LEAVES},
    "core.scoring": IO | DOMAIN | {"networkx", "pandas", "scipy"},
    "core.lineage": IO | DOMAIN | {"pandas"},
    "core.assessment": IO | {"networkx", "pandas"},
    "core.detection": EDGES | (DOMAIN - {"core.detection"}) | {"networkx", "pandas", "subprocess"},
    "core.importers": (EDGES | DOMAIN) - {"core.importers"},
    "core.exporters": {"core.store", "core.services", "core.importers"},
    "core.store": (EDGES | DOMAIN) - {"core.store"},
    "dashboard": {"pages", "core.store"},
    "dashboard.viewmodels": UI
    | EDGES
    | {"dashboard.caching", "dashboard.session", "dashboard.charts", "dashboard.components"},
    "dashboard.charts": {"streamlit", "dashboard.caching", "dashboard.session", "dashboard.components"} | EDGES,
    "dashboard.components": {"dashboard.caching"} | EDGES,
}
# Library -> the only package that may import it.
OWNERS = {
    "sqlmodel": "core.store",
    "sqlalchemy": "core.store",
    "alembic": "core.store",
    "psycopg": "core.store",
    "sample_data": "core.services",
}
# All that a page may import.
PAGE_IMPORTS = {"streamlit", "dashboard"}
# Streamlit attribute -> the only modules that may use it. The address asks the run's session state which names of it
# belong to widgets.
STREAMLIT_OWNERS = {
    "cache_data": ("dashboard.caching",),
    "cache_resource": ("dashboard.caching",),
    "session_state": ("dashboard.session", "dashboard.browser_address"),
}

LINES = {"core": 300, "dashboard": 300, "pages": 100, "dashboard/app.py": 40}
CITING = ("core.scoring", "core.lineage", "core.bundles")

# Written so that this file does not match itself.
ADDRESS = re.compile(
    r"pypi\.or[g]|pythonhosted\.or[g]|registry\.npmj[s]|index[-_]ur[l]|find[-_]link[s]"
    r"|(?<![\w.])/(?:wor[k]|ro[o]t|hom[e]|User[s]|tm[p]|op[t]|far[m])/|[A-Z]:\\User[s]"
)


def module_name(path: Path) -> str:
    """Dotted name of a file below the root."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(*folders: str) -> list[Path]:
    """Every Python file of these folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def within(name: str, prefix: str) -> bool:
    """Whether a dotted name is the prefix or lies below it."""
    return name == prefix or name.startswith(prefix + ".")


def imported(tree: ast.Module) -> set[str]:
    """Every dotted name a module imports, wherever the import stands; ``from a import b`` gives a and a.b."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names.add(module)
            names.update(f"{module}.{alias.name}" for alias in node.names)
    return names


def wrong_imports(name: str, tree: ast.Module) -> set[str]:
    """Imports that point outward, reach for another part's library, or are relative."""
    found = imported(tree)
    banned = set().union(*(names for prefix, names in FORBIDDEN.items() if within(name, prefix)))
    banned |= {library for library, owner in OWNERS.items() if not within(name, owner)}
    if within(name, "core") and not any(within(name, edge) for edge in EDGES):
        banned |= EDGES
    banned = {prefix for prefix in banned if not within(name, prefix)}
    wrong = {i for i in found if i.startswith(".") or any(within(i, b) for b in banned)}
    if within(name, "pages"):
        wrong |= {i for i in found if not any(within(i, allowed) for allowed in PAGE_IMPORTS)}
    if any(within(name, f"core.{leaf}") for leaf in LEAVES):
        wrong |= {i for i in found if within(i, "core") and i.split(".")[1:2] not in [[]] + [[leaf] for leaf in LEAVES]}
    return wrong


def wrong_streamlit(name: str, tree: ast.Module) -> set[str]:
    """Uses of caches and session state outside the module that owns them."""
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} | {
        i.rpartition(".")[2] for i in imported(tree) if within(i, "streamlit")
    }
    return {attribute for attribute, owners in STREAMLIT_OWNERS.items() if attribute in used and name not in owners}


def path_edits(tree: ast.Module) -> list[int]:
    """Lines that touch ``sys.path``: an import that needs it would find a second copy of a module."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr == "path"
        and isinstance(node.value, ast.Name)
        and node.value.id == "sys"
    ]


def broad_handlers(tree: ast.Module) -> list[int]:
    """Lines that catch, or suppress, whatever comes."""
    broad = {"Exception", "BaseException"}

    def names(node: ast.expr | None) -> set[str]:
        return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} if node is not None else broad

    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and names(node.type) & broad:
            lines.append(node.lineno)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            lines += [node.lineno for argument in node.args if names(argument) & broad]
    return lines


def public_functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Functions at the top of a module whose name does not start with an underscore."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def uncited(tree: ast.Module) -> list[str]:
    """Public functions whose docstring cites no known reference as ``[KEY]``."""
    return [
        function.name
        for function in public_functions(tree)
        if not {key for key in re.findall(r"\[([A-Z0-9]+)\]", ast.get_docstring(function) or "") if key in REFERENCES}
    ]


def too_long(path: str, source: str) -> str | None:
    """The complaint about a file that is longer than its folder allows."""
    limit = LINES.get(path, LINES.get(path.split("/")[0], 0))
    lines = len(source.splitlines())
    return f"{path} has {lines} lines, {limit} allowed: split it by concept" if limit and lines > limit else None


def shadowing(names: set[str]) -> set[str]:
    """Names that would hide the standard library or a dependency: Streamlit puts dashboard/ first on the path."""
    installed = set(importlib.metadata.packages_distributions()) - set(OURS)
    return names & (set(sys.stdlib_module_names) | installed)


def addresses(text: str) -> list[str]:
    """Registry addresses and paths of one machine in a text."""
    return ADDRESS.findall(text)


def tracked_files() -> list[Path]:
    """Every file git would give to the next reader."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


PRODUCT = sources("core", "dashboard", "pages", "sample_data")
TREES = {path: ast.parse(path.read_text("utf-8"), str(path)) for path in PRODUCT}
each_module = pytest.mark.parametrize("path", PRODUCT, ids=[str(path.relative_to(ROOT)) for path in PRODUCT])


@each_module
def test_imports_point_inward(path: Path) -> None:
    name = module_name(path)

    assert set() == wrong_imports(name, TREES[path]), f"{name} may not import these"


@each_module
def test_caches_and_session_state_have_one_owner(path: Path) -> None:
    name = module_name(path)

    assert set() == wrong_streamlit(name, TREES[path]), f"only {STREAMLIT_OWNERS} may use these"


@each_module
def test_no_module_edits_the_import_path(path: Path) -> None:
    assert [] == path_edits(TREES[path])


@each_module
def test_errors_are_caught_by_name(path: Path) -> None:
    if path == ROOT / "dashboard" / "app.py":
        return
    assert [] == broad_handlers(TREES[path]), "lines that catch everything"


@each_module
def test_modules_stay_short(path: Path) -> None:
    assert too_long(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) is None


@each_module
def test_formulas_cite_their_source(path: Path) -> None:
    if not any(within(module_name(path), package) for package in CITING):
        return
    assert [] == uncited(TREES[path]), f"cite one of {sorted(REFERENCES)} as [KEY]"


def test_first_level_of_dashboard_shadows_nothing() -> None:
    names = {path.stem for path in (ROOT / "dashboard").iterdir() if not path.name.startswith((".", "__"))}

    assert set() == shadowing(names)


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in sources("core", "dashboard", "pages", "sample_data")}

    assert set() == {folder for folder in folders if not (folder / "__init__.py").exists()}


def test_no_package_lies_under_tests() -> None:
    assert [] == sorted((ROOT / "tests").rglob("__init__.py")), "a test package can take the name of a product package"


@pytest.mark.parametrize("name", ["core", "dashboard", "pages"])
def test_the_tests_run_against_this_checkout(name: str) -> None:
    module = importlib.import_module(name)

    assert ROOT / name == Path(str(module.__file__)).parent


def test_no_tracked_file_names_a_registry_or_a_machine() -> None:
    found = {}
    for path in tracked_files():
        data = path.read_bytes()
        if b"\0" not in data and (hits := addresses(data.decode("utf-8", "replace"))):
            found[str(path.relative_to(ROOT))] = hits[:3]

    assert {} == found


BROKEN_IMPORTS = [
    ("core.model", "import streamlit"),
    ("core.model", "import numpy"),
    ("core.policy", "from core.scoring import gamma"),
    ("core.states", "from core import services"),
    ("core.scoring.gamma", "import networkx as nx"),
    ("core.scoring.gamma", "import pandas"),
    ("core.scoring.gamma", "from pathlib import Path"),
    ("core.scoring.gamma", "import os.path"),
    ("core.scoring.gamma", "import random"),
    ("core.scoring.gamma", "import time"),
    ("core.scoring.gamma", "import logging"),
    ("core.scoring.gamma", "from core.lineage.graph import Graph"),
    ("core.scoring.gamma", "def later():\n    from core import store"),
    ("core.lineage.flow", "from core.store import open_store"),
    ("core.lineage.flow", "from core import importers"),
    ("core.lineage.flow", "import core.services"),
    ("core.importers.fever", "from core.store import open_store"),
    ("core.importers.fever", "from core.services import import_file"),
    ("core.importers.fever", "import sqlmodel"),
    ("core.store.queries", "from core.scoring import ESTIMATORS"),
    ("core.store.queries", "from core.lineage.flow import solve"),
    ("core.store.queries", "from core import assessment"),
    ("core.store.queries", "from core.importers import read"),
    ("core.assessment", "from core.store import open_store"),
    ("core.explain", "from core import services"),
    ("core.assessment", "import sample_data"),
    ("core.services", "import plotly.graph_objects as go"),
    ("core.services", "from sqlalchemy import text"),
    ("core.services", "import dashboard.wording"),
    ("core.services", "from . import policy"),
    ("dashboard.caching", "from core.store import open_store"),
    ("dashboard.caching", "import alembic"),
    ("dashboard.viewmodels.claim", "import streamlit as st"),
    ("dashboard.viewmodels.claim", "from pyvis.network import Network"),
    ("dashboard.viewmodels.claim", "import plotly"),
    ("dashboard.viewmodels.claim", "from dashboard import caching"),
    ("dashboard.charts.support", "import streamlit"),
    ("dashboard.charts.support", "from core import services"),
    ("dashboard.components.graph", "from core import services"),
    ("pages.claim", "from core import services"),
    ("pages.claim", "import pandas"),
    ("pages.claim", "from pages import answers"),
]


@pytest.mark.parametrize(("name", "source"), BROKEN_IMPORTS, ids=[" <- ".join(case) for case in BROKEN_IMPORTS])
def test_a_broken_import_rule_is_noticed(name: str, source: str) -> None:
    assert set() != wrong_imports(name, ast.parse(source))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("core.lineage.flow", "import networkx, scipy, numpy\nfrom core.lineage import graph\nfrom core import model"),
        ("core.store.queries", "import sqlmodel\nfrom core.store import tables"),
        ("core.results", "from core.figures import Assessment\nfrom core.errors import Problem"),
        ("dashboard.viewmodels.claim", "import pandas\nfrom core.results import ClaimFile"),
        ("pages.claim", "import streamlit as st\nfrom dashboard import caching"),
    ],
)
def test_a_rightful_import_passes(name: str, source: str) -> None:
    assert set() == wrong_imports(name, ast.parse(source))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("dashboard.components.graph", "st.session_state['x'] = 1"),
        ("pages.claim", "@st.cache_data\ndef f(): ..."),
        ("dashboard.session", "st.cache_resource(f)"),
        ("dashboard.wording", "from streamlit import session_state"),
    ],
)
def test_a_borrowed_cache_or_session_is_noticed(name: str, source: str) -> None:
    assert set() != wrong_streamlit(name, ast.parse(source))


def test_an_edited_import_path_is_noticed() -> None:
    assert [2] == path_edits(ast.parse("import sys\nsys.path.insert(0, '.')"))


@pytest.mark.parametrize(
    "source",
    [
        "try: f()\nexcept: g()",
        "try: f()\nexcept Exception: g()",
        "try: f()\nexcept (ValueError, BaseException) as error: g()",
        "with contextlib.suppress(Exception): f()",
    ],
)
def test_a_broad_handler_is_noticed(source: str) -> None:
    assert 1 == len(broad_handlers(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "def gamma(): ...",
        'def gamma():\n    "No source."',
        'def gamma():\n    "[NOBODY] knows."',
    ],
)
def test_a_missing_citation_is_noticed(source: str) -> None:
    assert ["gamma"] == uncited(ast.parse(source))


@pytest.mark.parametrize(("path", "limit"), sorted(LINES.items()))
def test_a_long_module_is_noticed(path: str, limit: int) -> None:
    name = path if path.endswith(".py") else f"{path}/deep/x.py"

    assert too_long(name, "\n" * limit) is None
    assert too_long(name, "\n" * (limit + 1)) is not None


def test_a_shadowing_name_is_noticed() -> None:
    assert {"secrets", "streamlit", "pandas"} == shadowing({"secrets", "streamlit", "pandas", "caching"})


@pytest.mark.parametrize(
    "text",
    [
        "--index-" + "url https://x",
        "https://files.python" + "hosted.org/a",
        "https://pypi" + ".org/simple",
        "open('/ro" + "ot/x')",
        "cd /ho" + "me/ann/x",
        "C:\\Us" + "ers\\ann",
    ],
)
def test_an_address_or_a_machine_path_is_noticed(text: str) -> None:
    assert [] != addresses(text)
