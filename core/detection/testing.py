"""Made-up texts for tests and benchmarks: articles, edited copies, and two reporters of one event.

Same seed, same texts, on every machine.
"""

import random
import re
from collections.abc import Iterator, Sequence

_ONSETS: list[str] = re.findall(
    r"\w+", "b br c ch cl d dr f fl g gl gr h j k l m n p pl pr qu r s sh sk sl st t th tr v w"
)
_CORES: list[str] = re.findall(r"\w+", "a ai au e ea ee i ie o oa oo ou u")
_CODAS: list[str] = re.findall(r"\w+", "ck d f g k l ll m n nd ng nt p r rd rn s sh ss st t th")
_SMALL: list[str] = re.findall(
    r"\w+",
    "the a of to in and that for with on at by from as is was were has had not but or its their this which",
)
_ENDINGS = ("", "s", "ed", "ing", "er", "ly", "ment", "ness", "al", "ous")


class Prose:
    """English-looking prose of made-up words in sentences of everyday build."""

    def __init__(self, seed: int, vocabulary: int = 6_000) -> None:
        self.random = random.Random(seed)
        # The words are the same for every seed, so that texts share a language and nothing else.
        words = random.Random(7)
        self._words = [_word(words) for _ in range(vocabulary)]
        self._names = [_word(words).capitalize() for _ in range(600)]

    def sentence(self) -> str:
        """Nine to twenty-four words, a name now and then."""
        length = self.random.randint(9, 24)
        words = []
        for place in range(length):
            chance = self.random.random()
            if place % 2 == 0 and chance < 0.75:
                words.append(self.random.choice(_SMALL))
            elif chance < 0.08:
                words.append(self.random.choice(self._names))
            else:
                # Frequent words are frequent: the square keeps to the front of the list.
                words.append(self._words[int(len(self._words) * self.random.random() ** 2)])
        words[0] = words[0].capitalize()
        return " ".join(words) + "."

    def text(self, words: int) -> str:
        """Sentences in paragraphs of four, cut after so many words."""
        sentences: list[str] = []
        count = 0
        while count < words:
            sentences.append(self.sentence())
            count += sentences[-1].count(" ") + 1
        flat = " ".join(sentences).split(" ")[:words]
        lines = [" ".join(flat[start : start + 80]) for start in range(0, len(flat), 80)]
        return "\n\n".join(lines)

    def texts(self, count: int, words: int) -> Iterator[str]:
        """So many texts of so many words."""
        return (self.text(words) for _ in range(count))

    def edited(self, text: str, share: float) -> str:
        """A copy in which so many words are replaced, dropped or have a word put after them."""
        made: list[str] = []
        for word in text.split():
            if self.random.random() >= share:
                made.append(word)
                continue
            kind = self.random.random()
            if kind < 0.7:
                made.append(self.random.choice(self._words))
            elif kind >= 0.85:
                made.extend((word, self.random.choice(self._words)))
        return " ".join(made)

    def inside(self, text: str, passage: str) -> str:
        """The text with the passage as a paragraph of its own somewhere in it."""
        paragraphs = text.split("\n\n")
        place = self.random.randint(0, len(paragraphs))
        return "\n\n".join((*paragraphs[:place], passage, *paragraphs[place:]))


_PLACES = ("Harbour City", "Northfield", "Port Sallow", "Lake Varn", "Grand Estuary", "Westmarch", "Saint Brume")
_HOUSES = (
    "{place} City Council",
    "{place} Port Authority",
    "Northern Coast Development Agency",
    "National Institute for Water Research",
    "{place} Fire and Rescue Service",
    "Ministry of Transport and Public Works",
)
_EVENTS = (
    "the old quay will be closed",
    "a crane collapsed at the container terminal",
    "a fire broke out in a warehouse",
    "the dam will be raised by two metres",
    "the bridge was damaged by a barge",
    "an outbreak of salmonella was traced to a bakery",
)
_TITLES = ("mayor", "chief executive", "head of operations", "spokesperson", "deputy director for public safety")
_FIRST = ("Jane", "Omar", "Lena", "Piotr", "Aiko", "Rosa", "Tom", "Nadia", "Erik", "Mei")
_LAST = ("Smith", "Okafor", "Lindqvist", "Kowalski", "Tanaka", "Alvarez", "Brandt", "Haddad", "Novak", "Chen")
_DAYS = ("Monday", "Tuesday", "Friday")
_ONE = (
    "{Event} in {place} on {date}, the {house} said.",
    "{hurt} people were injured, {badly} of them seriously.",
    "The repair is expected to cost {cost} million euros and to take {months} months.",
    "{name}, the {title} of the {house}, told reporters that nobody could have known.",
    "{name} said that work would begin before the end of the year.",
    "Residents had warned of the danger as early as {year}.",
    "The {house} was founded in {year} and employs {staff} people.",
    "According to the {house}, the cause is not yet known.",
    "Police closed the road between {place} and {other} for {hours} hours.",
)
_OTHER = (
    "It was on {date} that {event} in {place}.",
    "Officials put the number of injured at {hurt}; {badly} remain in hospital in a serious condition.",
    "Taxpayers face a bill of {cost} million euros, and {months} months of disruption lie ahead.",
    "{name}, {title} at the {house}, declined to say who was responsible.",
    "For {name} the matter is simple: the money must be found.",
    "Since {year} neighbours have been writing letters about the risk.",
    "With {staff} staff, the {house} is one of the larger employers in the region; it dates back to {year}.",
    "What went wrong is still unclear, as the {house} admits.",
    "Drivers travelling from {place} to {other} were diverted for {hours} hours.",
)


def two_reports(chance: random.Random) -> tuple[str, str]:
    """Two independent reports of one event: the same facts, names and figures, no sentence in common."""
    place = chance.choice(_PLACES)
    event = chance.choice(_EVENTS)
    facts = {
        "place": place,
        "other": chance.choice([one for one in _PLACES if one != place]),
        "house": chance.choice(_HOUSES).format(place=place),
        "event": event,
        "Event": event[0].upper() + event[1:],
        "name": f"{chance.choice(_FIRST)} {chance.choice(_LAST)}",
        "title": chance.choice(_TITLES),
        "date": f"{chance.choice(_DAYS)}, {chance.randint(1, 28)} March 2024",
        "hurt": chance.randint(5, 90),
        "badly": chance.randint(2, 4),
        "cost": chance.randint(3, 90),
        "months": chance.randint(3, 30),
        "year": chance.randint(1950, 2014),
        "staff": f"{chance.randint(1, 9)},{chance.randint(100, 999)}",
        "hours": chance.randint(2, 20),
    }
    return _written(_ONE, facts, chance), _written(_OTHER, facts, chance)


def _written(sentences: Sequence[str], facts: dict[str, object], chance: random.Random) -> str:
    first, *rest = (sentence.format(**facts) for sentence in sentences)
    chance.shuffle(rest)
    return " ".join((first, *rest))


def _word(chance: random.Random) -> str:
    syllables = chance.choice((1, 1, 2, 2, 3))
    made: str = "".join(chance.choice(_ONSETS) + chance.choice(_CORES) for _ in range(syllables))
    return made + chance.choice(_CODAS) + chance.choice(_ENDINGS)
