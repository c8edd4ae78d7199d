"""A set of slices as a file like slices.toml says it, every value checked, and as a table for people."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from parlor.core.errors import BadOption
from parlor.core.words import Message, say
from parlor.games.new_york_slice.box import HIGHEST_TYPE, LOWEST_TYPE, PAIR_TEXTS, SPECIALS, Components

MARKS = ("known", "reconstructed", "invented")
TOTAL = 69
# Some five times what slices.toml has. Reading a line of TOML may take the square of its length.
LONGEST_FILE = 10_000
MOST_LINES = 500
LONGEST_LINE = 200
FIELDS = {
    "type": ("number", "name", "slices", "pepperoni", "anchovies"),
    "combo": ("types",),
    "anchovy": ("slices", "anchovies"),
    "supreme": ("slices", "pepperoni"),
}
HOW_MANY = {"type": 9, "combo": 4, "anchovy": 1, "supreme": 1}
# The table for people: what marks a value that is uncertain, and the widths of the columns.
SIGNS = {"known": "", "reconstructed": "°", "invented": "*"}
WIDTHS = (6, 16, 9, 21, 18)


class Value:
    """A value of the file, how it is known, and the line that says so."""

    def __init__(self, value: Any, mark: str, line: int) -> None:
        self.value = value
        self.mark = mark
        self.line = line


class Section:
    """One part of the file: a type, a Combo, the Anchovy slice or the Supreme slice."""

    def __init__(self, kind: str, line: int) -> None:
        self.kind = kind
        self.line = line
        self.values: dict[str, Value] = {}

    def number(self, field: str, allowed: range) -> int:
        """The number in a field, if it is one of the allowed."""
        found = self.values[field]
        if isinstance(found.value, bool) or not isinstance(found.value, int) or found.value not in allowed:
            span = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]}–{allowed[-1]}"
            raise _wrong(found.line, "value", field=field, value=str(found.value)[:20], allowed=span)
        return found.value


def _wrong(line: int, problem: str, **params: Any) -> BadOption:
    return BadOption(f"new-york-slice.components.{problem}", line=line, **params)


def parse_sections(text: str) -> list[Section]:
    """The parts of the file, with every field there and every mark valid."""
    if len(text) > LONGEST_FILE or text.count("\n") > MOST_LINES:
        raise BadOption("new-york-slice.components.size", most=LONGEST_FILE, lines=MOST_LINES)
    sections: list[Section] = []
    for line, content in enumerate(text.splitlines(), 1):
        stripped = content.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if header := re.fullmatch(r"\[\[(\w+)\]\]\s*(#.*)?", stripped):
            if header[1] not in FIELDS:
                raise _wrong(line, "section", section=header[1][:20], allowed=list(FIELDS))
            sections.append(Section(header[1], line))
            continue
        _add_value(sections, line, stripped)
    for section in sections:
        for field in FIELDS[section.kind]:
            if field not in section.values:
                raise _wrong(section.line, "missing", section=section.kind, field=field)
    for kind, count in HOW_MANY.items():
        found = [section for section in sections if section.kind == kind]
        if len(found) != count:
            line = found[count].line if len(found) > count else max(1, len(text.splitlines()))
            raise _wrong(line, "sections", section=kind, found=len(found), count=count)
    return sections


def _add_value(sections: list[Section], line: int, content: str) -> None:
    try:
        parsed = tomllib.loads(content) if len(content) <= LONGEST_LINE else {}
    except (ValueError, RecursionError):
        parsed = {}
    if not parsed:
        raise _wrong(line, "syntax", text=content[:60])
    field, pair = next(iter(parsed.items()))
    if not sections or field not in FIELDS[sections[-1].kind]:
        where = sections[-1].kind if sections else "type"
        raise _wrong(line, "field", field=field[:20], section=where, allowed=list(FIELDS[where]))
    if field in sections[-1].values:
        raise _wrong(line, "twice", field=field)
    if not isinstance(pair, list) or len(pair) != 2 or pair[1] not in MARKS:
        raise _wrong(line, "mark", text=content[:60], marks=list(MARKS))
    sections[-1].values[field] = Value(pair[0], pair[1], line)


def parse_components(text: str, own: bool = True) -> Components:
    """The set of slices that the file describes (NYS 1)."""
    sections = parse_sections(text)
    names: dict[int, str] = {}
    pepperoni: dict[int, int] = {}
    anchovies: dict[int, int] = {}
    pairs: list[int] = []
    total = 0
    for section in sections:
        if section.kind == "type":
            number = section.number("number", range(LOWEST_TYPE, HIGHEST_TYPE + 1))
            if number in names:
                raise _wrong(section.values["number"].line, "repeated", value=number)
            slices = section.number("slices", range(100))
            if slices != number:
                others = sum(_slices(other) for other in sections if other is not section)
                line = section.values["slices"].line
                raise _wrong(line, "slices", number=number, n=slices, total=others + slices, right=TOTAL)
            names[number] = str(section.values["name"].value)[:40]
            pepperoni[number] = section.number("pepperoni", range(10))
            anchovies[number] = section.number("anchovies", range(number + 1))
            total += slices
        elif section.kind == "combo":
            found = section.values["types"]
            if found.value not in PAIR_TEXTS:
                raise _wrong(found.line, "combo", value=str(found.value)[:20])
            if PAIR_TEXTS.index(found.value) in pairs:
                raise _wrong(found.line, "repeated", value=found.value)
            pairs.append(PAIR_TEXTS.index(found.value))
            total += 1
        else:
            total += section.number("slices", range(1, 2))
            field, value = ("anchovies", 3) if section.kind == "anchovy" else ("pepperoni", 2)
            section.number(field, range(value, value + 1))
    if PAIR_TEXTS.index("8/10") not in pairs:
        combos = [section for section in sections if section.kind == "combo"]
        raise _wrong(combos[0].line, "eight-ten")
    assert total == TOTAL
    numbers = sorted(names)
    return Components(
        text if own else None,
        [names[number] for number in numbers],
        [pepperoni[number] for number in numbers],
        [anchovies[number] for number in numbers],
        pairs,
    )


def _slices(section: Section) -> int:
    if section.kind == "combo":
        return 1
    value = section.values["slices"].value
    return value if isinstance(value, int) else 0


def standard_text() -> str:
    """The file that comes with the game."""
    return (Path(__file__).parents[1] / "slices.toml").read_text(encoding="utf-8")


def read_components(value: object) -> str | None:
    """The content behind the option `components`: a file's path, or its content as it is; None for the standard set."""
    if value is None or (isinstance(value, str) and "\n" in value):
        return value
    # Nothing else is opened: an error would show a line of it.
    if not isinstance(value, str | Path) or Path(value).suffix != ".toml":
        raise BadOption("new-york-slice.components.file", path=str(value)[:80])
    try:
        with Path(value).open(encoding="utf-8") as file:
            return file.read(LONGEST_FILE + 1) + "\n"
    except (OSError, ValueError):
        raise BadOption("new-york-slice.components.file", path=str(value)[:80]) from None


@lru_cache(64)
def components_of(text: str | None) -> Components:
    """The set of slices of a file's content, the standard one for None."""
    return parse_components(standard_text(), own=False) if text is None else parse_components(text)


def checked_specials(value: object) -> list[str] | None:
    """The Specials to play with, each once, in the order of the rules; None for all."""
    if value is None:
        return None
    names = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or any(not isinstance(name, str) or name not in SPECIALS for name in names):
        raise BadOption("option.value", option="specials", value=str(value)[:60], allowed=", ".join(SPECIALS))
    found = [name for name in SPECIALS if name in names]
    return None if len(found) == len(SPECIALS) else found


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
