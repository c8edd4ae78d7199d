"""The components for people: every value of a slices file, with a mark where it is uncertain."""

from __future__ import annotations

from parlor.core.words import Message, say
from parlor.games.new_york_slice.slices import FIELDS, Section, parse_sections, standard_text

SIGNS = {"known": "", "reconstructed": "°", "invented": "*"}
WIDTHS = (6, 16, 9, 21, 18)


def inventory(text: str | None = None, language: str = "en") -> str:
    """The table of the slices that a file describes, the standard one for None."""
    sections = parse_sections(standard_text() if text is None else text)
    fields = FIELDS["type"]
    head = [say(Message(f"new-york-slice.components.head.{field}"), language) for field in fields]
    lines = [_row(head)]
    for section in sections:
        if section.kind == "type":
            lines.append(_row([_marked(section, field) for field in fields]))
    by_kind = {section.kind: section for section in sections}
    combos = [_marked(section, "types") for section in sections if section.kind == "combo"]
    others = Message(
        "new-york-slice.components.others",
        anchovies=_marked(by_kind["anchovy"], "anchovies"),
        pepperoni=_marked(by_kind["supreme"], "pepperoni"),
    )
    lines += ["", say(Message("new-york-slice.components.combos", combos=combos), language), say(others, language)]
    return "\n".join([*lines, "", say(Message("new-york-slice.components.key"), language)])


def _marked(section: Section, field: str) -> str:
    value = section.values[field]
    return f"{value.value}{SIGNS[value.mark]}"


def _row(cells: list[str]) -> str:
    return "".join(f"{cell:{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()
