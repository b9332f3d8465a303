"""The name and version of our own file format, for those who read it and those who write it."""

SCHEMA = "headwater-evidence-package"
VERSION = "1"
MANIFEST = "manifest"
"""Key under which a package states digests, figures and where it comes from; derived, so an import leaves it be."""
