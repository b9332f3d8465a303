"""Dossiers with the states that checks and judgements give their evidence."""

from collections.abc import Sequence

from sqlalchemy import Connection

from core.checked import Promote
from core.model import Dossier
from core.store.dossiers import DossierReader
from core.store.judgements import judgements_of
from core.store.standing_checks import Upto, checks_of


class StandingReader(DossierReader):
    """Reads dossiers as verification leaves them."""

    def __init__(self, connection: Connection, promote: Promote | None, texts: bool = True) -> None:
        super().__init__(connection, texts)
        self.promote = promote
        """Gives the evidence its states; None leaves those of the data."""

    def read(self, claims: Sequence[int]) -> list[Dossier]:
        """The dossiers of these claims, in the order asked for; a claim that is gone is left out."""
        found = super().read(claims)
        if self.promote is None:
            return found
        checks = checks_of(self.connection, claims, self._running, self._upto())
        if not checks:
            return found
        said = judgements_of(self.connection, claims, self._running, self._upto())
        uids = (f"{dossier.dataset}:{dossier.claim.id}" for dossier in found)
        return [
            self.promote(dossier, checks[uid], said.get(uid, ())) if uid in checks else dossier
            for uid, dossier in zip(uids, found, strict=True)
        ]

    def _upto(self) -> Upto | None:
        """Up to where the records of verification count; None for all."""
        return None
