"""The pages in the order of the navigation: section -> (file in ``pages/``, title); a page is one line here."""

CONTENTS = {
    "Review": (
        ("overview", "Overview"),
        ("answers", "Answers"),
        ("claim", "Claim"),
        ("citations", "Citations"),
    ),
    "Work": (
        ("relabel", "Relabel"),
        ("release", "Release"),
        ("proposals", "Lineage proposals"),
    ),
    "Understand": (
        ("bundles", "Bundles"),
        ("calibration", "Calibration"),
        ("scenarios", "Scenarios"),
        ("method", "Method"),
    ),
    "Library": (
        ("sources", "Sources"),
        ("import", "Import / Export"),
    ),
    "Records": (
        ("audit", "Audit"),
        ("policy", "Policy"),
    ),
}
HIDDEN = (("present", "Present a claim"), ("present_scenarios", "Present the scenarios"))
"""Pages outside the navigation: reached from another page, or by their address."""
FIRST = "overview"
"""Where an address without a page leads."""
