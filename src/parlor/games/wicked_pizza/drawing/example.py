"""Cards on a table as the rules show them: the three kinds of pizzas."""

from __future__ import annotations

from parlor.games.wicked_pizza.drawing.cards import ASSETS, CELL
from parlor.games.wicked_pizza.drawing.table import drawn

LAID = (
    *("NNST@0,1/1", "SSTR@2,1/3"),
    *("NNTR@6,1/1", "NSTR@8,0/0", "STSR@8,2/0"),
    *("NSNT@12,0/0", "NSRT@14,0/0", "NTNR@12,2/0", "NTSR@14,2/0"),
)
"""Two halves, a half with two quarters, and four quarters."""
ROOM = 1
"""How many half-cells of the table are shown around the cards."""


def example() -> str:
    """The cards, with a ring around each pizza."""
    shown = drawn(LAID)
    left, top, right, low = shown.corners
    width, height = right + 1 - left + 2 * ROOM, low + 1 - top + 2 * ROOM
    box = f"{(left - ROOM) * CELL} {(top - ROOM) * CELL} {width * CELL} {height * CELL}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wicked-pizza" viewBox="{box}">{ASSETS.text}'
        f'<rect class="kitchen" x="{(left - ROOM) * CELL}" y="{(top - ROOM) * CELL}" width="{width * CELL}" '
        f'height="{height * CELL}" rx="10"/>{shown.cards}{shown.rings}</svg>'
    )
