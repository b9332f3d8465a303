"""Who is who: addresses, identifiers, publishers, and which documents are one."""
