"""Pictures as plain values: where things stand, what is written beside them, in which colour. No library draws here."""
