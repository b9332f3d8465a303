"""Any endpoint that speaks the OpenAI embeddings protocol. There is no default address: unset, nothing is sent."""

import os
import time
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from core.bundles.embedders.optional import LONGEST, loaded
from core.bundles.embedders.types import (
    EmbedderFailed,
    EmbedderTimedOut,
    EmbedderUnavailable,
    Vectors,
    WrongVectors,
    checked,
)
from core.fingerprint import digest

URL, MODEL, KEY = "HEADWATER_EMBEDDINGS_URL", "HEADWATER_EMBEDDINGS_MODEL", "HEADWATER_EMBEDDINGS_KEY"
BATCH = 64
TIMEOUT = 30.0
"""Seconds for one request, connecting included."""
TRIES = 3
_WAIT = 0.5
_LATER = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
"""Answers that another try may cure."""


class Endpoint:
    """``POST {address}/embeddings`` with ``{"model", "input"}``; the key is sent as a bearer token and never shown.

    The digest covers address and model name: what the server runs under that name is the server's word.
    """

    def __init__(
        self,
        address: str | None = None,
        model: str | None = None,
        *,
        transport: Any = None,
        timeout: float = TIMEOUT,
        tries: int = TRIES,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        address = (address or os.environ.get(URL, "")).strip().rstrip("/")
        model = (model or os.environ.get(MODEL, "")).strip()
        if not address or not model:
            raise EmbedderUnavailable("http", f"no endpoint: set {URL} and {MODEL} (and {KEY}, where it wants a key)")
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise EmbedderUnavailable("http", f"{URL} must be an http or https address, got {address!r}")
        self._httpx = loaded("httpx", embedder="http", extra="http")
        self._address, self._model = address, model
        self._transport, self._timeout, self._tries, self._wait = transport, timeout, tries, wait
        self._dimensions: int | None = None
        self.id = f"http:{parts.hostname}:{model}"
        self.digest = digest({"address": address, "model": model, "longest": LONGEST})

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit row a text, asked for in batches of 64.

        Raises:
            EmbedderTimedOut: No answer in time, however often it was tried.
            EmbedderFailed: It cannot be reached, refused, or did not answer in the protocol.
            WrongVectors: NaN, another dimension than before, or another number of vectors.
        """
        key = os.environ.get(KEY, "").strip()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        rows: list[Any] = []
        with self._httpx.Client(transport=self._transport, timeout=self._timeout, headers=headers) as client:
            for start in range(0, len(texts), BATCH):
                batch = [text[:LONGEST] for text in texts[start : start + BATCH]]
                rows.extend(self._read(self._ask(client, batch), len(batch)))
        if not rows:
            return checked(self.id, [[0.0]], 1)[:0]
        found = checked(self.id, rows, len(texts), self._dimensions)
        self._dimensions = found.shape[1]
        return found

    def _ask(self, client: Any, batch: list[str]) -> Any:
        """The answer to one batch, asked again where that may help."""
        last: Exception | None = None
        for attempt in range(self._tries):
            if attempt:
                self._wait(_WAIT * 2**attempt)
            try:
                answer = client.post(f"{self._address}/embeddings", json={"model": self._model, "input": batch})
            except self._httpx.TimeoutException:
                last = EmbedderTimedOut(self.id, f"no answer within {self._timeout:g} s, tried {attempt + 1} times")
                continue
            except self._httpx.HTTPError as error:
                last = EmbedderFailed(self.id, f"cannot be reached ({type(error).__name__})")
                continue
            if answer.status_code == 200:
                return answer
            last = EmbedderFailed(self.id, f"answered {answer.status_code} {answer.reason_phrase}")
            if answer.status_code not in _LATER:
                break
        raise last or EmbedderFailed(self.id, "was not asked")

    def _read(self, answer: Any, count: int) -> list[Any]:
        try:
            data = answer.json()["data"]
            placed = {int(item["index"]): item["embedding"] for item in data}
        except (ValueError, KeyError, TypeError) as error:
            raise EmbedderFailed(self.id, f"the answer is not in the protocol ({type(error).__name__})") from error
        if sorted(placed) != list(range(count)):
            raise WrongVectors(self.id, f"expected {count} vectors, got the indices {sorted(placed)[:5]} …")
        return [placed[index] for index in range(count)]
