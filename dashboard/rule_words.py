"""What the settings of the rule are called on the screen, what each does, and where its default comes from."""

from types import MappingProxyType

RULE_SETTING = MappingProxyType(
    {
        "h_base": "H_base",
        "lambda": "lambda",
        "label": "Curve",
        "v_correct": "V_correct",
        "v_wrong": "V_wrong",
        "v_refuse": "V_refuse",
        "alpha": "alpha",
        "plain_from": "No caveat from",
        "least_coverage": "Least coverage",
        "lineages": "Lineages",
        "complete_from": "Complete from",
        "fresh_days": "Stale after",
        "thresholds": "Judged thresholds",
        "embedder": "Embedder",
        "profile": "Cohesion held against",
        "own_limits": "Own c_min",
        "linkage": "Clusters by",
        "most": "m_max",
    }
)
"""In the order of the table."""

RULE_HELP = MappingProxyType(
    {
        "h_base": "Rate of hallucination without evidence.",
        "lambda": "How fast it falls with density.",
        "label": "Whose outcomes the curve was fitted to.",
        "v_correct": "What a correct answer is worth.",
        "v_wrong": "What a hallucinated answer costs.",
        "v_refuse": "What an honest refusal is worth.",
        "alpha": "The article's ratio of density to cohesion.",
        "plain_from": "Density from which an answer needs no caveat.",
        "least_coverage": "Share of the facets that must be addressed at all: consistency alone says nothing.",
        "lineages": "Independent lineages that a plain answer asks for.",
        "complete_from": "Coverage from which the evidence counts as complete.",
        "fresh_days": "Age in days from which a dated source is stale; none asks no age.",
        "thresholds": "From which the judged context sufficiency and the generator's confidence are enough; else 0.5.",
        "embedder": "Makes the vectors that passages are compared by.",
        "profile": "The embedder's own calibration, or the article's 0.65, which belongs to its own embedder.",
        "own_limits": "Limits of cohesion from the team's own bundles; else as shipped.",
        "linkage": "How passages are joined to clusters.",
        "most": "Passages a bundle keeps.",
    }
)

SHIPPED_FROM = MappingProxyType(
    {
        **dict.fromkeys(
            ("h_base", "lambda", "label", "v_correct", "v_wrong", "v_refuse", "alpha", "plain_from"), "[MARIA]"
        ),
        **dict.fromkeys(
            (
                *("least_coverage", "lineages", "complete_from", "fresh_days", "thresholds"),
                *("embedder", "profile", "own_limits", "linkage", "most"),
            ),
            "[HOUSE]",
        ),
    }
)
"""Setting -> where its default comes from."""

JUDGED_AXIS = MappingProxyType(
    {"context_sufficiency": "context sufficiency", "generator_confidence": "generator's confidence"}
)
