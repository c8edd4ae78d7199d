"""Pizza Theory once more, slowly and from the rulebook: the board is a dict from cube coordinates to colours."""

from __future__ import annotations

SPACES = [(x, y, -x - y) for x in range(-3, 4) for y in range(-3, 4) if abs(x + y) <= 3]


def name(space: tuple[int, int, int]) -> str:
    x = space[0]
    column = sorted((other for other in SPACES if other[0] == x), key=lambda other: -other[1])
    return f"{chr(ord('d') + x)}{column.index(space) + 1}"


BY_NAME = {name(space): space for space in SPACES}

Board = dict[tuple[int, int, int], int]


def parse(text: str) -> Board:
    board: Board = {}
    for letter, column in zip("abcdefg", text.split("/"), strict=True):
        number = 1
        for character in column:
            if character.isdigit():
                number += int(character)
            else:
                board[BY_NAME[f"{letter}{number}"]] = "RGW".index(character)
                number += 1
    return board


def are_neighbours(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return sorted(abs(a - b) for a, b in zip(one, other, strict=True)) == [0, 1, 1]


def may_add(board: Board, colour: int) -> set[str]:
    own = [space for space, found in board.items() if found == colour]
    if len(own) >= 16:
        return set()
    return {
        name(space) for space in SPACES if space not in board and not any(are_neighbours(space, other) for other in own)
    }


def may_put(board: Board, station: int, cut: int) -> set[str]:
    return {name(space) for space in SPACES if space not in board and abs(space[station] - (cut - 3.5)) == 0.5}


def slices(cuts_by_station: tuple[int, int, int]) -> list[list[tuple[int, int, int]]]:
    found: dict[tuple[bool, ...], list[tuple[int, int, int]]] = {}
    for space in SPACES:
        sides = tuple(space[axis] < cuts_by_station[axis] - 3.5 for axis in range(3))
        found.setdefault(sides, []).append(space)
    return list(found.values())


def replaced(board: Board, cuts_by_station: tuple[int, int, int]) -> Board:
    """Section 4 of the rules, sentence by sentence."""
    parts = slices(cuts_by_station)
    counts = [[sum(board.get(space) == colour for space in part) for colour in range(3)] for part in parts]
    safe = [all(count[colour] <= 1 for count in counts) for colour in range(3)]
    after = dict(board)
    for part, count in zip(parts, counts, strict=True):
        leaders = [colour for colour in range(3) if count[colour] == max(count)]
        for space in part:
            colour = board.get(space)
            if colour is None or colour in leaders or safe[colour]:
                continue
            if len(leaders) == 1:
                after[space] = leaders[0]
            elif len(leaders) == 2:
                del after[space]
    return after
