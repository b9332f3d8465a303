"""What a pipeline calls: its own objects in, an import report out.

from core import services

workspace = services.open_workspace()                      # HEADWATER_HOME, or HEADWATER_DATABASE_URL
# LangChain: what a chain with documents returns
output = chain.invoke({"input": question})                 # {"input", "context": [Document, …], "answer"}
services.import_case(workspace, output, name="support", by="pipeline")
# LlamaIndex: the response of a query engine
services.import_case(workspace, query_engine.query(question), name="support", by="pipeline")
# OpenInference: spans as Phoenix hands them out, a list or a data frame
services.import_case(workspace, client.spans.get_spans_dataframe(), name="spans", by="pipeline")
"""

import dataclasses
import json
import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from enum import Enum
from typing import Any
from uuid import UUID

from core.errors import InvalidParameter
from core.fingerprint import digest_bytes
from core.results import ImportReport
from core.services.importing import import_file
from core.services.workspace import Workspace
from core.work import Person


def import_case(
    workspace: Workspace,
    records: object,
    *,
    by: Person,
    name: str = "client",
    dataset: str | None = None,
    format: str | None = None,
    good_rows: bool = False,
) -> ImportReport:
    """Store what a pipeline holds in memory: the same importers, checks and report as for a file.

    Args:
        workspace: Where to.
        records: One object or a list of them: plain values, dataclasses, objects with ``model_dump`` (LangChain,
            LlamaIndex, Anthropic, OpenAI) or a data frame of spans.
        by: Who imports.
        name: What the delivery is called. Every delivery is a data set of its own, named by this and its content: the
            same records again change nothing.
        dataset: The data set instead. The records then are its newest version: what it had and they have not leaves
            the current view.
        format: Read them as this format instead of detecting it.
        good_rows: Store the records without problems although others have some.

    Returns:
        The report; ``stored`` is false where problems kept the delivery out.

    Raises:
        ImportFailed: Nothing of it can be used.
        InvalidParameter: An object in it cannot be written as JSON.
        PermissionDenied: A reader may not.
    """
    data = json.dumps(_plain(records), ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")
    named = f"{name}-{digest_bytes(data)[:8]}.json"
    return import_file(workspace, data, named, by=by, format=format, dataset=dataset, good_rows=good_rows)


def _plain(value: Any) -> Any:
    """A value as JSON has it. NaN is what data frames write for nothing."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if hasattr(value, "model_dump"):
        return _plain(value.model_dump(mode="json"))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        return _plain(value.reset_index().to_dict("records"))
    if isinstance(value, Mapping):
        return {str(key): _plain(held) for key, held in value.items()}
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, Iterable) and not isinstance(value, bytes | bytearray):
        return [_plain(held) for held in value]
    expected = "plain values, dataclasses, objects with model_dump, or a data frame"
    raise InvalidParameter("records", type(value).__name__, expected)
