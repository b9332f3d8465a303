"""Office files are zip archives: what they claim to unpack to is summed before anything is opened."""

import io
import zipfile
import zlib

from core.verification.grounding.types import Artifact, Unreadable, too_much
from core.verification.vocabulary import Reason

_MEGABYTE = 1024 * 1024
_COPIED = 64 * 1024
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")


def checked(artifact: Artifact) -> tuple[str, ...]:
    """The member names of an archive that is safe to open.

    Raises:
        Unreadable: It is damaged, encrypted, or unpacks to more than the limits allow.
    """
    if artifact.data.startswith(OLE):
        if "EncryptedPackage".encode("utf-16-le") in artifact.data:
            raise Unreadable(Reason.PASSWORD_REQUIRED, "the file is encrypted with a password")
        raise Unreadable(Reason.PARSE_FAILED, "an Office file of before 2007; save it in the present format")
    limits = artifact.limits
    try:
        with zipfile.ZipFile(io.BytesIO(artifact.data)) as archive:
            members = archive.infolist()
            if len(members) > 10_000:
                raise too_much(f"the archive has {len(members):,} members", 10_000)
            names = [member.filename for member in members]
            if len(set(names)) != len(names):
                raise Unreadable(Reason.PARSE_FAILED, "the archive names a member twice")
            claimed = sum(member.file_size for member in members)
            if claimed > limits.max_unpacked:
                raise too_much(f"the archive unpacks to {claimed:,} bytes", limits.max_unpacked)
            if claimed > _MEGABYTE and claimed > limits.max_ratio * max(1, len(artifact.data)):
                raise too_much("the archive unpacks to suspiciously much", limits.max_ratio * len(artifact.data))
            if any(member.flag_bits & 1 for member in members):
                raise Unreadable(Reason.PASSWORD_REQUIRED, "the archive is encrypted")
            unpacked = 0
            for member in members:
                with archive.open(member) as stream:
                    while chunk := stream.read(_COPIED):
                        unpacked += len(chunk)
                        if unpacked > limits.max_unpacked:
                            raise too_much("the archive unpacks to more than it claims", limits.max_unpacked)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise Unreadable(Reason.PARSE_FAILED, f"the archive is damaged: {error}") from error
    return tuple(names)
