"""What a reader of a claim's figures must not miss."""

from core.policy import Policy
from core.results import Caution
from core.states import EvidenceState


def cautions(
    policy: Policy,
    *,
    items: int,
    eie: float,
    scarcity: float | None,
    dependence: float | None,
    gamma: float | None,
    repeated_support: float,
    circular: int,
    unknown: int,
    retracted_upstream: int,
    model_origins: int,
) -> tuple[Caution, ...]:
    """The cautions that hold for a claim, the gravest first.

    Args:
        policy: The policy the figures were made with.
        items: Counted items.
        eie: Effective independent evidence.
        scarcity: min(1, N / K), or None.
        dependence: gamma / scarcity, or None.
        gamma: min(1, EIE / K), or None.
        repeated_support: Confidence that items of weight 0 add through gamma, >= 0.
        circular: Circles without an origin.
        unknown: Counted items whose document is unknown.
        retracted_upstream: Counted items that lean on a retracted source.
        model_origins: Lineages whose only origins are texts made by a model.

    Source:
        [HOUSE] scoring, "Two cautions, shown whenever they hold".
    """
    found: list[Caution] = []
    if retracted_upstream:
        found.append(Caution("upstream_retracted", f"{_items(retracted_upstream)} on a retracted source."))
    if circular:
        what = "One circle of sources" if circular == 1 else f"{circular} circles of sources"
        found.append(Caution("circular", f"Circular sourcing: {what} has no origin outside itself."))
    if model_origins:
        found.append(
            Caution(
                "model_origin", "The origin is an inference made by an AI; no outside observation stands behind it."
            )
        )
    if policy.alpha >= 1.0 and unknown:
        found.append(
            Caution("alpha_one", "At alpha 1, unknown is being treated as independent: the guard is switched off.")
        )
    if scarcity is not None and dependence is not None and scarcity < 1.0 and items:
        found.append(
            Caution(
                "scarcity",
                f"Scarcity is not dependence: gamma {gamma or 0:.3g} = scarcity {scarcity:.3g} (too few items for K) "
                f"x dependence {dependence:.3g} (shared or unknown lineages).",
            )
        )
    if repeated_support > 1e-9:
        found.append(
            Caution(
                "repetition",
                f"Repetition still pays: items of weight 0 add {repeated_support:.3f} to aware confidence, because "
                "gamma multiplies every increment. Source-discounted confidence leaves them out.",
            )
        )
    if policy.stances == "all":
        found.append(Caution("all_stances", "Every stance counts here: this is what a flat list would say."))
    if policy.floor is EvidenceState.RETRIEVED and items:
        found.append(
            Caution("floor_retrieved", "Retrieved passages count here although nothing cites them (floor: retrieved).")
        )
    return tuple(found)


def _items(count: int) -> str:
    return "One counted item leans" if count == 1 else f"{count} counted items lean"
