"""Reading plain data from anywhere: first its bounds, then each field must hold what is allowed there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, TypeGuard

from parlor.core.errors import BadPosition
from parlor.core.words import Message

Data = dict[str, Any]

DEEPEST = 20
MOST_VALUES = 10_000
LONGEST_TEXT = 50_000
LARGEST_NUMBER = 2**53
"""Beyond this, a browser's numbers are not exact; what is compiled would overflow at 2**63."""


def is_plain(data: object) -> bool:
    """Whether this is JSON that can be worked on: no huge numbers, no text that cannot be written, not too much."""
    layer = [data]
    values = 0
    for _ in range(DEEPEST):
        values += len(layer)
        if values > MOST_VALUES:
            return False
        inner: list[object] = []
        for value in layer:
            if isinstance(value, str):
                fits = len(value) <= LONGEST_TEXT and _is_text(value)
            elif isinstance(value, int):
                fits = -LARGEST_NUMBER <= value <= LARGEST_NUMBER
            elif isinstance(value, float):
                fits = isfinite(value)
            elif isinstance(value, dict):
                fits = all([isinstance(key, str) and _is_text(key) for key in value])
                inner += value.values()
            elif isinstance(value, list | tuple):
                fits = True
                inner += value
            else:
                fits = value is None
            if not fits:
                return False
        if not inner:
            return True
        layer = inner
    return False


def _is_text(text: str) -> bool:
    """Whether every character can be written: half of a surrogate pair cannot."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def plainness() -> Message:
    """What plain data is, to say to whoever sent something else."""
    return Message("plain", longest=LONGEST_TEXT, largest=LARGEST_NUMBER, deepest=DEEPEST, most=MOST_VALUES)


def shown(value: object, most: int = 20) -> str:
    """The beginning of a value as text, however large or deep it is."""
    try:
        return str(value)[:most]
    except (RecursionError, ValueError):
        # Nested too deep, or a number of thousands of digits.
        return type(value).__name__


def is_one_of(value: object, allowed: Iterable[Any]) -> bool:
    """Whether a value is among the allowed, by its exact type: True and 1.0 equal 1, but are no seats."""
    if isinstance(allowed, range):
        # What is no integer would be looked for one by one.
        return type(value) is int and value in allowed
    if type(value) is str:
        return value in allowed
    for one in allowed:
        if type(one) is type(value) and one == value:
            return True
    return False


def is_numbers(data: object) -> TypeGuard[list[int]]:
    """Whether this is a list of integers."""
    return isinstance(data, list) and all([type(number) is int for number in data])


def expect(field: str, value: Any, allowed: Sequence[Any]) -> Any:
    """The value that was found in a field; an error if it is not allowed."""
    if not is_one_of(value, allowed):
        text = f"{allowed[0]}–{allowed[-1]}" if isinstance(allowed, range) else ", ".join(map(str, allowed[:12]))
        raise BadPosition("position.field", field=field, value=shown(value), allowed=text)
    return value


def one_of(data: Data, field: str, allowed: Sequence[Any], default: Any = None) -> Any:
    """The value of a field, or the default where it is missing; an error if it is not allowed."""
    return expect(field, data.get(field, default), allowed)


def list_in(data: Data, field: str, length: int | None = None, default: Any = None) -> list[Any]:
    """The list that a field holds, or the default where it is missing; an error if it is none, or of another length."""
    value = data.get(field, default)
    if not isinstance(value, list) or length not in (None, len(value)):
        allowed = "[…]" if length is None else f"[…] × {length}"
        raise BadPosition("position.field", field=field, value=shown(value), allowed=allowed)
    return value


def fields_in(data: Data, field: str) -> Data:
    """The named fields that a field holds."""
    value = data.get(field)
    if not isinstance(value, dict):
        raise BadPosition("position.field", field=field, value=shown(value), allowed="{…}")
    return value
