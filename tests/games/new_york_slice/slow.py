"""New York Slice once more, slowly and plainly, from the texts of a dump: to check the engine against."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

PEPPERONI = {3: 0, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 10: 2, 11: 3}


def types_on(slice: str) -> list[int]:
    """The types that a slice counts for, as written on it."""
    if slice in ("A", "S"):
        return []
    if slice.startswith("S@"):
        return [int(slice[2:])]
    return [int(part) for part in slice.rstrip("a").split("/")]


def amount(slice: str, supersize: bool) -> Fraction:
    """How much of a slice of each of its types it is."""
    if "/" in slice:
        return Fraction(2) if supersize else Fraction(1, 2)
    return Fraction(1)


def pepperoni_on(slice: str) -> int:
    if slice.startswith("S"):
        return 2
    if slice == "A" or "/" in slice:
        return 0
    return PEPPERONI[int(slice.rstrip("a"))]


def anchovies_on(slice: str) -> int:
    return 3 if slice == "A" else int(slice.endswith("a"))


def guest_check(table: list[dict[str, list[str]]]) -> dict[str, list[int]]:
    """The lines of the Guest Check for what lies before the seats."""
    check: dict[str, list[int]] = {}
    for number in range(3, 12):
        amounts = [
            sum(
                amount(slice, "supersize-combos" in own["specials"])
                for slice in own["collected"]
                if number in types_on(slice)
            )
            for own in table
        ]
        first = [seat for seat, found in enumerate(amounts) if found and found == max(amounts)]
        if len(first) > 1:
            first = [seat for seat in first if "tiebreaker" in table[seat]["specials"]]
        check[str(number)] = [number if [seat] == first else 0 for seat in range(len(table))]
    check["special"] = [special_line(table, seat) for seat in range(len(table))]
    check["pepperoni"] = [pepperoni_line(own) for own in table]
    check["total"] = [sum(line[seat] for line in check.values()) for seat in range(len(table))]
    return check


def special_line(table: list[dict[str, list[str]]], seat: int) -> int:
    own = table[seat]
    points = 0
    if "buffet" in own["specials"]:
        different: set[Any] = {number for slice in own["collected"] for number in types_on(slice)}
        points += len(different | ({"A"} & set(own["collected"])))
    if "combo-craving" in own["specials"]:
        points += 3 * len([slice for slice in own["eaten"] if "/" in slice])
    if "you-love-veggies" in own["specials"]:
        points += 3 * len([slice for slice in own["eaten"] if slice in ("3", "3a")])
    if "day-old-pizza" in own["specials"]:
        points -= 2
    if "stuffed-crust" in own["specials"]:
        points += 5
    others = [other for index, other in enumerate(table) if index != seat]
    if any("everyone-else-diet" in other["specials"] for other in others):
        points -= len(own["eaten"]) // 2
    return points


def pepperoni_line(own: dict[str, list[str]]) -> int:
    anchovies = sum(map(anchovies_on, own["collected"]))
    if "you-like-anchovies" in own["specials"]:
        anchovies = -anchovies
    return sum(map(pepperoni_on, own["eaten"])) - anchovies


def winners(table: list[dict[str, list[str]]]) -> list[int]:
    totals = guest_check(table)["total"]
    ranks = [(total, len(own["eaten"])) for total, own in zip(totals, table, strict=True)]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def divisions(numbers: list[int], seats: int, special: bool) -> set[str]:
    """Every division of these slices, by trying all sets of cuts and all places of the Special."""
    found = set()
    for cuts in range(seats + 1):
        for after in itertools.combinations(range(len(numbers)), cuts):
            portions = portions_between(numbers, after)
            if len(portions) == seats and not special:
                found.add(",".join(map(run_text, portions)))
            if len(portions) == seats and special:
                for index in range(seats):
                    texts = [run_text(portion) + "+" * (place == index) for place, portion in enumerate(portions)]
                    found.add(",".join(texts))
            if len(portions) == seats - 1 and special:
                found.add(",".join([*map(run_text, portions), "+"]))
    return {f"divide {text}" for text in found}


def portions_between(numbers: list[int], after: tuple[int, ...]) -> list[list[int]]:
    """The runs that cuts after these slices make; a single cut leaves the circle whole."""
    if len(after) <= 1:
        return [numbers]
    starts = [(place + 1) % len(numbers) for place in after]
    runs = []
    for place, start in enumerate(starts):
        end = starts[(place + 1) % len(starts)]
        size = (end - start) % len(numbers)
        runs.append([numbers[(start + step) % len(numbers)] for step in range(size)])
    return sorted(runs, key=min)


def run_text(portion: list[int]) -> str:
    return str(portion[0]) if len(portion) == 1 else f"{portion[0]}-{portion[-1]}"


def sneaks(portions: list[list[Any] | None]) -> set[str]:
    """Every sneak, by moving each slice to each portion and looking whether all portions are still runs."""
    left = {index: portion for index, portion in enumerate(portions) if portion is not None}
    found = set()
    for source, portion in left.items():
        for slice in portion:
            for target, other in left.items():
                if slice == "+" or target == source or not [part for part in other if part != "+"]:
                    continue
                moved = {**left, source: [part for part in portion if part != slice], target: [*other, slice]}
                if moved[source] and all_runs(moved):
                    found.add(f"sneak {slice} {target + 1}")
    return found


def all_runs(portions: dict[int, list[Any]]) -> bool:
    owner = {slice: index for index, portion in portions.items() for slice in portion if slice != "+"}
    circle = [owner[slice] for slice in sorted(owner)]
    changes = sum(circle[place] != circle[place - 1] for place in range(len(circle)))
    return changes <= len(set(circle))


def edible(data: dict[str, Any], rules: int) -> list[str]:
    """What the seat in turn may eat of a position in which it is to eat, as parts of the move."""
    own = data["table"][data["turn"]]
    received = data["received"]
    parts = [str(number) for number in data["pending"] if may_eat(data["pizza"][number - 1], own, received, rules)]
    if received == "mystery-slice" and may_eat(data["mystery"]["slice"], own, received, rules):
        parts.append("m")
    if received == "you-love-veggies":
        parts += [f"c{slice}" for slice in own["collected"] if slice in ("3", "3a")]
    if received == "combo-craving":
        parts += [f"c{slice}" for slice in own["collected"] if "/" in slice]
    return parts


def may_eat(slice: str, own: dict[str, list[str]], received: str | None, rules: int) -> bool:
    """Whether a seat may eat a slice that it gains now."""
    if slice in ("3", "3a"):
        return received == "you-love-veggies" or (rules == 1 and "you-love-veggies" in own["specials"])
    return bool(pepperoni_on(slice)) or ("/" in slice and "combo-craving" in own["specials"])


def gained(data: dict[str, Any], move: str) -> dict[str, Any] | None:
    """The position in which the seat in turn decides what to eat after this move; None if it is not to decide yet."""
    kind, _, what = move.partition(" ")
    if kind == "dibs":
        return {**data, "pending": [int(what)]}
    if kind == "mystery":
        return {**data, "mystery": {"slice": what}}
    if kind != "take":
        return None
    portion = data["portions"][int(what) - 1]
    received = data["special"] if "+" in portion else None
    if received is None:
        return {**data, "pending": portion}
    table = [dict(own) for own in data["table"]]
    table[data["turn"]]["specials"] = [*table[data["turn"]]["specials"], received]
    pending = [number for number in portion if number != "+"]
    return None if received == "mystery-slice" else {**data, "table": table, "pending": pending, "received": received}
