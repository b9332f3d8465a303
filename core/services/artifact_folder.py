"""The governed folder of attached files: each lies under the digest of its bytes, and nothing else is ever opened."""

import contextlib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from core.errors import StoreError
from core.fingerprint import digest_bytes
from core.services.workspace import Workspace
from core.store import Attached
from core.verification.reading.cache import DirectoryCache
from core.verification.source_map import Located, SourceMap, SourceMissing

_NAME = "sha256:"


@dataclass(frozen=True)
class KeptSources(SourceMap):
    """A source map over kept files, which have to be what was attached."""

    attached: Mapping[str, Attached] = field(default_factory=lambda: MappingProxyType({}))

    def locate(self, source_id: str) -> Located:
        """Find and read the file of a source.

        Raises:
            SourceMissing: It is gone, or no longer the file that was attached.
        """
        found = super().locate(source_id)
        given = self.attached[source_id]
        if found.fingerprint != given.fingerprint:
            raise SourceMissing("the kept file is no longer the one that was attached")
        # The name only decides between kinds of plain text; it is a label and leads nowhere.
        return replace(found, name=given.name)


@dataclass(frozen=True, slots=True)
class ArtifactFolder:
    """Where attached files and what was read of them lie."""

    folder: Path

    def keep(self, data: bytes) -> str:
        """Keep bytes, once; returns their fingerprint.

        Raises:
            StoreError: They cannot be written.
        """
        name = digest_bytes(data)
        folder = self.folder / "artifacts"
        place = folder / name
        temporary = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if place.is_file() and not place.is_symlink() and digest_bytes(place.read_bytes()) == name:
                return _NAME + name
            with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as file:
                temporary = file.name
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            # Written beside its place and moved there, so that no reader sees half of it.
            os.replace(temporary, place)
        except OSError as error:
            if temporary is not None:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
            raise StoreError(f"the file cannot be kept: {error.strerror}") from error
        return _NAME + name

    def sources(self, attached: Mapping[str, Attached]) -> KeptSources:
        """The source map of some attached files."""
        places = {source: given.fingerprint.removeprefix(_NAME) for source, given in attached.items()}
        return KeptSources(self.folder / "artifacts", MappingProxyType(places), attached=attached)

    @property
    def readings(self) -> Path:
        """Where representations are remembered."""
        return self.folder / "readings"

    @property
    def pictures(self) -> DirectoryCache:
        """Where pictures of pages are remembered."""
        return DirectoryCache(self.folder / "pictures", most_bytes=256 * 1024**2)


def artifact_folder(workspace: Workspace) -> ArtifactFolder:
    """The folder that belongs to a workspace: beside its database."""
    return ArtifactFolder(workspace.store.folder)
