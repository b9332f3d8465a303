"""How far a verdict or a retraction reaches, in words."""


def reach_words(*, moved: int, touched: int, decisions: int, upon: str) -> str:
    """Which claims' figures would move, and for how many confidence then allows something else.

    Args:
        moved: Claims whose figures move.
        touched: Claims that lean on it.
        decisions: Claims for which confidence then allows something else.
        upon: What they lean on: it, either document.
    """
    if not touched:
        return f"moves no figure: no claim leans on {upon}."
    if not moved:
        which = "the one claim that leans" if touched == 1 else f"any of the {touched:,} claims that lean"
        return f"moves no figure of {which} on {upon}."
    if touched == 1:
        which = "the one claim that leans"
    elif moved == touched:
        which = "both claims that lean" if touched == 2 else f"all {touched:,} claims that lean"
    else:
        which = f"{moved:,} of the {touched:,} claims that lean"
    turned = f"{decisions:,}" if decisions else "none"
    return f"moves the figures of {which} on {upon}; what confidence allows would change for {turned}."
