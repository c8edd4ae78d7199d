"""Tree counts, one of them confirmed by Pizza Theory written anew from its rules, slow and on sets of coordinates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlor
from parlor.testing import Counts, perft
from parlor.testing.perft import check_perft
from tests.testing.secret_recipe import GAME

Space = tuple[int, int, int]
Toppings = list[frozenset[Space]]

SPACES = [(x, y, -x - y) for x in range(-3, 4) for y in range(-3, 4) if abs(x + y) <= 3]
# PT 1.5: c2 and e2, b3 and c5, e5 and f3.
STARTS: Toppings = [
    frozenset({(-1, 2, -1), (1, 1, -2)}),
    frozenset({(-2, 1, 1), (-1, -1, 2)}),
    frozenset({(1, -2, 1), (2, -1, -1)}),
]


def touch(one: Space, other: Space) -> bool:
    return sorted(abs(a - b) for a, b in zip(one, other, strict=True)) == [0, 1, 1]


def open_to(colour: int, toppings: Toppings) -> list[Space]:
    """PT 3.1."""
    taken = frozenset.union(*toppings)
    return [space for space in SPACES if space not in taken and not any(touch(space, own) for own in toppings[colour])]


def cut_up(toppings: Toppings, first: int, cuts: list[int]) -> Toppings:
    """PT 4, slice by slice; `cuts` by colour, and the colour at station 1st cuts along x."""

    def slice_of(space: Space) -> tuple[bool, ...]:
        return tuple(space[(colour - first) % 3] < cuts[colour] - 3.5 for colour in range(3))

    slices: dict[tuple[bool, ...], list[Space]] = {}
    for space in SPACES:
        slices.setdefault(slice_of(space), []).append(space)
    held = {
        key: [[space for space in slice if space in toppings[colour]] for colour in range(3)]
        for key, slice in slices.items()
    }
    safe = [all(len(colours[colour]) <= 1 for colours in held.values()) for colour in range(3)]
    after = [set(spaces) for spaces in toppings]
    for colours in held.values():
        most = max(map(len, colours))
        leaders = [colour for colour in range(3) if len(colours[colour]) == most]
        for colour in range(3):
            if colour in leaders or safe[colour] or len(leaders) == 3:
                continue
            after[colour] -= set(colours[colour])
            if len(leaders) == 1:
                after[leaders[0]] |= set(colours[colour])
    return [frozenset(spaces) for spaces in after]


def count(toppings: Toppings, first: int, ply: int, cuts: list[int], depth: int, tallies: list[Counts]) -> None:
    """Three seats: plies 0 to 2 of a round add, 3 to 5 cut in the order of the seats."""
    if ply == 6:
        toppings = cut_up(toppings, first, cuts)
        first, ply, cuts = (first + 1) % 3, 0, []
        if any(len(spaces) >= 16 for spaces in toppings):
            tallies[-1 - depth] = tallies[-1 - depth]._replace(terminal=tallies[-1 - depth].terminal + 1)
            return
    tallies[-1 - depth] = tallies[-1 - depth]._replace(decision=tallies[-1 - depth].decision + 1)
    if depth == 0:
        return
    if ply >= 3:
        for cut in range(1, 7):
            count(toppings, first, ply + 1, [*cuts, cut], depth - 1, tallies)
        return
    colour = (first + ply) % 3
    spaces: list[Space | None] = [*open_to(colour, toppings)] or [None]
    for space in spaces:
        added = [own | {space} if space and other == colour else own for other, own in enumerate(toppings)]
        count(added, first, ply + 1, cuts, depth - 1, tallies)


def brute_force(toppings: Toppings, first: int, depth: int) -> list[Counts]:
    tallies = [Counts()] * (depth + 1)
    count(toppings, first, 0, [], depth, tallies)
    return tallies


@pytest.mark.parametrize("first", range(3))
def test_the_first_round_agrees_with_a_brute_force(first: int) -> None:
    toppings = [STARTS[(colour - first) % 3] for colour in range(3)]
    state = parlor.game("pizza-theory").new(seats=3, first=first)
    assert perft(state, 3) == brute_force(toppings, first, 3)


# Few spaces are open, and cuts may or may not end the game.
LATE = "RGWR/GRWGR/WGRWGW/R1GWRGW/WRGWR1/RWGRW/GW1G"


def read(board: str) -> Toppings:
    """PT 1.3 and 8: columns from a to g, each upwards, that is by falling y."""
    found: list[set[Space]] = [set(), set(), set()]
    for x, column in zip(range(-3, 4), board.split("/"), strict=True):
        y = min(3, 3 - x)
        for letter in column:
            if letter.isdigit():
                y -= int(letter)
                continue
            found["RGW".index(letter)].add((x, y, -x - y))
            y -= 1
    return [frozenset(spaces) for spaces in found]


def test_a_late_round_with_its_cuts_and_ends_agrees_with_a_brute_force() -> None:
    state = parlor.game("pizza-theory").load({"seats": 3, "board": LATE, "first": 1, "phase": "add"})
    counts = perft(state, 7)
    assert counts[6].terminal > 0
    assert counts[6].decision > 0
    assert counts == brute_force(read(LATE), 1, 7)


def test_the_toy_has_as_many_positions_as_by_hand() -> None:
    # Two seats: 3 kinds, then every ordered deal of four cards but the impossible ones, then 3 heats each.
    deals = [Counts(chance=1), Counts(chance=3), Counts(chance=8), Counts(chance=19), Counts(decision=38)]
    assert perft(GAME.new(seats=2), 6) == [*deals, Counts(decision=38 * 3), Counts(decision=38 * 9)]


def test_a_count_at_the_end_is_terminal() -> None:
    state = GAME.new(seats=2)
    state.playout(parlor.core.chance.Rng(1))
    assert perft(state, 2) == [Counts(terminal=1), Counts(), Counts()]


def test_a_table_is_made_kept_and_compared(tmp_path: Path) -> None:
    path = tmp_path / "toy.txt"
    with pytest.raises(AssertionError, match="run pytest with --update"):
        check_perft(path, GAME)
    check_perft(path, GAME, update=True)
    check_perft(path, GAME)
    made = path.read_text()
    assert f"{json.dumps({'seats': 2})} depth 4: chance 0, decision 38, terminal 0\n" in made
    path.write_text(made.replace("decision 38", "decision 39"))
    with pytest.raises(AssertionError, match="other tree counts"):
        check_perft(path, GAME)
    check_perft(path, GAME, update=True)
    assert path.read_text() == made
