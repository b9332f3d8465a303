"""The domain of Headwater: facts in, facts out. No screen, no plotting.

``ENGINE_VERSION`` is part of every cached score; it changes when a figure may change.
"""

ENGINE_VERSION = "1"
