"""A page with nothing but the graph: what its browser tests drive. The address says which case is drawn."""

import random
from types import MappingProxyType

import streamlit as st

from core.assessment import assess
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.states import Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance
from dashboard.components.graph import provenance_graph
from dashboard.viewmodels.graph import GraphOptions, Pick, after_pick, graph_table, graph_view, read_pick
from dashboard.viewmodels.graph_values import graph_key
from dashboard.viewmodels.graph_words import legend_text

LONG = "A very long report title that goes on about silt, eels, quays, ferries and the weather of a whole decade"
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "**bold** [link](http://example.invalid/) ![i](http://example.invalid/x.png) $x$",
    "<script>window.hacked = true</script>",
    "مرفأ المدينة يغلق أبوابه في شهر مايو حتى إشعار آخر",
)


def sources(count: int, prefix: str = "s", **fields: object) -> tuple[Source, ...]:
    """Documents with numbered ids and titles."""
    return tuple(Source(f"{prefix}{n}", f"Source {n}", **fields) for n in range(1, count + 1))  # type: ignore[arg-type]


def items(ids: list[str], **fields: object) -> tuple[Evidence, ...]:
    """One supporting passage per source."""
    return tuple(Evidence(f"e-{key}", "c1", key, "text", rank=n, **fields) for n, key in enumerate(ids, 1))  # type: ignore[arg-type]


def quay() -> Dossier:
    """The case of the sketch: a release, a wire story, copies, a survey, readings, a forum post, a retraction."""
    upstream = (
        Source("release", "Council release", SourceKind.PRESS_RELEASE, retrieved=False),
        Source("wire", "Northwire, 3 Mar", SourceKind.WIRE_STORY, retrieved=False),
    )
    documents = (
        Source("ledger", "Ledger", publisher="Ledger", published_at="2026-03-03"),
        Source("post", "Post"),
        Source("echo", "Echo"),
        Source("harbour", "Harbour Daily", published_at="2026-03-03"),
        Source("blog", "Blog digest"),
        Source("aggregator", "Aggregator"),
        Source("tide", "Tide survey 2024", SourceKind.STUDY),
        Source("gauge", "Gauge readings", SourceKind.DATASET),
        Source("forum", "Forum post"),
        Source("summary", "Assistant's summary", SourceKind.MODEL_OUTPUT),
        Source("denial", "Pilots' letter"),
        Source("old", "Withdrawn notice", retracted=True),
    )
    edges = (
        Edge("wire", "release", Relation.DERIVES_FROM),
        Edge("ledger", "wire", Relation.SYNDICATES),
        Edge("post", "wire", Relation.SYNDICATES, EdgeStatus.CONFIRMED, rule="M. R."),
        Edge("echo", "wire", Relation.REPUBLISHES),
        Edge("harbour", "release", Relation.DERIVES_FROM),
        Edge("blog", "ledger", Relation.COPIED_FROM),
        Edge("aggregator", "post", Relation.COPIED_FROM),
        Edge("aggregator", "echo", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.7, rule="same passage"),
        Edge(
            "forum", "aggregator", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.4, note="12 shared words"
        ),
        Edge("summary", "tide", Relation.DERIVES_FROM, strength=0.6),
        Edge("old", "release", Relation.CITES, EdgeStatus.REJECTED),
    )
    cited = ["ledger", "post", "echo", "harbour", "blog", "aggregator", "tide", "gauge", "forum", "summary", "old"]
    evidence = [
        *items([key for key in cited if key != "gauge"]),
        Evidence("e-gauge", "c1", "gauge", "text", state=EvidenceState.VERIFIED, rank=20),
        Evidence("e-denial", "c1", "denial", "text", stance=Stance.REFUTES, rank=21),
    ]
    labels = {
        "harbour": Label(Dependence.DEPENDENT, by="A. B.", at="2026-03-05", reason="same release"),
        "tide": Label(Dependence.INDEPENDENT, by="M. R."),
        "gauge": Label(Dependence.INDEPENDENT),
        "summary": Label(Dependence.PARTIALLY_DEPENDENT, 0.4),
    }
    return Dossier(
        Claim("c1", "The quay closes in May"),
        evidence=tuple(evidence),
        sources=upstream + documents,
        edges=edges,
        labels=MappingProxyType(labels),
    )


def small(count: int) -> Dossier:
    """A release and what copies it, and one that stands alone."""
    nodes = (Source("s0", "Press release of the harbour board", SourceKind.PRESS_RELEASE, retrieved=False),)
    nodes += sources(count - 1)
    edges = tuple(Edge(f"s{n}", "s0", Relation.COPIED_FROM) for n in range(1, count - 1))
    return Dossier(
        Claim("c1", "The board raised the fees"),
        evidence=items([node.id for node in nodes[1:]]),
        sources=nodes,
        edges=edges,
        labels=MappingProxyType({f"s{count - 1}": Label(Dependence.INDEPENDENT)}),
    )


def families(count: int, size: int, edges_each: int, seed: int = 7) -> Dossier:
    """Lineages of one size with random dependence inside."""
    chance = random.Random(seed)
    nodes, edges, cited, labels = [], [], [], {}
    for family in range(count):
        ids = [f"f{family:03d}-{n:02d}" for n in range(size)]
        for n, key in enumerate(ids):
            kind = SourceKind.WIRE_STORY if n == 0 else SourceKind.DOCUMENT
            nodes.append(Source(key, f"Report {n} of house {family}", kind, retrieved=n > 0))
            if n:
                cited.append(key)
        pairs = {(ids[n], ids[chance.randrange(n)]) for n in range(1, size)}
        while len(pairs) < edges_each:
            n = chance.randrange(1, size)
            pairs.add((ids[n], ids[chance.randrange(n)]))
        edges += [Edge(a, b, Relation.DERIVES_FROM, strength=0.5) for a, b in sorted(pairs)]
        labels[ids[1]] = Label(list(Dependence)[family % 4], 0.5)
    return Dossier(
        Claim("c1", "Many sources say so, and this claim is long enough to need a second line in its box"),
        evidence=items(cited),
        sources=tuple(nodes),
        edges=tuple(edges),
        labels=MappingProxyType(labels),
    )


def long_titles() -> Dossier:
    """Eight sources with titles that would cover each other."""
    nodes = tuple(Source(f"s{n}", f"{n}. {LONG}") for n in range(1, 9))
    return Dossier(Claim("c1", LONG), evidence=items([node.id for node in nodes]), sources=nodes)


def hostile() -> Dossier:
    """Titles that try to be markup, and one that runs from right to left."""
    nodes = tuple(Source(f"s{n}", title) for n, title in enumerate(HOSTILE, 1))
    return Dossier(Claim("c1", HOSTILE[0]), evidence=items([node.id for node in nodes]), sources=nodes)


def numeric() -> Dossier:
    """Ids that look like numbers, one beyond what a browser's number holds."""
    big = str(2**53 + 1)
    nodes = (Source("1", "One"), Source(big, "Big"), Source("01", "Zero one"), Source("1.0", "One dot"))
    edges = (Edge("1", big, Relation.CITES),)
    return Dossier(Claim("1", "Ids"), evidence=items([node.id for node in nodes]), sources=nodes, edges=edges)


def circle() -> Dossier:
    """An encyclopedia and a newspaper that cite each other, and a blog that copies both."""
    nodes = (Source("wiki", "Encyclopedia"), Source("paper", "Newspaper"), Source("blog", "Blog"))
    edges = (
        Edge("wiki", "paper", Relation.CITES),
        Edge("paper", "wiki", Relation.CITES),
        Edge("blog", "wiki", Relation.COPIED_FROM),
        Edge("blog", "paper", Relation.COPIED_FROM),
    )
    return Dossier(Claim("c1", "He invented it"), evidence=items([n.id for n in nodes]), sources=nodes, edges=edges)


def chain(length: int) -> Dossier:
    """A chain of copies."""
    nodes = sources(length)
    edges = tuple(Edge(f"s{n + 1}", f"s{n}", Relation.COPIED_FROM) for n in range(1, length))
    return Dossier(Claim("c1", "A chain"), evidence=items([n.id for n in nodes]), sources=nodes, edges=edges)


CASES = {
    "quay": quay,
    "3": lambda: small(3),
    "12": lambda: small(13),
    "40": lambda: families(4, 10, 12),
    "200": lambda: families(20, 10, 12),
    "singles": lambda: Dossier(
        Claim("c1", "x"), evidence=items([f"s{n}" for n in range(1, 201)]), sources=sources(200)
    ),
    "1500": lambda: families(60, 25, 50),
    "long": long_titles,
    "hostile": hostile,
    "numeric": numeric,
    "circle": circle,
    "chain": lambda: chain(5000),
    "chain20": lambda: chain(20),
    "empty": lambda: Dossier(Claim("c1", "Nobody said so")),
}

st.set_page_config(layout="wide")
# Two underscores in a row: a data set may well use them, and Streamlit does not take them in a key.
KEY = "graph|some__set:c1"
state = st.session_state
case = st.query_params.get("case", "quay")


@st.cache_resource
def dossier_and_figures(name: str) -> tuple[Dossier, object]:
    """Scored once per case: these tests look at the drawing."""
    dossier = CASES[name]()
    return dossier, assess(dossier, Policy())


def picked() -> None:
    """One selection for graph, buttons and text."""
    pick = read_pick(state[graph_key(KEY)].picked)
    if pick is None:
        return
    state["last"] = f"{pick.kind} {pick.id!r}"
    if pick.kind in ("group", "fold"):
        state["expanded"] = after_pick(state.get("expanded", frozenset()), pick)
    else:
        state["selected"] = pick


def select(identifier: str) -> None:
    """A selection that does not come from the graph."""
    state["selected"] = Pick("source", identifier)


dossier, found = dossier_and_figures(case)
if state.get("relabelled") and dossier.evidence:
    first = dossier.evidence[0].source_id
    labels = MappingProxyType({**dossier.labels, first: Label(Dependence.INDEPENDENT, by="A. B.")})
    dossier = Dossier(
        dossier.claim, evidence=dossier.evidence, sources=dossier.sources, edges=dossier.edges, labels=labels
    )
    found = assess(dossier, Policy())
depth = {"1": 1, "2": 2}.get(st.query_params.get("depth", ""))
view = graph_view(
    dossier,
    found,  # type: ignore[arg-type]
    GraphOptions(
        depth=depth,
        expanded=state.get("expanded", frozenset()),
        selected=state.get("selected"),
        show_rejected=st.query_params.get("rejected") == "1",
    ),
)
left, right = st.columns([3, 2])
with left:
    provenance_graph(view, key=KEY, on_pick=picked)
    st.caption(legend_text(view.legend))
with right:
    state["runs"] = state.get("runs", 0) + 1
    st.text(f"runs: {state['runs']}")
    st.text(f"picked: {state.get('last', 'nothing')}")
    st.text(f"selected: {state['selected'].id if state.get('selected') else 'nothing'}")
    st.text("\n".join(view.notices))
    st.toggle("relabelled", key="relabelled")
    st.slider("alpha", 0.0, 1.0, key="alpha")
    if dossier.evidence:
        st.button("select first", on_click=select, args=(dossier.evidence[0].source_id,))
        st.button("select last", on_click=select, args=(dossier.evidence[-1].source_id,))
    st.dataframe([{"node": row.node, "lineage": row.lineage, "label": row.label} for row in graph_table(view)][:200])
