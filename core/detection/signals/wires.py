"""Names of news agencies and how a text credits them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

LEAD = 700
"""Characters in which a dateline or byline stands; later mentions are about the agency, not from it."""

_WIRES: dict[str, tuple[str, ...]] = {
    "Associated Press": ("AP", "The Associated Press", "Associated Press"),
    "Reuters": ("Reuters", "Thomson Reuters", "REUTERS"),
    "Agence France-Presse": ("AFP", "Agence France-Presse", "Agence France Presse"),
    "dpa": ("dpa", "Deutsche Presse-Agentur", "DPA"),
    "United Press International": ("UPI", "United Press International"),
    "PA Media": ("PA Media", "Press Association"),
    "Xinhua": ("Xinhua", "Xinhua News Agency"),
    "TASS": ("TASS", "ITAR-TASS"),
    "Interfax": ("Interfax",),
    "EFE": ("EFE", "Agencia EFE"),
    "ANSA": ("ANSA",),
    "Kyodo": ("Kyodo", "Kyodo News"),
    "Jiji Press": ("Jiji", "Jiji Press"),
    "Yonhap": ("Yonhap", "Yonhap News Agency"),
    "Press Trust of India": ("PTI", "Press Trust of India"),
    "Asian News International": ("ANI",),
    "Indo-Asian News Service": ("IANS",),
    "Canadian Press": ("The Canadian Press", "Canadian Press"),
    "Australian Associated Press": ("AAP", "Australian Associated Press"),
    "APA": ("APA", "Austria Presse Agentur"),
    "epd": ("epd",),
    "KNA": ("KNA",),
    "SID": ("SID",),
    "Keystone-SDA": ("SDA", "Keystone-SDA"),
    "Belga": ("Belga",),
    "ANP": ("ANP",),
    "Ritzau": ("Ritzau",),
    "NTB": ("NTB",),
    "TT": ("TT Nyhetsbyrån",),
    "STT": ("STT",),
    "Lusa": ("Lusa",),
    "PAP": ("PAP",),
    "ČTK": ("ČTK", "CTK"),
    "MTI": ("MTI",),
    "Anadolu": ("Anadolu", "Anadolu Agency"),
    "Bernama": ("Bernama",),
    "Antara": ("Antara",),
    "IRNA": ("IRNA",),
    "Bloomberg": ("Bloomberg", "Bloomberg News"),
    "Tribune News Service": ("TNS", "Tribune News Service"),
    "States Newsroom": ("States Newsroom",),
    "Inter Press Service": ("IPS", "Inter Press Service"),
}
WIRE_OF = {name: wire for wire, names in _WIRES.items() for name in names}
"""Name as credited -> the agency."""
_AMBIGUOUS = frozenset({"AP", "IPS", "SID", "APA", "PAP", "ANP", "STT", "Jiji", "epd", "MTI"})
"""Short names that mean other things too: read in a dateline only."""

_KNOWN = "|".join(sorted(map(re.escape, WIRE_OF), key=len, reverse=True))
_LONG = "|".join(sorted(map(re.escape, set(WIRE_OF) - _AMBIGUOUS), key=len, reverse=True))
_CITY = r"[A-ZÄÖÜÉÈÁÓÚÑ][A-ZÄÖÜÉÈÁÓÚÑ.'’-]+(?:[ ,/]+[A-ZÄÖÜ][\w.'’-]*){0,6}"
_RELEASES = frozenset(
    ("business wire", "globe newswire", "globenewswire", "access newswire", "accesswire", "pr newswire", "prnewswire")
)
"""Services that send out what a company writes: the business of the rule for press releases."""
_PLACES = frozenset({"USA", "UAE", "NSW", "DRC", "ROC", "PRC", "USSR", "VIDEO", "LIVE", "UPDATE"})
_DASH = r"[-–—―:]"
_NAMED = r"[A-Z][\w&.’'-]*(?: [A-Z][\w&.’'-]*){0,3}"
_LIKE_A_WIRE = re.compile(r"(?:wire|press|presse|news|agency|agence|agentur|agencia|newswire)s?$", re.IGNORECASE)
_DATELINE = re.compile(rf"\((?P<wire>{_KNOWN})\)\s*{_DASH}")
_CITY_DATELINE = re.compile(
    rf"^\s*(?P<city>{_CITY})[ ,]*(?:,[^()\n]{{1,30}})?\((?P<wire>{_NAMED})\)\s*{_DASH}", re.MULTILINE
)
_LEADING = re.compile(rf"^\s*\((?P<wire>{_NAMED})\)\s*{_DASH}?")
_BYLINE = re.compile(
    rf"^\s*(?:(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or)\s+)?(?:[A-ZÄÖÜ][\w.'’-]+(?:\s+[A-ZÄÖÜ][\w.'’-]+){{0,4}}\s*[,|•·]\s*)?"
    rf"(?:[Tt]he\s+)?(?P<wire>{_LONG})(?:\s+(?:[Ss]taff|[Rr]eporters?|[Cc]orrespondent|[Nn]ews\s+[Aa]gency|[Ww]riters?))*"
    r"\s*(?:$|[|•·]|[-–—]\s|,?\s*\d{1,2}[ .]|,?\s*(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b)",
    re.MULTILINE,
)
_SIGN_OFF = re.compile(rf"\((?P<wire>{_KNOWN})\)\s*[.\"”’]?\s*$")
_REPORTING = re.compile(r"\(Reporting by [^()]{3,200}?(?:; |\. )?(?:[Ww]riting|[Ee]diting) by [^()]{3,120}\)\s*$")
_PICTURE = re.compile(
    r"\b(?:photo(?:graph)?s?|picture|image|foto|bild|pic|video|graphic|getty|credit)\b|©", re.IGNORECASE
)
_PERSON_BEHIND_SLASH = re.compile(r"/\s*[A-ZÄÖÜ][a-zäöüß]")


@dataclass(frozen=True, slots=True)
class WireCredit:
    """An agency named as the author of a text."""

    wire: str
    start: int
    end: int
    how: str


def credits_in(text: str) -> Iterator[WireCredit]:
    """The agency a text says it comes from: dateline, byline or sign-off; picture credits are none.

    Only the first of each kind is read, the dateline and the byline within the first 700 characters.
    """
    lead = text[:LEAD]
    for pattern, how in ((_DATELINE, "dateline"), (_CITY_DATELINE, "dateline"), (_LEADING, "credit at the start")):
        for found in pattern.finditer(lead):
            before = lead[lead.rfind("\n", 0, found.start("wire")) + 1 : found.start("wire")]
            if _counts(found["wire"], how) and not _PICTURE.search(before[-80:]):
                yield WireCredit(wire_name(found["wire"]), found.start(), found.end(), how)
                return
    for found in _BYLINE.finditer(lead):
        line = _line(lead, found.start("wire"))
        if len(line) <= 120 and not _PICTURE.search(line) and not _PERSON_BEHIND_SLASH.search(line):
            yield WireCredit(wire_name(found["wire"]), found.start(), found.end(), "byline")
            return
    for pattern in (_SIGN_OFF, _REPORTING):
        last = pattern.search(text, max(0, len(text) - 500))
        if last is not None and not _PICTURE.search(_line(text, last.start())[-200:]):
            wire = last["wire"] if pattern is _SIGN_OFF else "Reuters"
            yield WireCredit(wire_name(wire), last.start(), last.end(), "sign-off")
            return


def credit_in_metadata(value: str) -> str | None:
    """The agency a metadata field names as author or publisher; None for persons, and for picture credits."""
    plain = re.sub(r"\s+", " ", value).strip()
    if not plain or len(plain) > 120 or _PERSON_BEHIND_SLASH.search(plain):
        return None
    if plain in WIRE_OF:
        return WIRE_OF[plain]
    found = re.match(
        rf"^(?:by\s+)?(?:[\w.'’]+(?:\s+[\w.'’-]+){{0,4}}\s*[-,|(]\s*)?(?:the\s+)?(?P<wire>{_LONG})\)?"
        r"(?:\s+(?:staff|news agency))?$",
        plain,
        re.IGNORECASE,
    )
    return wire_name(found["wire"]) if found is not None and not _PICTURE.search(plain) else None


def wire_name(written: str) -> str:
    """The agency's one name; a name we do not know stands for itself."""
    return WIRE_OF.get(written) or _lowered().get(written.casefold()) or written


@lru_cache(maxsize=1)
def _lowered() -> dict[str, str]:
    return {name.casefold(): wire for name, wire in WIRE_OF.items()}


def _counts(name: str, how: str) -> bool:
    if name.casefold() in _RELEASES or name.casefold().endswith("presswire"):
        return False
    # After a city any name may stand: of those we do not know, only what is built like an agency's is one.
    acronym = how == "dateline" and re.fullmatch(r"[A-Z]{3,6}", name) is not None and name not in _PLACES
    return name in WIRE_OF or acronym or bool(_LIKE_A_WIRE.search(name))


def _line(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 : (text.find("\n", place) + 1 or len(text) + 1) - 1]
