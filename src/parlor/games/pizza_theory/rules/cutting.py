"""The geometry of the pizza: neighbours, cutters, slices, and what the cutters leave (PT 1, 3.1, 4).

Spaces are sets of bits as in the box; a set of colours is 1 red, 2 green, 4 white.
"""

from __future__ import annotations

from typing import Final

from parlor.core.bits import bit
from parlor.core.native import count, i64
from parlor.games.pizza_theory.box import CUTS, LEFT, PIZZA, TOPPINGS, TOUCHING

# The colours in a set of colours.
COLOURS_IN: Final[list[list[int]]] = [[colour for colour in range(3) if set >> colour & 1] for set in range(8)]


def left_of(station: i64, cut: i64) -> i64:
    """The spaces left of a cutter, as the station that it belongs to sees them (PT 1.4)."""
    return LEFT[station * (CUTS + 1) + cut]


def touching(station: i64, cut: i64) -> i64:
    """The spaces that touch a cutter (PT 6.2)."""
    return TOUCHING[station * (CUTS + 1) + cut]


def neighbours(spaces: i64) -> i64:
    """Every space next to one of these (PT 1.2)."""
    around = (spaces << 1) | (spaces >> 1) | (spaces << 8) | (spaces >> 8) | (spaces << 9) | (spaces >> 9)
    return around & PIZZA


def open_spaces(own: i64, lying: i64) -> i64:
    """Where a colour may add (PT 3.1): empty, and not next to a topping of its own; nowhere once all are out."""
    if count(own) >= TOPPINGS:
        return 0
    return PIZZA & ~(lying | neighbours(own))


def crowded(toppings: i64, x: i64, y: i64, z: i64) -> bool:
    """Whether some slice holds two or more of these toppings, which exposes all of them (PT 4.6)."""
    left = toppings & x
    right = toppings ^ left
    a = left & y
    c = left ^ a
    e = right & y
    g = right ^ e
    b = a & z
    d = c & z
    f = e & z
    h = g & z
    a ^= b
    c ^= d
    e ^= f
    g ^= h
    # A set without its lowest member is empty unless it has several.
    more = (a & (a - 1)) | (b & (b - 1)) | (c & (c - 1)) | (d & (d - 1))
    return (more | (e & (e - 1)) | (f & (f - 1)) | (g & (g - 1)) | (h & (h - 1))) != 0


def leaders(reds: i64, greens: i64, whites: i64) -> i64:
    """The colours with most toppings in a slice, as a set: none where nothing lies (PT 4.3 to 4.5)."""
    if reds > greens:
        if reds > whites:
            return 1
        return 4 if whites > reds else 5
    if greens > reds:
        if greens > whites:
            return 2
        return 4 if whites > greens else 6
    if whites != reds:
        return 4 if whites > reds else 3
    return 7 if reds > 0 else 0


def replace(red: i64, green: i64, white: i64, x: i64, y: i64, z: i64) -> tuple[i64, i64, i64]:
    """The three colours after the cutters, each given by the spaces to its left, have fallen (PT 4)."""
    nothing: i64 = 0
    # What of each colour may be taken from it: all of it, or nothing if the colour is safe.
    red_at_risk = red if crowded(red, x, y, z) else nothing
    green_at_risk = green if crowded(green, x, y, z) else nothing
    white_at_risk = white if crowded(white, x, y, z) else nothing
    at_risk = red_at_risk | green_at_risk | white_at_risk
    new_red = red
    new_green = green
    new_white = white
    index: i64 = 0
    while index < 8:
        slice = PIZZA & (x if (index & 1) != 0 else ~x) & (y if (index & 2) != 0 else ~y)
        slice = slice & (z if (index & 4) != 0 else ~z)
        index += 1
        if (slice & at_risk) == 0:
            continue
        lead = leaders(count(red & slice), count(green & slice), count(white & slice))
        if lead == 1:
            lost = (green_at_risk | white_at_risk) & slice
            new_red = new_red | lost
            new_green = new_green & ~lost
            new_white = new_white & ~lost
        elif lead == 2:
            lost = (red_at_risk | white_at_risk) & slice
            new_green = new_green | lost
            new_red = new_red & ~lost
            new_white = new_white & ~lost
        elif lead == 4:
            lost = (red_at_risk | green_at_risk) & slice
            new_white = new_white | lost
            new_red = new_red & ~lost
            new_green = new_green & ~lost
        elif lead == 3:
            new_white = new_white & ~(white_at_risk & slice)
        elif lead == 5:
            new_green = new_green & ~(green_at_risk & slice)
        elif lead == 6:
            new_red = new_red & ~(red_at_risk & slice)
    return new_red, new_green, new_white


class Slice:
    """One slice under the cutters: what lies in it, who leads there, and what that does to the others (PT 4)."""

    def __init__(self, spaces: i64, toppings: list[i64], safe: i64) -> None:
        """`toppings` are the three colours' on the whole pizza, `safe` the set of colours that are safe this round."""
        red = spaces & toppings[0]
        green = spaces & toppings[1]
        white = spaces & toppings[2]
        lead = leaders(count(red), count(green), count(white))
        lying: i64 = 0
        if red != 0:
            lying |= 1
        if green != 0:
            lying |= 2
        if white != 0:
            lying |= 4
        self.spaces = spaces
        self.held: list[i64] = [red, green, white]
        """Where each colour lies in it."""
        self.leaders = COLOURS_IN[lead]
        """The colours with most toppings: none where nothing lies."""
        self.losers = COLOURS_IN[lying & ~(lead | safe)]
        """The colours whose toppings are replaced or removed (PT 4.3, 4.4, 4.6)."""
        self.safe = COLOURS_IN[safe]

    @property
    def winner(self) -> int | None:
        """The colour that replaces the others, if one leads alone (PT 4.3)."""
        return self.leaders[0] if len(self.leaders) == 1 else None


def safe_colours(toppings: list[i64], x: i64, y: i64, z: i64) -> i64:
    """The colours with toppings, but at most one in every slice, as a set (PT 4.6)."""
    safe: i64 = 0
    for colour in range(3):
        if toppings[colour] != 0 and not crowded(toppings[colour], x, y, z):
            safe |= bit(colour)
    return safe


def slices(toppings: list[i64], x: i64, y: i64, z: i64) -> list[Slice]:
    """The slices that the cutters make, by their first space (PT 4.1)."""
    safe = safe_colours(toppings, x, y, z)
    found: list[i64] = [PIZZA]
    for left in (x, y, z):
        found = [part for spaces in found for part in (spaces & left, spaces & ~left) if part != 0]
    found.sort(key=lambda spaces: spaces & -spaces)
    return [Slice(spaces, toppings, safe) for spaces in found]
