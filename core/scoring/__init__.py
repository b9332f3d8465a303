"""Confidence estimators. To add one: write the module, add one line here."""

from types import MappingProxyType

from core.scoring.aware import aware
from core.scoring.bayesian import bayesian
from core.scoring.naive import naive
from core.scoring.source_discounted import source_discounted
from core.scoring.types import Estimator

ESTIMATORS: MappingProxyType[str, Estimator] = MappingProxyType(
    {
        "naive": naive,
        "bayesian": bayesian,
        "source_discounted": source_discounted,
        "aware": aware,
    }
)
"""Name -> estimator, in the order in which they are shown."""
