"""The closed words of verification: the public contract's [ETH] first, then our own.

The values are written into reports and exports as they stand; none is ever renamed.
"""

from enum import StrEnum


class ClaimKind(StrEnum):
    """What a citation says about the place it points to."""

    QUOTE = "quote"
    VALUE = "value"
    PRESENCE = "presence"
    TABLE_CELL = "table_cell"
    REGION = "region"
    OTHER = "other"

    @property
    def supported(self) -> bool:
        """False for what no literal method can check."""
        return self not in (ClaimKind.REGION, ClaimKind.OTHER)

    @property
    def needs_text(self) -> bool:
        """True where the claim is about a text."""
        return self in (ClaimKind.QUOTE, ClaimKind.VALUE, ClaimKind.TABLE_CELL)


class CheckStatus(StrEnum):
    """How a check ended; everything but ``grounded`` promotes nothing."""

    GROUNDED = "grounded"
    NOT_FOUND = "not_found"
    MISMATCH = "mismatch"
    STALE = "stale"
    UNSUPPORTED_CLAIM_KIND = "unsupported_claim_kind"
    CAPABILITY_BLOCKED = "capability_blocked"
    ERROR = "error"


class Reason(StrEnum):
    """Why a check did not end in ``grounded``."""

    MISSING_LOCATOR = "missing_locator"
    MISSING_REQUIRED_TEXT = "missing_required_text"
    UNSUPPORTED_CLAIM_KIND = "unsupported_claim_kind"
    STALE_FINGERPRINT = "stale_fingerprint"
    MISSING_SOURCE_FINGERPRINT = "missing_source_fingerprint"
    MISSING_CITATION_FINGERPRINT = "missing_citation_fingerprint"
    MISSING_SPAN_CAPABILITY = "missing_span_capability"
    MISSING_TABLE_CAPABILITY = "missing_table_capability"
    UNKNOWN_COORDINATE_ORIGIN = "unknown_coordinate_origin"
    ELEMENT_NOT_FOUND = "element_not_found"
    SPAN_NOT_FOUND = "span_not_found"
    PAGE_NOT_FOUND = "page_not_found"
    BBOX_NOT_FOUND = "bbox_not_found"
    LOCATOR_CONFLICT = "locator_conflict"
    MISSING_PAGE_FOR_BBOX = "missing_page_for_bbox"
    MISSING_TABLE_CELL_LOCATOR = "missing_table_cell_locator"
    TABLE_NOT_FOUND = "table_not_found"
    TABLE_CELL_NOT_FOUND = "table_cell_not_found"
    TEXT_MISMATCH = "text_mismatch"
    # Ours.
    SOURCE_MISSING = "source_missing"
    PARSE_FAILED = "parse_failed"
    NO_TEXT_LAYER = "no_text_layer"
    TEXT_LAYER_UNRELIABLE = "text_layer_unreliable"
    REPRESENTATION_CHANGED = "representation_changed"
    QUOTE_TOO_SHORT = "quote_too_short"
    BOUNDARY_SPLIT = "boundary_split"
    NUMBER_SPLIT = "number_split"
    SUPERSCRIPT_IN_SPAN = "superscript_in_span"
    BIDI_CONTROL = "bidi_control"
    TABLE_HEADER_AMBIGUOUS = "table_header_ambiguous"
    FORMULA_NOT_CACHED = "formula_not_cached"
    AMBIGUOUS_LOCATION = "ambiguous_location"
    PASSWORD_REQUIRED = "password_required"
    LIMITS_EXCEEDED = "limits_exceeded"
    CHECK_FAILED = "check_failed"


CONTRACT_REASONS = tuple(Reason)[: tuple(Reason).index(Reason.SOURCE_MISSING)]
"""The 19 reasons of the public contract."""


class MatchMethod(StrEnum):
    """How expected and observed text were compared."""

    EXACT_TEXT = "exact_text"
    NORMALIZED_TEXT = "normalized_text"
    EXACT_TEXT_CONTAINS = "exact_text_contains"
    NORMALIZED_TEXT_CONTAINS = "normalized_text_contains"
    NORMALIZED_DEHYPHENATED = "normalized_dehyphenated"
    """Found only after a hyphen at a line end was joined or kept; ours."""
    TABLE_CELL_LOOKUP = "table_cell_lookup"
    BBOX_CONTAINMENT = "bbox_containment"
    PRESENCE_ONLY = "presence_only"
    NONE = "none"


class CoordinateOrigin(StrEnum):
    """Where the boxes of a source are counted from."""

    TOP_LEFT = "top-left"
    BOTTOM_LEFT = "bottom-left"
    UNKNOWN = "unknown"


class CapabilityLimit(StrEnum):
    """What a grounding source cannot give, in the order reports list it."""

    MISSING_FINGERPRINT = "missing_fingerprint"
    MISSING_SPANS = "missing_spans"
    MISSING_CHAR_OFFSETS = "missing_char_offsets"
    MISSING_TABLES = "missing_tables"
    UNKNOWN_COORDINATE_ORIGIN = "unknown_coordinate_origin"
    MISSING_CROP_SUPPORT = "missing_crop_support"
    MISSING_STRUCTURE = "missing_structure"
    # Ours.
    MISSING_PAGES = "missing_pages"
    NO_TEXT_LAYER = "no_text_layer"
    TEXT_FROM_PACKAGE = "text_from_package"
    """The text came with the citation's package; the artifact itself was not read."""
    FOOTNOTES_NOT_READ = "footnotes_not_read"
    UNLIMITED_MEMORY = "unlimited_memory"
    """This system has no memory or processor limit for a reader; wall clock and sizes hold."""


class Advisory(StrEnum):
    """What a reader should know beside the status; the contract's codes first."""

    LOW_CONFIDENCE_READING_ORDER = "low_confidence_reading_order"
    LOW_CONFIDENCE_TABLE_STRUCTURE = "low_confidence_table_structure"
    HIDDEN_TEXT_DETECTED = "hidden_text_detected"
    OFF_PAGE_TEXT_DETECTED = "off_page_text_detected"
    LOW_CONTRAST_TEXT_DETECTED = "low_contrast_text_detected"
    ANNOTATIONS_PRESENT = "annotations_present"
    EXTERNAL_LINKS_PRESENT = "external_links_present"
    IMAGE_ONLY_PAGE = "image_only_page"
    UNSUPPORTED_ANNOTATION = "unsupported_annotation"
    PARTIAL_PARSE = "partial_parse"
    CAPABILITY_LIMITED = "capability_limited"
    # Ours: advisory, none of them turns a status.
    OCR_TEXT_LAYER = "ocr_text_layer"
    QUALIFIER_OUTSIDE_QUOTE = "qualifier_outside_quote"
    NEGATION_OMITTED = "negation_omitted"
    AMBIGUOUS_LOCATION = "ambiguous_location"
    AMBIGUOUS_HYPHEN = "ambiguous_hyphen"
    UNPINNED_CITATION = "unpinned_citation"
    REPRESENTATION_CHANGED = "representation_changed"
    SUPERSCRIPT_NEARBY = "superscript_nearby"
    PAGE_LABEL_USED = "page_label_used"
    PAGES_JOINED = "pages_joined"
    PAGE_NOT_COMPARABLE = "page_not_comparable"
    FOUND_ELSEWHERE = "found_elsewhere"
    TYPOGRAPHY_DIFFERS = "typography_differs"
    NUMBER_DIFFERS = "number_differs"
    NAME_DIFFERS = "name_differs"
    AMBIGUOUS_NUMBER = "ambiguous_number"
    MIXED_SCRIPT = "mixed_script"
    SOURCE_NEWER_THAN_ANSWER = "source_newer_than_answer"
    INSTRUCTION_LIKE_TEXT = "instruction_like_text"


CONTRACT_WARNINGS = tuple(Advisory)[: tuple(Advisory).index(Advisory.OCR_TEXT_LAYER)]
"""The warning codes of the public contract."""


class ProofStatus(StrEnum):
    """What the checks of a claim amount to."""

    VERIFIED = "verified"
    PARTIALLY_VERIFIED = "partially_verified"
    UNVERIFIED = "unverified"


class ProofLimitation(StrEnum):
    """Why a proof is less than it could be, in the order summaries list it."""

    CAPABILITY_LIMITED = "capability_limited"
    STALE_FINGERPRINT = "stale_fingerprint"
    UNSUPPORTED_CLAIM_KIND = "unsupported_claim_kind"
    NON_GROUNDED_CHECKS = "non_grounded_checks"
    SEMANTIC_UNVERIFIED = "semantic_unverified"


class ReviewState(StrEnum):
    """How far a citation has come; each step needs the one before."""

    RETRIEVED_CANDIDATE = "retrieved_candidate"
    CITATION_PROPOSED = "citation_proposed"
    GROUNDING_VERIFIED = "grounding_verified"
    SEMANTICALLY_SUPPORTED = "semantically_supported"
    RELEASE_APPROVED = "release_approved"

    @property
    def step(self) -> int:
        """0 for a candidate up to 4 for an approved release."""
        return tuple(ReviewState).index(self)


class Relevance(StrEnum):
    """What a claim does for the question; judged by a person or a model, never by a check."""

    DIRECT_ANSWER = "direct_answer"
    SUPPORTS_ANSWER = "supports_answer"
    BACKGROUND_ONLY = "background_only"
    UNRELATED = "unrelated"

    @property
    def answers(self) -> bool:
        """True where the claim answers the question or helps to."""
        return self in (Relevance.DIRECT_ANSWER, Relevance.SUPPORTS_ANSWER)


class ClaimType(StrEnum):
    """How a claim came about, in the contract's words."""

    SOURCE_FACT = "source_fact"
    SYNTHESIS = "synthesis"
    UNSUPPORTED = "unsupported"


class Synthesis(StrEnum):
    """How a claim came about, finer than the contract says it."""

    SOURCE_FACT = "source_fact"
    CALCULATED = "calculated"
    INFERRED = "inferred"
    UNSUPPORTED = "unsupported"

    @property
    def claim_type(self) -> ClaimType:
        """The contract's word for it: what is calculated or inferred is a synthesis."""
        if self in (Synthesis.CALCULATED, Synthesis.INFERRED):
            return ClaimType.SYNTHESIS
        return ClaimType(self.value)


class ClaimSupport(StrEnum):
    """Whether the evidence carries the claim's meaning; not evaluated until somebody did."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    NOT_EVALUATED = "not_evaluated"


class CitationVerdict(StrEnum):
    """What a citation of an answer is worth [TOUCH]."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    MERELY_RELATED = "merely_related"
    ABSENT = "absent"
    INACCESSIBLE = "inaccessible"
    VERSION_MISMATCHED = "version_mismatched"
    NOT_EVALUATED = "not_evaluated"


class ReleaseAction(StrEnum):
    """What an answer may do with a claim."""

    SHOW_FINAL = "show_final"
    NEEDS_REVIEW = "needs_review"
    BLOCK = "block"


class ReleaseReason(StrEnum):
    """Why it may or may not."""

    CERTIFIED = "certified"
    SUPPORTED_SYNTHESIS_NEEDS_REVIEW = "supported_synthesis_needs_review"
    GROUNDED_BUT_IRRELEVANT = "grounded_but_irrelevant"
    CANNOT_ANSWER_FROM_SOURCES = "cannot_answer_from_sources"
    UNSUPPORTED_CLAIM = "unsupported_claim"
    CONTRADICTED_CLAIM = "contradicted_claim"
    CLAIM_SUPPORT_NOT_EVALUATED = "claim_support_not_evaluated"
