"""The user-facing names of every state, setting and error; nothing else on the screen names them."""

from types import MappingProxyType

from core.errors import (
    BrokenChain,
    DatabaseUnavailable,
    HeadwaterError,
    ImportFailed,
    InvalidInput,
    InvalidParameter,
    NewerDatabase,
    NoLongerThere,
    PermissionDenied,
    StaleVersion,
    Stopped,
    StoreError,
    UnknownId,
)
from core.states import Decision, Dependence, EdgeStatus
from core.wording import (
    CONCLUSION as CONCLUSION,
    CONCLUSION_SIGN as CONCLUSION_SIGN,
    CONCLUSION_TONE as CONCLUSION_TONE,
    CONFIDENCE_ALLOWS as CONFIDENCE_ALLOWS,
    DECISION as DECISION,
    DECISION_SIGN as DECISION_SIGN,
    DEPENDENCE as DEPENDENCE,
    EDGE_STATUS as EDGE_STATUS,
    ESTIMATOR as ESTIMATOR,
    KIND as KIND,
    NOT_CHECKED as NOT_CHECKED,
    RELATION as RELATION,
    STANCE as STANCE,
    STATE as STATE,
    SUFFICIENCY as SUFFICIENCY,
    UNHINDERED as UNHINDERED,
    conclusion_words as conclusion_words,
)
from core.work import Role, WorkKind

DEPENDENCE_HELP = MappingProxyType(
    {
        Dependence.INDEPENDENT: "Its own observation; what no upstream document gave it counts in full.",
        Dependence.DEPENDENT: "Repeats others; it adds nothing of its own.",
        Dependence.PARTIALLY_DEPENDENT: "Adds something of its own; the weight says how much.",
        Dependence.UNKNOWN: "Nobody has looked; its own content counts alpha.",
    }
)

EDGE_STATUS_HELP = MappingProxyType(
    {
        EdgeStatus.KNOWN: "Stated by the data; it counts.",
        EdgeStatus.CONFIRMED: "Confirmed by an analyst; it counts.",
        EdgeStatus.SUSPECTED: "Proposed, not confirmed; it does not count and widens the range.",
        EdgeStatus.REJECTED: "Looked at and refused; it does not count.",
    }
)

DECISION_HELP = MappingProxyType(
    {
        Decision.ANSWER: "The evidence carries the claim as it stands.",
        Decision.QUALIFY: "State it with a qualification.",
        Decision.REFUSE: "The evidence does not carry it.",
    }
)

ESTIMATOR_HELP = MappingProxyType(
    {
        "naive": "Every item counts in full, as a flat list of citations would have it.",
        "bayesian": "Every item is an independent observation that moves the odds.",
        "source_discounted": "Each item counts its own weight; copies add nothing.",
        "aware": "All increments, damped by the share of independent evidence that is there.",
    }
)

SETTING = MappingProxyType(
    {
        "name": "Name",
        "prior": "Prior",
        "increment": "Increment",
        "k": "K, required evidence",
        "alpha": "Alpha, weight of an unknown",
        "stances": "Stances that count",
        "floor": "Floor",
        "strengths": "Relation strengths",
        "alert_items": "Alert from items",
        "alert_share": "Alert at EIE share",
        "answer_at": "Answer from",
        "qualify_at": "Qualify from",
    }
)

SETTING_HELP = MappingProxyType(
    {
        "name": "What this policy is called in every score it makes.",
        "prior": "Confidence before any evidence, in [0, 1].",
        "increment": "Support of one item that states none of its own, in [0, 0.5).",
        "k": 'Independent evidence at which support counts in full; more than 0, or "all" for as many as items count.',
        "alpha": "Weight of a document whose dependence nobody knows, in [0, 1].",
        "stances": "Supporting items only, or every stance, as a flat list would count them.",
        "floor": "From which state on an item counts.",
        "strengths": "Share of a document's content that each relation hands down, where the edge states none.",
        "alert_items": "The cluster alert needs at least this many counted items.",
        "alert_share": "The cluster alert fires when EIE is at most this share of the counted items.",
        "answer_at": "Aware confidence from which a claim may be answered plainly.",
        "qualify_at": "Aware confidence from which a claim may be stated with a qualification.",
    }
)

QUICK_REASONS = (
    "same text as upstream",
    "names its source",
    "own reporting or measurement",
    "same press release",
    "same data, new analysis",
    "cannot tell from the text",
)

WORK_KIND = MappingProxyType(
    {
        WorkKind.SOURCE: "unknown source",
        WorkKind.EDGE: "suspected link",
        WorkKind.DISPUTE: "dispute",
        WorkKind.SECOND_READING: "second reading",
    }
)

ROLE_HELP = MappingProxyType(
    {
        Role.READER: "You may look at everything; labels take a reviewer.",
        Role.REVIEWER: "You may label, judge links and undo your own; disputes take an adjudicator.",
        Role.ADJUDICATOR: "You may label and settle disputes.",
        Role.ADMIN: "You may do everything here.",
    }
)

CHAIN = MappingProxyType({"label": "labels", "decision": "signatures", "audit": "imports, policies, work"})

ERROR: MappingProxyType[type[HeadwaterError], str] = MappingProxyType(
    {
        ImportFailed: "The file was refused; nothing of it was kept.",
        InvalidParameter: "A setting lies outside its domain.",
        UnknownId: "Nothing is stored under that id.",
        NoLongerThere: "This is not in the newest data any more.",
        PermissionDenied: "Your role does not allow this.",
        InvalidInput: "The input cannot be used.",
        BrokenChain: "The record of human work was changed from outside.",
        NewerDatabase: "The database was written by a newer Headwater; it was left untouched.",
        DatabaseUnavailable: "The database cannot be opened, read or written.",
        StoreError: "The database could not do what was asked.",
        Stopped: "Stopped.",
        StaleVersion: "Somebody else changed this meanwhile; it was reloaded. Look again, then save.",
    }
)


def error_title(error: HeadwaterError) -> str:
    """The named message of an error, by the nearest class in its tree."""
    for kind in type(error).__mro__:
        if kind in ERROR:
            return ERROR[kind]
    return "This could not be done; nothing was changed."


def refusal(error: HeadwaterError) -> str:
    """Why nothing was saved, in the error's own words: shown as text, never as markup."""
    words = str(error).strip() or error_title(error)
    return words if "nothing was saved" in words.casefold() else f"Not saved: {words}"
