"""Citations held against their source: deterministic, capability-aware, closed on failure.

Way through it: ``citations`` say what to check, ``reading`` turns an artifact into a ``representation``, ``verifiers``
check one against the other into a report, ``proof``, ``release`` and ``promotion`` say what the report amounts to.
"""
