"""A seat's moves of New York Slice, and parts of them, in words; and what is to be picked next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlor.core.moves import DONE
from parlor.core.view import View
from parlor.core.words import Message

WINDOWS = {"dibs": "dibs", "cut": "cut-in-line", "sneak": "sneak-a-slice", "seconds": "seconds"}
"""The Special that each phase is the moment for."""


def wording(view: View, text: str) -> Message | None:
    """A move of the viewer, or a part of one, as the log would say it; None for what is none."""
    kind, _, what = text.partition(" ")
    phase = view.data["phase"]
    if text in ("pass", DONE):
        return _said("collect-all" if phase == "eat" else "no-seconds" if phase == "seconds" else f"keep-{phase}")
    if kind == "divide":
        return _said("divide", portions=what.split(","))
    if phase == "divide" and not what:
        return _division_part(view, text)
    if kind == "take" and what.isdecimal():
        return _portion(view, int(what))
    if kind in ("dibs", "sneak"):
        number, _, portion = what.partition(" ")
        return _said(kind, number=number, slice=_slice(view, number), portion=portion)
    if kind == "eat":
        return _said("eat", slices=[_slice(view, part) for part in what.split(",")])
    if phase == "eat" and not what:
        place = "mystery" if text == "m" else "collected" if text[:1] == "c" else "one"
        return _said(f"eat-{place}", number=text, slice=_slice(view, text))
    if kind == "seconds":
        number, _, helping = what.partition(":")
        return _said("seconds", number=number, what=helping)
    return _said(kind, number=what) if kind in ("attach", "cut") else None


def _said(kind: str, **params: Any) -> Message:
    return Message(f"new-york-slice.part.{kind}", **params)


def _slice(view: View, part: str) -> str:
    """The slice that a part of eating stands for, as slices are written."""
    data = view.data
    if part == "m":
        return str(data["mystery"]["slice"])
    if part[:1] == "c":
        return part[1:]
    return str(data["pizza"][int(part) - 1]) if part.isdecimal() and 0 < int(part) <= len(data["pizza"]) else part


def _portion(view: View, number: int) -> Message:
    data = view.data
    portion = (data["portions"][number - 1 : number] or [None])[0] or ()
    slices = [data["pizza"][place - 1] for place in portion if place != "+"]
    if "+" not in portion:
        return _said("take", portion=number, slices=slices)
    return _said("take-special" if slices else "take-alone", portion=number, slices=slices, special=data["special"])


def _division_part(view: View, text: str) -> Message | None:
    last, cut, first = text.partition("|")
    if cut:
        return _said("slice", last=last, first=first)
    if text == "+":
        return _said("alone", special=view.data["special"])
    return _said("with", run=text[:-1], special=view.data["special"]) if text.endswith("+") else None


def step(view: View, picked: Sequence[str]) -> Message:
    """What is to be picked after these parts: how many cuts, then the Special."""
    data = view.data
    cuts = sum("|" in part for part in picked)
    left = data["seats"] - cuts
    kind = "special" if left == 0 else "last-cut" if left == 1 and data["special"] and data["seats"] > 2 else "cuts"
    return Message(f"new-york-slice.step.{kind}", n=left, special=data["special"])
