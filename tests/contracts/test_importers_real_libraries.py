"""Files as the libraries themselves write them, so that a fixture is not our idea of a format.

Each library runs in an interpreter of its own: its warnings and its memory are not ours. ragas is not among them: it
brings model and hub clients; the field names of its samples are those of its published schema.
"""

import json
import subprocess
import sys

from core.importers import read
from core.states import EvidenceState, Relation

LANGCHAIN = """
import json, warnings
from langchain_core.documents import Document
from langchain_core.load import dumpd
from langchain_core.messages import AIMessage, messages_to_dict
from langchain_core.messages.content import create_citation
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from langchain_core.tracers import BaseTracer

warnings.simplefilter("ignore")
DOCUMENTS = [
    Document(page_content="The weir was built in 1904.", metadata={"source": "weir.pdf", "page": 0}, id="k1"),
    Document(page_content="It was raised in 1931.", metadata={"source": "weir.pdf", "page": 1}, id="k2"),
]
TEXT = "The weir was built in 1904. It was raised in 1931."
seen = []

class Tracer(BaseTracer):
    def _persist_run(self, run):
        seen.append(run)

class Retriever(BaseRetriever):
    def _get_relevant_documents(self, query, *, run_manager):
        return DOCUMENTS

retriever = Retriever()
chain = RunnableLambda(lambda asked: {"answer": TEXT, "context": retriever.invoke(asked["question"])})
output = chain.invoke({"question": "When?"}, config={"callbacks": [Tracer()]})
runs = []
def flat(run):
    parent = run.parent_run_id and str(run.parent_run_id)
    runs.append(json.loads(run.model_dump_json(exclude={"child_runs"})) | {"parent_run_id": parent})
    for child in run.child_runs:
        flat(child)
flat(seen[0])
first = create_citation(url="https://weir.example/a", title="A", start_index=0, end_index=27, cited_text="built")
second = create_citation(url="https://weir.example/b", title="B", start_index=28, end_index=len(TEXT))
message = AIMessage(content=[{"type": "text", "text": TEXT, "annotations": [first, second]}], id="m1")
print(json.dumps({
    "dumped": {"question": "When?", "answer": output["answer"], "context": [d.model_dump() for d in output["context"]]},
    "lc": {"question": "When?", "answer": output["answer"], "context": dumpd(output["context"])},
    "runs": runs,
    "message": message.model_dump(),
    "message_lc": dumpd(message),
    "message_dict": messages_to_dict([message])[0],
}))
"""
LLAMAINDEX = """
import json
from llama_index.core.base.response.schema import Response
from llama_index.core.schema import Document, NodeRelationship, NodeWithScore, TextNode

document = Document(text="The weir was built in 1904. It was raised.", metadata={"file_name": "weir.txt"}, id_="doc-1")
def node(name, start, end):
    return TextNode(
        id_=name, text=document.text[start:end], start_char_idx=start, end_char_idx=end, metadata=document.metadata,
        relationships={NodeRelationship.SOURCE: document.as_related_node_info()},
    )
nodes = [NodeWithScore(node=node("n1", 0, 27), score=0.75), NodeWithScore(node=node("n2", 20, 42), score=0.5)]
response = Response(response="Built in 1904 [1]. Raised [2], they say [3].", source_nodes=nodes, metadata={})
print(json.dumps({
    "hash": document.hash,
    "dumped": {"response": response.response, "source_nodes": [n.model_dump() for n in response.source_nodes]},
    "dicts": {"response": response.response, "source_nodes": [n.to_dict() for n in response.source_nodes]},
}))
"""
OPENINFERENCE = """
import json
from openinference.semconv.trace import (
    DocumentAttributes, OpenInferenceMimeTypeValues, OpenInferenceSpanKindValues, RerankerAttributes, SpanAttributes,
)
def span(name, kind, parent, **more):
    return {
        "name": name, "context": {"trace_id": "t1", "span_id": name}, "parent_id": parent,
        "attributes": {SpanAttributes.OPENINFERENCE_SPAN_KIND: kind.value, **more},
    }
def document(prefix, number, name, text, score):
    at = f"{prefix}.{number}."
    return {
        at + DocumentAttributes.DOCUMENT_ID: name, at + DocumentAttributes.DOCUMENT_CONTENT: text,
        at + DocumentAttributes.DOCUMENT_SCORE: score,
        at + DocumentAttributes.DOCUMENT_METADATA: json.dumps({"source": "weir.pdf"}),
    }
found = {**document(SpanAttributes.RETRIEVAL_DOCUMENTS, 0, "k1", "Built in 1904.", 0.5),
         **document(SpanAttributes.RETRIEVAL_DOCUMENTS, 1, "k2", "Raised in 1931.", 0.25)}
ranked = document(RerankerAttributes.RERANKER_OUTPUT_DOCUMENTS, 0, "k2", "Raised in 1931.", 0.9)
K = OpenInferenceSpanKindValues
asked = {SpanAttributes.INPUT_VALUE: json.dumps({"question": "When?"}),
         SpanAttributes.INPUT_MIME_TYPE: OpenInferenceMimeTypeValues.JSON.value,
         SpanAttributes.OUTPUT_VALUE: "Built in 1904. Raised in 1931."}
print(json.dumps([span("root", K.CHAIN, None, **asked), span("r", K.RETRIEVER, "root", **found),
                  span("rr", K.RERANKER, "root", **ranked)]))
"""
PROV = """
from prov.model import ProvDocument, PROV

document = ProvDocument()
document.add_namespace("ex", "http://example.org/")
for name in ("wire", "ledger", "echo", "study"):
    document.entity(f"ex:{name}", {"prov:label": name.title()})
document.agent("ex:northwire", {"prov:label": "Northwire"})
document.wasAttributedTo("ex:wire", "ex:northwire")
document.quotation("ex:ledger", "ex:wire")
document.revision("ex:echo", "ex:ledger")
document.primary_source("ex:wire", "ex:study")
print(document.serialize(format="json"))
"""


def written_by(script: str) -> str:
    """What a script prints that uses a library."""
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, check=False)
    assert 0 == run.returncode, run.stderr
    return run.stdout


def imported(value, **options):
    return read(json.dumps(value).encode(), "file.json", **options)


def test_langchain_outputs_messages_and_runs_are_read_as_langchain_writes_them():
    written = json.loads(written_by(LANGCHAIN))

    for form in ("dumped", "lc"):
        result = imported(written[form])
        assert ("langchain", ()) == (result.format, result.problems)
        assert ["weir.pdf"] == [source.id for source in result.case.sources]
        assert {EvidenceState.RETRIEVED} == {item.state for item in result.case.evidence}
        assert ["The weir was built in 1904.", "It was raised in 1931."] == [claim.text for claim in result.case.claims]
    for form in ("message", "message_lc", "message_dict"):
        result = imported(written[form])
        assert ("langchain", ()) == (result.format, result.problems)
        assert [("m1.s1", "https://weir.example/a", "built"), ("m1.s2", "https://weir.example/b", None)] == [
            (citation.claim_id, citation.source_id, citation.expected_text) for citation in result.case.citations
        ]
    runs = imported(written["runs"])
    assert ("langsmith", ()) == (runs.format, runs.problems)
    assert ["When?"] == [answer.question for answer in runs.case.answers]
    assert 4 == len(runs.case.evidence)


def test_llamaindex_responses_are_read_as_llamaindex_writes_them():
    written = json.loads(written_by(LLAMAINDEX))

    for form in ("dumped", "dicts"):
        result = imported(written[form])
        case = result.case
        assert ("llamaindex", ()) == (result.format, result.problems)
        document = case.sources[0]
        assert ("doc-1", "weir.txt", written["hash"]) == (document.id, document.title, document.version)
        assert {(0, 27), (20, 42)} == {tuple(item.extra["chars"]) for item in case.evidence}
        assert ["doc-1", "doc-1", "a1 [3]"] == [citation.source_id for citation in case.citations]


def test_openinference_attributes_are_read_by_the_names_of_the_convention():
    result = read(written_by(OPENINFERENCE).encode(), "spans.json")

    case = result.case
    assert ("openinference", ()) == (result.format, result.problems)
    assert ("When?", "Built in 1904. Raised in 1931.") == (case.answers[0].question, case.answers[0].text)
    assert [(1, 0.5, None), (2, 0.25, 1)] == [
        (item.rank, item.retrieval_score, item.extra.get("reranked")) for item in case.evidence[:2]
    ]
    assert ["weir.pdf"] == [source.id for source in case.sources]


def test_prov_documents_are_read_as_the_prov_library_writes_them():
    result = read(written_by(PROV).encode(), "graph.json")

    assert ("prov-json", ()) == (result.format, result.problems)
    assert {
        ("ex:ledger", Relation.COPIED_FROM, "ex:wire"),
        ("ex:echo", Relation.REPUBLISHES, "ex:ledger"),
        ("ex:wire", Relation.DERIVES_FROM, "ex:study"),
    } == {(edge.from_id, edge.relation, edge.to_id) for edge in result.case.edges}
    assert {"ex:wire": "Northwire"} == {s.id: s.publisher for s in result.case.sources if s.publisher}
