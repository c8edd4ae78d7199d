"""The slices and Specials of New York Slice (NYS 1) as numbers.

A face is what a slice shows: 2 * (n - 3) for type n, one more with an anchovy, then the Anchovy slice, the Supreme
slice and the four Combos of this set. A slice id is the same in every set: a Combo's id names its pair of types.
"""

from __future__ import annotations

from typing import Final

from parlor.core.native import i64

LOWEST_TYPE: Final = 3
HIGHEST_TYPE: Final = 11
TYPES: Final = 9
ANCHOVY: Final = 18
SUPREME: Final = 19
FIRST_COMBO: Final = 20
COMBOS: Final = 4
FACES: Final = 24
PIZZA_SIZE: Final = 11
LEFT_OVER: Final = 3

VEGGIE_FACES: Final = 0b11
COMBO_FACES: Final = 0b1111 << 20

PAIRS: Final = [(low, high) for low in range(3, 12) for high in range(low + 1, 12)]
PAIR_TEXTS: Final = [f"{low}/{high}" for low, high in PAIRS]
ID_TEXTS: Final = [f"{3 + face // 2}{'a' * (face % 2)}" for face in range(18)] + ["A", "S"] + PAIR_TEXTS
ID_OF: Final = {text: id for id, text in enumerate(ID_TEXTS)}


class Special:
    """The Specials, as numbers."""

    BUFFET: Final = 0
    COMBO_CRAVING: Final = 1
    CUT_IN_LINE: Final = 2
    DAY_OLD_PIZZA: Final = 3
    DIBS: Final = 4
    EVERYONE_ELSE_DIET: Final = 5
    MYSTERY_SLICE: Final = 6
    SECONDS: Final = 7
    SNEAK_A_SLICE: Final = 8
    STUFFED_CRUST: Final = 9
    SUPERSIZE_COMBOS: Final = 10
    TIEBREAKER: Final = 11
    YOU_LIKE_ANCHOVIES: Final = 12
    YOU_LOVE_VEGGIES: Final = 13


SPECIALS: Final = (
    "buffet",
    "combo-craving",
    "cut-in-line",
    "day-old-pizza",
    "dibs",
    "everyone-else-diet",
    "mystery-slice",
    "seconds",
    "sneak-a-slice",
    "stuffed-crust",
    "supersize-combos",
    "tiebreaker",
    "you-like-anchovies",
    "you-love-veggies",
)
"""How the Specials are written."""
ALL_SPECIALS: Final = 0x3FFF
NOT_IN_LAST_ROUND: Final = 0b1_0000_0100
"""Cut in Line and Sneak-a-Slice (NYS 3.1)."""
NOT_WITH_TWO: Final = 0b10_0000_0001_0100
"""Cut in Line, Dibs! and You Love Veggies (NYS 3.1)."""


class Components:
    """One set of slices, by face: how many there are, and what is on each."""

    def __init__(
        self, text: str | None, names: list[str], pepperoni: list[int], anchovies: list[int], pairs: list[int]
    ) -> None:
        """`pepperoni` on each slice and `anchovies` slices by type; `pairs` are the Combos' places in PAIRS."""
        self.text = text
        self.names = names
        self.ids: list[i64] = [*range(FIRST_COMBO), *[FIRST_COMBO + pair for pair in sorted(pairs)]]
        self.low: list[i64] = [PAIRS[pair][0] for pair in sorted(pairs)]
        self.high: list[i64] = [PAIRS[pair][1] for pair in sorted(pairs)]
        self.counts: list[i64] = [1] * FACES
        self.pepperoni: list[i64] = [0] * FACES
        self.anchovies: list[i64] = [0] * FACES
        for index in range(TYPES):
            self.counts[2 * index] = LOWEST_TYPE + index - anchovies[index]
            self.counts[2 * index + 1] = anchovies[index]
            self.pepperoni[2 * index] = pepperoni[index]
            self.pepperoni[2 * index + 1] = pepperoni[index]
            self.anchovies[2 * index + 1] = 1
        self.anchovies[ANCHOVY] = 3
        self.pepperoni[SUPREME] = 2
        self.edible: i64 = sum([2**face for face in range(FACES) if self.pepperoni[face] > 0])

    def face(self, id: i64) -> i64:
        """The face of a slice id, -1 for a Combo that is not in this set."""
        if id < FIRST_COMBO:
            return id
        combo: i64 = FIRST_COMBO
        while combo < FACES:
            if self.ids[combo] == id:
                return combo
            combo += 1
        return -1

    def slice_text(self, face: i64) -> str:
        """A slice as it is written."""
        return ID_TEXTS[self.ids[face]]

    def bag(self, seats: int) -> list[i64]:
        """How many slices of each face are played with (NYS 2.1)."""
        counts: list[i64] = list(self.counts)
        without = (3, 8, 10) if seats == 2 else (10,) if seats == 5 else ()
        for number in without:
            counts[2 * (number - LOWEST_TYPE)] = 0
            counts[2 * (number - LOWEST_TYPE) + 1] = 0
        if without:
            for face in range(FIRST_COMBO, FACES):
                if self.slice_text(face) == "8/10":
                    counts[face] = 0
        return counts


def rounds_of(seats: int) -> int:
    """How many rounds are played (NYS 2.2)."""
    return 4 if seats == 2 else 5 if seats == 5 else 6
