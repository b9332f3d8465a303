"""Bundles of evidence, what their density says about risk, what to show under a budget, and whether to answer.

Pure on its values: no store, no user interface. Embedders are the one part that may load a model or ask an endpoint.
"""
