"""What bundles, their gates and settings are called on the screen."""

from types import MappingProxyType

from core.bundles.gates import Gate
from core.bundles.types import Touch

GATE = MappingProxyType(
    {
        Gate.REFUSE_DENSITY: "refused for its density",
        Gate.REFUSE_COHESION: "refused for its cohesion",
        Gate.ANSWER_WITH_CAVEAT: "answer with a caveat",
        Gate.ANSWER: "answer",
    }
)
GATE_TONE = MappingProxyType(
    {
        Gate.REFUSE_DENSITY: "refuse",
        Gate.REFUSE_COHESION: "refuse",
        Gate.ANSWER_WITH_CAVEAT: "qualify",
        Gate.ANSWER: "answer",
    }
)
TOUCH = MappingProxyType(
    {
        Touch.DIRECT: "direct",
        Touch.INDIRECT: "indirect",
        Touch.NONE: "not addressed",
        Touch.CONTRADICTS: "contradicts",
    }
)
EMBEDDER = MappingProxyType(
    {
        "hashed": "hashed n-grams (no model)",
        "semantic": "universal sentence encoder",
        "transformers": "sentence transformers",
        "http": "endpoint of your own",
    }
)
LINKAGE = MappingProxyType({"average": "average linkage", "ward": "Ward, then a cut"})
CALIBRATED, PAPER = "its calibration", "paper-0.65"
LIMIT = MappingProxyType({CALIBRATED: "the embedder's calibration", PAPER: "the article's 0.65"})
