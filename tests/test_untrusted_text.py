"""Text from outside never reaches a sink that renders markup (standard library only).

Streamlit renders markdown, links and remote images in headings, labels, metrics, messages and tooltips. What is given
to those must be *plain by construction*; a passage, a title or a name goes to st.text, st.code, st.dataframe, a text
input or a component instead. An expression is plain by construction when it is

- a literal, or a sum, choice, tuple or list of such;
- read from dashboard.wording: a constant or an entry of its tables;
- a call into dashboard.wording or dashboard.viewmodels.numbers in which every argument is plain or its parameter takes
  only numbers and states, or a function there that returns nothing but plain text;
- an f-string whose parts are plain, or numbers with a number format such as ``{x:.2f}`` (text would raise there);
- a name to which only plain expressions are ever bound in its module;
- a parameter, field or return value annotated ``LiteralString``: then whatever is passed, stored or returned there has
  to be plain itself, and this test holds every caller to it.
"""

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from core import states

ROOT = Path(__file__).resolve().parent.parent
VOCABULARY = (
    *("dashboard.wording", "dashboard.check_words", "dashboard.rule_words", "dashboard.contents"),
    "dashboard.viewmodels.numbers",
)
WRITTEN_IN = {"dashboard.viewmodels.numbers": "core.numbers"}
NUMBERS = {"int", "float", "bool", "None", "Interval", "Mean"} | {name for name in vars(states) if name[0].isupper()}
NUMBER_FORMAT = re.compile(r"[<>=^]?[ +-]?#?0?\d*(?:,|_)?(?:\.\d+)?[defgnEFG%]|,")

LABELLED = {
    *("button", "download_button", "link_button", "form_submit_button", "menu_button", "checkbox", "toggle"),
    *("selectbox", "multiselect", "slider", "select_slider", "number_input", "text_input", "text_area", "date_input"),
    *("time_input", "datetime_input", "file_uploader", "color_picker", "camera_input", "audio_input"),
    *("expander", "popover", "status"),
}
BODIES = {
    *("markdown", "title", "header", "subheader", "caption", "info", "warning", "error", "success"),
    *("badge", "toast", "latex", "chat_message"),
}
# Sink -> positions and keywords that are rendered as markup; "help" is a tooltip, and markup, everywhere.
SINKS: dict[str, tuple[set[int], set[str]]] = {
    **{name: ({0}, {"label"}) for name in LABELLED},
    **{name: ({0}, {"body"}) for name in BODIES},
    **{name: ({0, 1}, {"label", "options", "captions"}) for name in ("radio", "pills", "segmented_control")},
    "metric": ({0, 1, 2}, {"label", "value", "delta"}),
    "write": (set(range(100)), set()),
    "tabs": ({0}, {"tabs"}),
    "dialog": ({0}, {"title"}),
    "spinner": ({0}, {"text"}),
    "progress": ({1}, {"text"}),
    "image": ({1}, {"caption"}),
    "page_link": ({1}, {"label"}),
    "Page": (set(), {"title"}),
    "update": (set(), {"label"}),
    "component": (set(), {"html"}),
}
CLOSED = {"html", "iframe", "table", "write_stream", "exception", "MarkdownColumn", "v1"}
CLOSED_KEYWORDS = {"unsafe_allow_html", "unsafe_allow_javascript"}
SCRIPT_SINKS = re.compile(
    r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|document\.write|eval)\b"
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def literal(annotation: ast.expr | None) -> bool:
    """Whether an annotation promises text that is plain by construction."""
    return annotation is not None and "LiteralString" in ast.unparse(annotation)


def numeric(annotation: ast.expr | None) -> bool:
    """Whether an annotation admits nothing but numbers, booleans and states."""
    return annotation is not None and set(re.findall(r"\w+", ast.unparse(annotation))) <= NUMBERS


def parameters(function: Function) -> list[ast.arg]:
    """Positional parameters first, in order, then the keyword-only ones."""
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


@dataclass
class Promises:
    """What LiteralString promises across all modules: by function, by class, and by the names of fields."""

    functions: dict[str, list[tuple[str, bool]]] = field(default_factory=dict)
    """Function or class name -> its parameters or fields in order, and whether each must be plain."""
    returning: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)

    def learn(self, trees: list[ast.Module]) -> "Promises":
        """Collect the promises of these modules; a field name counts only if every class keeps the promise."""
        broken: set[str] = set()
        for node in (node for tree in trees for node in ast.walk(tree)):
            if isinstance(node, Function):
                taken = [(p.arg, literal(p.annotation)) for p in parameters(node) if p.arg not in {"self", "cls"}]
                if any(promised for _, promised in taken):
                    self.functions[node.name] = taken
                if literal(node.returns):
                    self.returning.add(node.name)
            elif isinstance(node, ast.ClassDef):
                held = [(str(s.target.id), literal(s.annotation)) for s in node.body if _is_field(s)]  # type: ignore[attr-defined]
                self.fields |= {name for name, promised in held if promised}
                broken |= {name for name, promised in held if not promised}
                if any(promised for _, promised in held):
                    self.functions[node.name] = held
        self.fields -= broken
        return self


def _is_field(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)


class Module:
    """One module read for what its names may hold."""

    def __init__(self, tree: ast.Module, promises: Promises, vocabulary: dict[str, ast.Module]) -> None:
        self.tree, self.promises, self.vocabulary = tree, promises, vocabulary
        self.words: set[str] = set()
        self.makers: dict[str, Function] = {}
        self.aliases: dict[str, str] = {}
        self.streamlit = False
        self.bound: dict[str, list[Callable[[], bool]]] = {}
        self._busy: set[str] = set()
        for node in ast.walk(tree):
            self._read(node)

    def _read(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            self.streamlit |= any(alias.name.split(".")[0] == "streamlit" for alias in node.names)
            self.aliases |= {alias.asname or alias.name: alias.name for alias in node.names if alias.name in VOCABULARY}
        elif isinstance(node, ast.ImportFrom):
            self.streamlit |= (node.module or "").split(".")[0] == "streamlit"
            for alias in node.names:
                self._import(f"{node.module}.{alias.name}", str(node.module), alias.name, alias.asname or alias.name)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr) and node.value is not None:
            self._bind(node.target, node.value)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            self._bind_each(node.target, node.iter)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._bind(node.optional_vars, None)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self.bound.setdefault(node.name, []).append(lambda: False)
        elif isinstance(node, ast.arg):
            promised = literal(node.annotation)
            self.bound.setdefault(node.arg, []).append(lambda: promised)

    def _import(self, path: str, module: str, name: str, local: str) -> None:
        if path in VOCABULARY:
            self.aliases[local] = path
        elif module in VOCABULARY:
            maker = self._maker(module, name)
            if maker is None:
                self.words.add(local)
            else:
                self.makers[local] = maker

    def _maker(self, module: str, name: str) -> Function | None:
        body = self.vocabulary[module].body if module in self.vocabulary else []
        return next((node for node in body if isinstance(node, Function) and node.name == name), None)

    def _bind(self, target: ast.expr, value: ast.expr | None) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            parts = value.elts if isinstance(value, ast.Tuple | ast.List) else [None] * len(target.elts)
            for name, part in zip(target.elts, parts if len(parts) == len(target.elts) else [None] * 99, strict=False):
                self._bind(name, part)
        elif isinstance(target, ast.Name):
            self.bound.setdefault(target.id, []).append(lambda: value is not None and self.plain(value))

    def _bind_each(self, target: ast.expr, source: ast.expr) -> None:
        called = source.func.id if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) else ""
        if called in {"zip", "enumerate"} and isinstance(target, ast.Tuple):
            given = [a for a in source.args if not isinstance(a, ast.Starred)]  # type: ignore[attr-defined]
            columns = [ast.Constant(0), *given] if called == "enumerate" else given
            for name, column in zip(target.elts, columns, strict=False):
                self._bind_each(name, column)
        elif isinstance(target, ast.Tuple):
            rows = source.elts if isinstance(source, ast.Tuple | ast.List) else []
            for place, name in enumerate(target.elts):
                if rows and all(isinstance(row, ast.Tuple) and len(row.elts) == len(target.elts) for row in rows):
                    for row in rows:
                        self._bind_each(name, ast.Tuple([row.elts[place]]))  # type: ignore[attr-defined]
                else:
                    self._bind_each(name, source)
        else:
            self._bind(target, source)

    def plain(self, node: ast.expr) -> bool:
        """Whether an expression is plain by construction."""
        match node:
            case ast.Constant():
                return True
            case ast.JoinedStr(values=values):
                return all(self._part(value) for value in values)
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
                return self.plain(left) and self.plain(right)
            case ast.IfExp(body=body, orelse=orelse):
                return self.plain(body) and self.plain(orelse)
            case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
                return all(self.plain(value) for value in values)
            case ast.Dict(keys=keys, values=values):
                return all(key is not None and self._key(key) for key in keys) and all(map(self.plain, values))
            case ast.ListComp(elt=value) | ast.GeneratorExp(elt=value):
                return self.plain(value)
            case ast.Starred(value=value) | ast.Subscript(value=value):
                return self.plain(value)
            case ast.Name(id=name):
                return name in self.words or self._name(name)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in self.aliases:
                return self._maker(self.aliases[owner], name) is None
            case ast.Attribute(attr=name):
                return name in self.promises.fields
            case ast.Call():
                return self._call(node)
        return False

    def _key(self, node: ast.expr) -> bool:
        """Keys may come out of a table again, so they are plain, or a state or class named by its capital letter."""
        written = ast.unparse(node)
        return self.plain(node) or (isinstance(node, ast.Name | ast.Attribute) and written[0].isupper())

    def _part(self, node: ast.expr) -> bool:
        if isinstance(node, ast.FormattedValue):
            spec = node.format_spec
            if isinstance(spec, ast.JoinedStr) and all(isinstance(v, ast.Constant) for v in spec.values):
                written = "".join(str(v.value) for v in spec.values if isinstance(v, ast.Constant))
                if NUMBER_FORMAT.fullmatch(written):
                    return True
            return spec is None and self.plain(node.value)
        return isinstance(node, ast.Constant)

    def _name(self, name: str) -> bool:
        if name in self._busy or name not in self.bound:
            return False
        self._busy.add(name)
        try:
            return all(check() for check in self.bound[name])
        finally:
            self._busy.discard(name)

    def _call(self, node: ast.Call) -> bool:
        function = node.func
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        match function:
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in self.aliases:
                maker = self._maker(self.aliases[owner], name)
                return maker is not None and self._makes(maker, node)
            case ast.Attribute(value=value, attr="get" | "items" | "keys" | "values"):
                return self.plain(value) and all(self.plain(argument) for argument in arguments[1:])
            case ast.Attribute(value=value, attr="format" | "join"):
                return self.plain(value) and all(self.plain(argument) for argument in arguments)
            case ast.Name(id="list" | "tuple" | "sorted" | "reversed" | "MappingProxyType"):
                return all(self.plain(argument) for argument in node.args)
            case ast.Name(id=name) if name in self.makers:
                return self._makes(self.makers[name], node)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return name in self.promises.returning
        return False

    def _makes(self, maker: Function, node: ast.Call) -> bool:
        if any(maker in tree.body and _constant_maker(maker, path) for path, tree in self.vocabulary.items()):
            return True
        taken = {p.arg: p for p in parameters(maker)}
        given = [*zip(taken.values(), node.args, strict=False)]
        given += [(taken[k.arg], k.value) for k in node.keywords if k.arg in taken]
        complete = len(given) == len(node.args) + len(node.keywords)
        return complete and all(numeric(p.annotation) or self.plain(value) for p, value in given)

    def complaints(self) -> Iterator[str]:
        """Every place where something that is not plain would be rendered as markup."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                yield from self._complain(node)
            elif isinstance(node, Function) and literal(node.returns):
                for given in (child for child in ast.walk(node) if isinstance(child, ast.Return)):
                    if given.value is not None and not self.plain(given.value):
                        yield f"line {given.lineno}: {node.name} promises plain text, not {ast.unparse(given.value)}"
            elif self.streamlit and isinstance(node, ast.Attribute) and node.attr in CLOSED:
                yield f"line {node.lineno}: {ast.unparse(node)} renders markup"
            elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "streamlit":
                names = {alias.name for alias in node.names} | set(str(node.module).split("."))
                for name in sorted(names & (CLOSED | set(SINKS))):
                    yield f"line {node.lineno}: {name} is imported by name, where this test cannot follow it"
        if self.streamlit:
            called = {id(node.func) for node in ast.walk(self.tree) if isinstance(node, ast.Call)}
            for node in ast.walk(self.tree):
                if isinstance(node, ast.Attribute) and node.attr in SINKS and id(node) not in called:
                    written = ast.unparse(node)
                    if written.startswith("st."):
                        yield f"line {node.lineno}: {written} is handed on, where this test cannot follow it"

    def _complain(self, node: ast.Call) -> Iterator[str]:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for keyword in node.keywords:
            if keyword.arg in CLOSED_KEYWORDS:
                yield f"line {node.lineno}: {keyword.arg}"
            elif self.streamlit and keyword.arg == "help" and not self.plain(keyword.value):
                yield f"line {node.lineno}: help={ast.unparse(keyword.value)} of {called}"
        checked: list[ast.expr] = []
        if self.streamlit and isinstance(node.func, ast.Attribute) and called in SINKS:
            positions, names = SINKS[called]
            if any(keyword.arg == "format_func" for keyword in node.keywords) and 1 in positions:
                positions, names = {0}, (names - {"options"}) | {"format_func"}
            checked += [argument for place, argument in enumerate(node.args) if place in positions]
            checked += [k.value for k in node.keywords if k.arg in names or k.arg is None]
        if called in self.promises.functions:
            taken = self.promises.functions[called]
            checked += [argument for argument, (_, promised) in zip(node.args, taken, strict=False) if promised]
            checked += [k.value for k in node.keywords if dict(taken).get(str(k.arg)) or k.arg is None]
        for value in checked:
            if not self.plain(value) and not self._looks_up(value):
                yield f"line {node.lineno}: {called} would render {ast.unparse(value)}"

    def _looks_up(self, value: ast.expr) -> bool:
        """Whether a ``format_func`` is the look-up in a table of words."""
        return isinstance(value, ast.Attribute) and value.attr == "__getitem__" and self.plain(value.value)


@cache
def _vocabulary() -> dict[str, ast.Module]:
    paths = {name: ROOT / (WRITTEN_IN.get(name, name).replace(".", "/") + ".py") for name in VOCABULARY}
    return {name: ast.parse(path.read_text("utf-8")) for name, path in paths.items() if path.exists()}


@cache
def _constant_maker(maker: Function, path: str) -> bool:
    """Whether every return of a vocabulary function is plain within its own module."""
    tree = _vocabulary()[path]
    module = Module(tree, Promises(), {})
    returns = [node for node in ast.walk(maker) if isinstance(node, ast.Return)]
    return bool(returns) and all(node.value is not None and module.plain(node.value) for node in returns)


def complaints(source: str, *others: str) -> list[str]:
    """The complaints about one module, knowing the promises of the others."""
    trees = [ast.parse(text) for text in (source, *others)]
    return [*Module(trees[0], Promises().learn(trees), _vocabulary()).complaints()]


SHOWN = sorted(path for folder in ("dashboard", "pages") for path in (ROOT / folder).rglob("*.py"))
TREES = {path: ast.parse(path.read_text("utf-8"), str(path)) for path in SHOWN}
PROMISES = Promises().learn(list(TREES.values()))


@pytest.mark.parametrize("path", SHOWN, ids=[str(path.relative_to(ROOT)) for path in SHOWN])
def test_only_plain_text_is_rendered_as_markup(path: Path) -> None:
    module = Module(TREES[path], PROMISES, _vocabulary())
    # What is drawn here may be handed a container without importing Streamlit.
    module.streamlit |= path.relative_to(ROOT).parts[:2] == ("dashboard", "components")

    assert [] == [*module.complaints()]


def test_scripts_set_text_and_never_markup() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.js", "*.html"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    paths = [path for name in listed.stdout.splitlines() if (path := ROOT / name).is_file()]

    assert {} == {str(path): found for path in paths if (found := SCRIPT_SINKS.findall(path.read_text("utf-8")))}


IMPORTS = "import streamlit as st\nfrom dashboard import wording\nfrom dashboard.viewmodels import numbers\n"


@pytest.mark.parametrize(
    "line",
    [
        "st.markdown(claim.text)",
        "st.title(f'Claim {claim.id}')",
        "st.title('Claim ' + claim.id)",
        "st.header('Claim %s' % claim.id)",
        "st.subheader(str(claim))",
        "st.caption(f'{claim.text:>20}')",
        "st.metric('EIE', view.eie)",
        "st.metric(label=claim.id, value=3)",
        "st.info('{}'.format(claim.text))",
        "st.warning(', '.join(names))",
        "st.error(error)",
        "st.success(body=claim.text)",
        "st.write(claim)",
        "st.write('Claim', claim)",
        "st.badge(source.publisher)",
        "st.toast(claim.text)",
        "st.button(claim.text)",
        "st.sidebar.button(label=claim.text)",
        "st.expander(source.title)",
        "st.tabs([lineage.name for lineage in lineages])",
        "st.popover(source.title)",
        "st.radio('Source', sources)",
        "st.radio('Source', options=sources, format_func=str)",
        "st.selectbox('Source', sources, help=source.title)",
        "st.progress(0.5, text=name)",
        "st.image(picture, caption=source.title)",
        "st.page_link(page, label=claim.text)",
        "st.column_config.Column('Source', help=source.title)",
        "left, right = st.columns(2)\nleft.markdown(claim.text)",
        "with st.container() as box:\n    box.caption(claim.text)",
        "st.markdown('<b>x</b>', unsafe_allow_html=True)",
        "st.html('<b>x</b>')",
        "st.table(rows)",
        "st.components.v1.html(page)",
        "from streamlit.components.v1 import html",
        "from streamlit import markdown",
        "show = st.markdown",
        "st.caption(*lines)",
        "st.caption(**given)",
        "label = 'x'\nlabel = claim.text\nst.caption(label)",
        "for name in names:\n    st.caption(name)",
        "for state, label in ((1, 'Confirm'), (2, claim.text)):\n    st.button(label)",
        "st.caption(numbers.count(3, claim.text))",
        "def heading(words: str) -> None:\n    st.subheader(words)",
        "def heading(words: LiteralString) -> None:\n    st.subheader(words)\nheading(claim.text)",
        "class Tile:\n    name: LiteralString\nTile(name=claim.text)",
        "class Tile:\n    name: LiteralString\nclass Source:\n    name: str\nst.caption(tile.name)",
        "def name(x) -> LiteralString:\n    return x.title",
    ],
)
def test_text_from_outside_in_a_markup_sink_is_noticed(line: str) -> None:
    assert [] != complaints(IMPORTS + line)


@pytest.mark.parametrize(
    "line",
    [
        "st.text(claim.text)",
        "st.code(passage.text)",
        "st.dataframe(rows)",
        "st.text_input('Search', value=claim.text)",
        "st.title('Claim')",
        "st.title('Claim' if claim else 'Claims')",
        "st.caption(wording.NOT_CHECKED)",
        "st.caption(wording.DEPENDENCE[label])",
        "st.caption(wording.DEPENDENCE.get(label, 'unknown'))",
        "st.caption(wording.error_title(error))",
        "st.metric('EIE', numbers.amount(view.eie), f'{view.change:+.2f}')",
        "st.metric('Claims', f'{n:,}')",
        "st.caption(numbers.count(len(rows), 'claim'))",
        "st.radio('Label', list(wording.DEPENDENCE.values()))",
        "st.radio('Label', states, format_func=wording.DEPENDENCE.__getitem__)",
        "st.tabs(['Why', 'What if'])",
        "label = wording.NOT_CHECKED\nst.caption(label)",
        "for key, label in wording.DEPENDENCE.items():\n    st.caption(label)",
        "for tab, label in zip(tabs, ('a', 'b'), strict=True):\n    tab.caption(label)",
        "for status, label in ((CONFIRMED, 'Confirm'), (REJECTED, 'Reject')):\n    st.button(label)",
        "def heading(words: LiteralString) -> None:\n    st.subheader(words)\nheading('Why')",
        "class Tile:\n    name: LiteralString\nst.metric(tile.name, f'{x:.1f}')",
        "def name(x: int) -> LiteralString:\n    return f'{x:d} claims'\nst.caption(name(3))",
    ],
)
def test_plain_text_in_a_markup_sink_passes(line: str) -> None:
    assert [] == complaints(IMPORTS + line)


@pytest.mark.parametrize("line", ["node.innerHTML = title", "document.write(title)", "host.insertAdjacentHTML('x', t)"])
def test_a_script_that_writes_markup_is_noticed(line: str) -> None:
    assert [] != SCRIPT_SINKS.findall(line)
