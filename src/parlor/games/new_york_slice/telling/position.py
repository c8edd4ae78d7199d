"""Positions of New York Slice as plain data (NYS 8). The undealt slices are those that are nowhere else.

What is loaded must fit together: each phase needs its own things on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlor.core.bits import bit, count, has, lowest
from parlor.core.errors import BadPosition
from parlor.core.fields import Data, expect, one_of
from parlor.core.game import Game
from parlor.core.native import i64
from parlor.games.new_york_slice.box import (
    ALL_SPECIALS,
    COMBO_FACES,
    FACES,
    ID_OF,
    PIZZA_SIZE,
    SPECIALS,
    SUPREME,
    VEGGIE_FACES,
    Components,
    Special,
)
from parlor.games.new_york_slice.rules.layout import ALL_PLACES, face_at, with_face
from parlor.games.new_york_slice.rules.phases import PHASES, Phase
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.rules.versions import new_state
from parlor.games.new_york_slice.rules.windows import edible, portion_of, second_helpings, sneaks, types_to_attach
from parlor.games.new_york_slice.telling.components import components_of

FIELDS = (
    *("seats", "components", "specials", "round", "slicer", "phase", "turn", "table", "special", "box"),
    *("pizza", "portions", "chosen", "pending", "received", "mystery"),
)
UNKNOWN = "?"
DEALING = (Phase.START, Phase.SPECIAL, Phase.DEAL)
AFTER_DIVISION = (Phase.CUT, Phase.SNEAK, Phase.TAKE, Phase.MYSTERY)


def names_of(specials: i64) -> list[str]:
    """The Specials in a set."""
    names: list[str] = []
    while specials != 0:
        names.append(SPECIALS[lowest(specials)])
        specials &= specials - 1
    return names


def numbers_of(places: i64) -> list[int]:
    """The numbers of the slices at these places of the pizza."""
    numbers: list[int] = []
    while places != 0:
        numbers.append(lowest(places) + 1)
        places &= places - 1
    return numbers


def slices_of(components: Components, counts: list[i64], seat: i64) -> list[str]:
    """A seat's slices as texts, by type."""
    texts: list[str] = []
    base = seat * FACES
    face: i64 = 0
    while face < FACES:
        number = counts[base + face]
        while number > 0:
            texts.append(components.slice_text(face))
            number -= 1
        face += 1
    return texts


def dump(state: SliceState) -> Data:
    """The position as plain data."""
    return {
        "seats": state.seats,
        "components": state.components.text,
        "specials": None if state.specials == ALL_SPECIALS else names_of(state.specials),
        "round": state.round,
        "slicer": None if state.slicer < 0 else state.slicer,
        "phase": PHASES[state.phase],
        "turn": None if state.turn < 0 else state.turn,
        "table": [_dump_seat(state, seat) for seat in range(state.seats)],
        "special": None if state.special < 0 else SPECIALS[state.special],
        "box": names_of(state.box),
        "pizza": _dump_pizza(state),
        "portions": [_dump_portion(state, portion) for portion in range(len(state.portions))],
        "chosen": [seat for seat in range(state.seats) if has(state.chosen, seat)],
        "pending": numbers_of(state.pending),
        "received": None if state.received < 0 else SPECIALS[state.received],
        "mystery": _dump_mystery(state),
    }


def _dump_seat(state: SliceState, seat: int) -> Data:
    collected = slices_of(state.components, state.collected, seat)
    if state.supreme:
        collected = [f"S@{state.supreme}" if text == "S" else text for text in collected]
    return {
        "collected": collected,
        "eaten": slices_of(state.components, state.eaten, seat),
        "specials": names_of(state.held[seat]),
    }


def _dump_pizza(state: SliceState) -> list[str | None]:
    dealing = state.dealt < PIZZA_SIZE
    return [
        state.components.slice_text(face_at(state.pizza, place)) if dealing or has(state.present, place) else None
        for place in range(state.dealt)
    ]


def in_circle(numbers: list[int], there: Sequence[int]) -> list[int]:
    """The numbers of a portion in circle order, where `there` are those of all slices on the table."""
    order = sorted(there)
    for start in numbers:
        place = order.index(start)
        if order[place - 1] not in numbers:
            return [number for number in order[place:] + order[:place] if number in numbers]
    return numbers


def _dump_portion(state: SliceState, portion: int) -> list[int | str] | None:
    if not has(state.left, portion):
        return None
    there = numbers_of(state.present & ~state.pending)
    numbers = in_circle(numbers_of(state.portions[portion]), there)
    return [*numbers, "+"] if state.special_portion == portion else [*numbers]


def _dump_mystery(state: SliceState) -> Data | None:
    if state.mystery < 0:
        return None
    edible = state.mystery_edible
    return {
        "seat": state.mystery_seat,
        "slice": state.components.slice_text(state.mystery),
        "combos": bool(edible & COMBO_FACES),
        "veggies": bool(edible & VEGGIE_FACES & ~state.components.edible),
    }


def load(game: Game, data: Data) -> SliceState:
    """The position that `dump` wrote; an error if there is no such position."""
    unknown = [str(key) for key in data if key not in FIELDS]
    if unknown:
        raise BadPosition("position.unknown", fields=unknown)
    seats = data.get("seats", 4)
    options = game.checked_options(seats, {key: data[key] for key in ("components", "specials") if key in data})
    components = components_of(options["components"])
    state = new_state(game, seats, components, special_set(options["specials"]))
    state.phase = PHASES.index(one_of(data, "phase", PHASES))
    if state.phase != Phase.START:
        state.round = one_of(data, "round", range(1, state.rounds + 1), state.rounds)
        state.slicer = one_of(data, "slicer", range(seats), 0)
        _load_table(state, data)
        _load_pizza(state, data)
        _load_portions(state, data)
        _load_turn(state, data)
        _load_mystery(state, data)
        state.undealt = sum(state.bag)
    check_position(state)
    return state


def special_set(names: Sequence[str] | None) -> int:
    """The set of these Specials, all of them for None."""
    return ALL_SPECIALS if names is None else sum(bit(SPECIALS.index(name)) for name in names)


def _list(data: Data, field: str, default: Any = ()) -> list[Any]:
    value = data.get(field, default)
    if not isinstance(value, list | tuple):
        raise BadPosition("new-york-slice.position.list", field=field, value=str(value)[:20])
    return list(value)


def face_of(components: Components, text: object) -> int:
    """The face of a slice that is written so."""
    face = components.face(ID_OF[text]) if isinstance(text, str) and text in ID_OF else -1
    if face < 0:
        raise BadPosition("new-york-slice.position.slice", slice=str(text)[:20])
    return face


def _use(state: SliceState, text: object) -> int:
    """Take a slice out of the bag."""
    face = face_of(state.components, text)
    state.bag[face] -= 1
    if state.bag[face] < 0:
        raise BadPosition("new-york-slice.position.too-many", slice=str(text), seats=state.seats)
    return face


def _special(state: SliceState, name: object, used: int) -> int:
    """A Special as a set of one, if it is played with and not somewhere else."""
    if name not in SPECIALS or not has(state.specials, SPECIALS.index(str(name))):
        raise BadPosition("new-york-slice.position.special", special=str(name)[:20], allowed=names_of(state.specials))
    found = bit(SPECIALS.index(str(name)))
    if used & found:
        raise BadPosition("new-york-slice.position.special-twice", special=str(name))
    return found


def _load_table(state: SliceState, data: Data) -> None:
    table = _list(data, "table", [{}] * state.seats)
    if len(table) != state.seats or not all(isinstance(seat, dict) for seat in table):
        raise BadPosition("new-york-slice.position.table", seats=state.seats)
    used = 0
    for seat, own in enumerate(table):
        unknown = [str(key) for key in own if key not in ("collected", "eaten", "specials")]
        if unknown:
            raise BadPosition("position.unknown", fields=unknown)
        for text in _list(own, "collected"):
            if isinstance(text, str) and text.startswith("S@"):
                state.supreme = int(expect("S@", text[2:], [str(number) for number in range(3, 12)]))
                text = "S"
            state.collected[seat * FACES + _use(state, text)] += 1
        for text in _list(own, "eaten"):
            state.eaten[seat * FACES + _use(state, text)] += 1
        for name in _list(own, "specials"):
            found = _special(state, name, used)
            used |= found
            state.held[seat] |= found
    if data.get("special") is not None:
        found = _special(state, data["special"], used)
        used |= found
        state.special = found.bit_length() - 1
    state.box = 0
    for name in _list(data, "box", names_of(state.specials & ~used)):
        found = _special(state, name, used)
        used |= found
        state.box |= found


def _load_pizza(state: SliceState, data: Data) -> None:
    pizza = _list(data, "pizza")
    if len(pizza) > PIZZA_SIZE:
        raise BadPosition("new-york-slice.position.pizza", n=len(pizza))
    state.dealt = len(pizza)
    for place, text in enumerate(pizza):
        if text is not None:
            state.pizza = with_face(state.pizza, place, _use(state, text))
            state.present |= bit(place)
    if state.dealt < PIZZA_SIZE:
        if None in pizza:
            raise BadPosition("new-york-slice.position.pizza", n=len(pizza))
        state.present = 0


def _numbers(state: SliceState, field: str, numbers: Sequence[object]) -> int:
    places = 0
    for number in numbers:
        place = number - 1 if type(number) is int and number <= PIZZA_SIZE else -1
        if place < 0 or not has(state.present, place) or has(places, place):
            raise BadPosition("new-york-slice.position.number", field=field, number=str(number)[:20])
        places |= bit(place)
    return places


def _load_portions(state: SliceState, data: Data) -> None:
    portions = _list(data, "portions")
    if len(portions) not in (0, state.seats):
        raise BadPosition("new-york-slice.position.portions", n=len(portions), seats=state.seats)
    for index, portion in enumerate(portions):
        state.portions.append(0)
        if portion is None:
            continue
        state.left |= bit(index)
        numbers = _list({"portions": portion}, "portions")
        if "+" in numbers:
            numbers.remove("+")
            state.special_portion = index
        state.portions[index] = _numbers(state, "portions", numbers)


def _load_turn(state: SliceState, data: Data) -> None:
    turn = one_of(data, "turn", [None, *range(state.seats)])
    state.turn = -1 if turn is None or state.phase == Phase.SCORING else turn
    for seat in _list(data, "chosen"):
        state.chosen |= bit(expect("chosen", seat, range(state.seats)))
    state.pending = _numbers(state, "pending", _list(data, "pending"))
    received = one_of(data, "received", [None, *SPECIALS])
    state.received = -1 if received is None else SPECIALS.index(received)


def _load_mystery(state: SliceState, data: Data) -> None:
    mystery = data.get("mystery")
    if mystery is None:
        return
    if not isinstance(mystery, dict):
        raise BadPosition("new-york-slice.position.list", field="mystery", value=str(mystery)[:20])
    state.mystery_seat = one_of(mystery, "seat", range(state.seats))
    if state.received == Special.MYSTERY_SLICE:
        state.mystery = _use(state, mystery.get("slice"))
        return
    face = face_of(state.components, mystery.get("slice"))
    if state.eaten[state.mystery_seat * FACES + face] == 0:
        raise BadPosition("new-york-slice.position.mystery", slice=str(mystery.get("slice")))
    state.mystery = face
    state.mystery_edible = edible_then(state, mystery)


def edible_then(state: SliceState, mystery: Data) -> int:
    """What the owner of an eaten Mystery slice could eat when it chose."""
    edible = state.components.edible
    if mystery.get("combos"):
        edible |= COMBO_FACES
    if mystery.get("veggies"):
        edible |= VEGGIE_FACES
    # Under version 2 of the rules no Mystery slice is eaten as a Veggie.
    return edible & state.edible_faces(ALL_SPECIALS, Special.MYSTERY_SLICE)


def check_position(state: SliceState) -> None:
    """Refuse a position that the rules cannot reach for a reason that can be said."""
    phase = state.phase
    if phase == Phase.START or phase == Phase.SCORING:
        return
    needed = PIZZA_SIZE * (state.rounds - state.round) + (PIZZA_SIZE - state.dealt if phase in DEALING else 0)
    if state.undealt < needed:
        _refuse(state, "undealt", n=state.undealt, needed=needed)
    if phase in DEALING:
        if state.portions or state.chosen or state.pending or state.turn >= 0 or state.dealt == PIZZA_SIZE:
            _refuse(state, "dealing")
        if phase == Phase.SPECIAL and (state.dealt or state.special >= 0 or not state.box & state.usable()):
            _refuse(state, "dealing")
        return
    if state.turn < 0:
        _refuse(state, "turn")
    if phase == Phase.SECONDS:
        if not has(state.held[state.turn], Special.SECONDS) or not second_helpings(state):
            _refuse(state, "window")
        return
    if state.dealt != PIZZA_SIZE:
        _refuse(state, "eleven")
    if state.portions:
        _check_portions(state)
    elif phase in AFTER_DIVISION:
        _refuse(state, "divided")
    elif count(ALL_PLACES & ~(state.present & ~state.pending)) > (phase != Phase.DIBS):
        _refuse(state, "eleven")
    _check_turn(state)


def _refuse(state: SliceState, problem: str, **params: object) -> None:
    raise BadPosition(f"new-york-slice.position.{problem}", phase=PHASES[state.phase], **params)


def _check_portions(state: SliceState) -> None:
    """The portions left share out what is on the table, each a run, and as many as seats are yet to choose."""
    there = state.present & ~state.pending
    shared = 0
    for portion in range(state.seats):
        if not has(state.left, portion):
            continue
        if shared & state.portions[portion] or (not state.portions[portion] and state.special_portion != portion):
            _refuse(state, "shares")
        shared |= state.portions[portion]
    circle = [portion_of(state, bit(place)) for place in range(PIZZA_SIZE) if has(there, place)]
    changes = sum(circle[index] != circle[index - 1] for index in range(len(circle)))
    if shared != there or changes > len(set(circle)):
        _refuse(state, "shares")
    if (state.special >= 0) != (state.special_portion >= 0 and has(state.left, state.special_portion)):
        _refuse(state, "special-place")
    deciding = state.phase in (Phase.MYSTERY, Phase.EAT, Phase.ATTACH)
    if count(state.left) + count(state.chosen) + deciding != state.seats:
        _refuse(state, "chosen", n=count(state.left))


def _check_turn(state: SliceState) -> None:
    """The seat in turn may do what the phase says."""
    phase, seat = state.phase, state.turn
    held = state.held[seat]
    fits = not has(state.chosen, seat)
    if phase == Phase.DIBS:
        fits &= has(held, Special.DIBS) and not state.portions
    elif phase == Phase.DIVIDE:
        fits &= seat == state.slicer and not state.portions
    elif phase == Phase.CUT:
        fits &= has(held, Special.CUT_IN_LINE) and seat != state.slicer and state.chosen == 0
    elif phase == Phase.SNEAK:
        fits &= has(held, Special.SNEAK_A_SLICE) and seat != state.slicer and sneaks(state) != 0
    elif phase == Phase.MYSTERY:
        fits &= state.received == Special.MYSTERY_SLICE and state.mystery < 0
    elif phase == Phase.EAT:
        fits &= edible(state) != 0
    elif phase == Phase.ATTACH:
        waiting = state.collected[seat * FACES + SUPREME] > 0 and state.supreme == 0
        fits &= waiting and bool(types_to_attach(state, seat)) and not state.pending
    if phase in (Phase.SNEAK, Phase.TAKE):
        clockwise = [(state.slicer + step) % state.seats for step in range(1, state.seats + 1)]
        following = next(other for other in clockwise if not has(state.chosen, other))
        # Before anybody has chosen, any seat but the Slicer may have cut in line.
        fits &= seat == following or (state.chosen == 0 and seat != state.slicer)
    if phase not in (Phase.MYSTERY, Phase.EAT) and (state.pending or state.received >= 0):
        fits = False
    if not fits:
        _refuse(state, "window")
