"""A style sheet without custom properties: what draws pixels knows none, so each gets the value it stands for."""

import re
from collections.abc import Iterable, Iterator, Mapping

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SET = re.compile(r"(--[a-z0-9]+):([^;]+)(?:;|$)")
_USED = re.compile(r"var\((--[a-z0-9]+)\)")


def flattened(svg: str, family: str) -> str:
    """An SVG of ours in the light theme, every colour written out and every text in one family.

    Args:
        svg: The document, with its style in it.
        family: Name of the font.
    """
    return _STYLE.sub(lambda style: f"<style>{flat_rules(style[1], family)}</style>", svg)


def flat_rules(css: str, family: str) -> str:
    """The rules of a style sheet without custom properties; one whose property depends on the element stands for each.

    Examples:
        >>> flat_rules(".g{--ink:#111}.g text{fill:var(--ink)}", "Noto Sans")
        '.g text{fill:#111}'
        >>> flat_rules(".g{--h0:#00f}.g .a{fill:var(--hue)}.g .hue0{--hue:var(--h0)}", "Noto Sans")
        '.g .hue0 .a{fill:#00f}'
    """
    rules = [(where.strip(), held.strip()) for where, held in _RULE.findall(_MEDIA.sub("", css))]
    root, places = dict[str, str](), dict[str, dict[str, str]]()
    for where, held in rules:
        for name, value in _SET.findall(held):
            if where == where.split()[0]:
                root[name] = value
            else:
                places.setdefault(where.split()[-1], {})[name] = value
    written = []
    for where, held in rules:
        kept = re.sub(r"font:([^;}]*?px) [^;}]*", rf"font:\1 '{family}'", _SET.sub("", held)).strip(";")
        if kept:
            written += [f"{place}{{{said}}}" for place, said in _written(where, kept, root, places)]
    return "".join(written)


def _written(
    where: str, held: str, root: Mapping[str, str], places: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    local = [name for name in _USED.findall(held) if name not in root]
    if not local:
        yield where, _resolved(held, root)
        return
    for place, names in places.items():
        yield ",".join(_below(one, place) for one in where.split(",")), _resolved(held, {**root, **names})


def _below(where: str, place: str) -> str:
    """A selector for what lies in an element of a place; a state of that element stays on it."""
    first, *rest = where.split()
    if len(rest) > 1:
        return " ".join((first, place + rest[0], *rest[1:]))
    return " ".join((first, place, *rest))


def _resolved(held: str, names: Mapping[str, str]) -> str:
    for _ in range(4):
        held = _USED.sub(lambda used: names.get(used[1], used[0]), held)
    return held


def letters_of(texts: Iterable[str]) -> str:
    """Every sign that is written, once, in order of first use."""
    return "".join(dict.fromkeys("".join(texts)))
