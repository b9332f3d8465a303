"""Run by Alembic: the steps are taken inside the transaction that the store has opened."""

from alembic import context

from core.store.migrations import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
