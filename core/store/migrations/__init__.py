"""The database's own history: one file in ``versions`` a step, run by Alembic when a database is opened."""

REVISIONS = ("0001", "0002", "0003", "0004", "0005")
"""Every step, oldest first. A database at a step that is not here was written by a newer Headwater."""

VERSION_TABLE = "headwater_version"
