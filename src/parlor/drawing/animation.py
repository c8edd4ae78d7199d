"""Several drawings of one board as a single animated SVG: what stays is written once, what changes comes and goes.

It needs no script, so that it plays wherever a picture may stand; where nothing moves, the last drawing is shown.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from difflib import SequenceMatcher
from html import escape

# A picture cannot be clicked.
_INTERACTIVE = frozenset(
    {
        "data-part",
        "data-picks",
        "data-no",
        "data-else",
        "data-new",
        "data-tell",
        "data-pan",
        "data-look",
        "role",
        "tabindex",
        "aria-label",
    }
)

Key = tuple[str, ...]


class _Node:
    """An element of one or more drawings."""

    def __init__(self, element: ET.Element) -> None:
        self.tag = _plain(element.tag)
        self.attributes = {_plain(name): value for name, value in element.items()}
        self.texts = element.text or "", element.tail or ""
        self.key = _key(element)
        self.children: list[_Node] = []
        self.shown: list[int] = []
        """The numbers of the drawings that it is in."""


def animated(drawings: Sequence[str], seconds: Sequence[float]) -> str:
    """The drawings one after the other, each for its seconds, again and again."""
    trees = [ET.fromstring(_own_references(drawing, number)) for number, drawing in enumerate(drawings)]
    _hold_still(trees)
    root = _Node(trees[-1])
    for number, tree in enumerate(trees):
        root.shown.append(number)
        _merge(root.children, list(tree), number)
    root.attributes |= {"xmlns": "http://www.w3.org/2000/svg", "role": "img"}
    times = _Times(seconds)
    body = _written(root, root.shown, times)
    start = body.index(">") + 1
    return f"{body[:start]}<style>{times.style()}</style>{body[start:]}"


def _plain(name: str) -> str:
    return name.rpartition("}")[2]


def _key(element: ET.Element) -> Key:
    """What makes an element the same one in two drawings; its children may differ."""
    attributes = [f"{name}={value}" for name, value in sorted(element.items())]
    return element.tag, element.text or "", element.tail or "", *attributes


def _own_references(drawing: str, number: int) -> str:
    """The drawing with names of its own for what it refers to outside its static part, which may change."""
    end = max(0, drawing.find("</defs>"))
    fixed = set(re.findall(r' id="([^"]+)"', drawing[:end]))
    for name in set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawing)) - fixed:
        drawing = re.sub(rf'( id="|href="#|url\(#){re.escape(name)}(?=["\)])', rf"\g<1>{name}.{number}", drawing)
    return drawing


def _hold_still(trees: list[ET.Element]) -> None:
    """Show the part that pans as the last drawing does, and drop what only serves people who click."""
    views: dict[str, str] = {}
    for tree in reversed(trees):
        for element in tree.iter():
            if "data-pan" in element.attrib:
                element.set("viewBox", views.setdefault(element.get("id", ""), element.get("viewBox", "")))
            if element is not tree:
                for name in _INTERACTIVE.intersection(element.keys()):
                    del element.attrib[name]


def _merge(known: list[_Node], elements: list[ET.Element], number: int) -> None:
    """Find these elements of a drawing among the known ones, or add them, in their order."""
    keys = [_key(element) for element in elements]
    merged: list[_Node] = []
    present: list[_Node] = []
    here = there = 0
    for start, first, length in SequenceMatcher(
        None, [node.key for node in known], keys, autojunk=False
    ).get_matching_blocks():
        found = [*map(_Node, elements[there:first]), *known[start : start + length]]
        merged += known[here:start] + found
        present += found
        here, there = start + length, first + length
    known[:] = merged
    for node, element in zip(present, elements, strict=True):
        node.shown.append(number)
        _merge(node.children, list(element), number)


class _Times:
    """When things are shown, as styles: one for everything that comes and goes together."""

    def __init__(self, seconds: Sequence[float]) -> None:
        self.starts = [sum(seconds[:number]) for number in range(len(seconds) + 1)]
        self.names: dict[tuple[int, ...], str] = {}

    def name(self, shown: Sequence[int]) -> str:
        """The class of what is shown in these drawings."""
        return self.names.setdefault(tuple(shown), f"during-{len(self.names)}")

    def style(self) -> str:
        """The rules of all classes."""
        whole = self.starts[-1]
        rules = []
        for shown, name in self.names.items():
            steps = []
            for number, start in enumerate(self.starts[:-1]):
                now = number in shown
                if number == 0 or now != (number - 1 in shown):
                    steps.append(f"{100 * start / whole:.5g}%{{visibility:{'visible' if now else 'hidden'}}}")
            rest = "" if len(self.starts) - 2 in shown else "visibility:hidden;"
            rules.append(
                f".{name}{{{rest}animation:{name} {whole:g}s step-end infinite}}@keyframes {name}{{{''.join(steps)}}}"
            )
        return "".join(rules) + "@media(prefers-reduced-motion:reduce){*{animation:none!important}}"


def _written(node: _Node, within: Sequence[int], times: _Times) -> str:
    """The element as text, with the class of the drawings that it is in unless it is in all that its parent is in."""
    attributes = dict(node.attributes)
    if node.shown != within:
        attributes["class"] = f"{attributes.get('class', '')} {times.name(node.shown)}".strip()
    opening = "".join([node.tag, *(f' {name}="{escape(value)}"' for name, value in attributes.items())])
    inner = escape(node.texts[0], quote=False) + "".join(_written(child, node.shown, times) for child in node.children)
    return (f"<{opening}>{inner}</{node.tag}>" if inner else f"<{opening}/>") + escape(node.texts[1], quote=False)
