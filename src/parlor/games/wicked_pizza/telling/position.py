"""Positions of Wicked Pizza as plain data (WP 9)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, Final

from parlor.core.bits import bit
from parlor.core.errors import BadMove, BadPosition
from parlor.core.fields import Data, expect, is_one_of, list_in, one_of
from parlor.core.game import Game
from parlor.games.wicked_pizza.box import (
    BONUS,
    CARD_OF,
    CARDS,
    DRAW2,
    LETTERS,
    NAMES,
    SECTION_LETTERS,
    START,
    TOKENS,
    card_names,
    full_deck,
    is_half_spell,
    pizza_cards,
)
from parlor.games.wicked_pizza.rules.lattice import EMPTY
from parlor.games.wicked_pizza.rules.layout import (
    NONE,
    WATCHERS,
    card_in,
    card_of,
    ingredient_of,
    knowers,
    new_pizza,
    new_slot,
    place_of,
    placed,
    point_of,
    sections_of,
    spot_of,
    turn_of,
)
from parlor.games.wicked_pizza.rules.moves import Kind, lay_move
from parlor.games.wicked_pizza.rules.notation import parse, parse_sections, section_letters
from parlor.games.wicked_pizza.rules.phases import PHASES, Phase
from parlor.games.wicked_pizza.rules.places import LARGEST_TABLE, spot_at, x_of, y_of
from parlor.games.wicked_pizza.rules.scoring import MIDDLE, PLAYED
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.rules.turn import put_down

# Every card is known to somebody: its owner.
EVERYBODY: Final = -1
FIELDS = (
    *("seats", "table", "cards", "phase", "first", "turn", "laid", "hands", "pile", "unseen", "discard"),
    *("token_pile", "tokens", "bonus", "aside", "taken", "just", "pizzas", "pizza", "victim", "draws"),
)


def dump(state: WickedState, seeing: int = EVERYBODY) -> Data:
    """The position as plain data; a card that none of those `seeing` knows is null.

    `unseen` lists such cards with the draw pile; an empty slot is null as a whole.
    """
    unseen = list(state.pile)
    hands = []
    for hand in state.hands:
        slots: list[Data | None] = []
        for slot in hand:
            slots += [None] * (place_of(slot) - len(slots))
            visible = knowers(slot) & seeing
            if not visible:
                unseen.append(card_in(slot))
            slots.append({"card": NAMES[card_in(slot)] if visible else None, "known": _who(knowers(slot), state)})
        hands.append(slots)
    return {
        "seats": state.seats,
        "table": state.table,
        "cards": card_names(state.cards),
        "phase": PHASES[state.phase],
        "first": _or_null(state.first),
        "turn": _or_null(state.turn),
        "laid": [placement(laid) for laid in state.laid],
        "hands": hands,
        "pile": len(state.pile),
        "unseen": [NAMES[card] for card in sorted(unseen)],
        "discard": [NAMES[card] for card in state.discard],
        "token_pile": state.token_pile,
        "tokens": list(state.tokens),
        "bonus": {letter: _place(holder) for letter, holder in zip(LETTERS, state.holders, strict=True)},
        "aside": [NAMES[card] for card in state.aside],
        "taken": None if state.taken < 0 else NAMES[state.taken],
        "just": None if state.just < 0 else NAMES[state.just],
        "pizzas": [_pizza_data(pizza) for pizza in state.pizzas],
        "pizza": None if state.pizza < 0 else _pizza_data(state.pizza),
        "victim": _or_null(state.victim),
        "draws": state.draws,
    }


def placement(laid: int) -> str:
    """A card on the table as it is written."""
    return str(lay_move(card_of(laid), ingredient_of(laid), turn_of(laid), spot_of(laid)))


def _pizza_data(pizza: int) -> Data:
    """A pizza to be scored: its centre, and its sections clockwise from the north-west one."""
    point = point_of(pizza)
    return {"at": [x_of(point), y_of(point)], "sections": section_letters(sections_of(pizza))}


def _who(knowing: int, state: WickedState) -> Any:
    return "all" if knowing & WATCHERS else [seat for seat in range(state.seats) if knowing >> seat & 1]


def _place(holder: int) -> Any:
    return {MIDDLE: "middle", PLAYED: "played"}.get(holder, holder)


def _or_null(value: int) -> int | None:
    return None if value < 0 else value


def load(game: Game, data: Data) -> WickedState:
    """The position that a dump describes; an error if there is no such position."""
    if unknown := [str(key) for key in data if key not in FIELDS]:
        raise BadPosition("position.unknown", fields=unknown)
    seats = data.get("seats", 4)
    options = game.checked_options(seats, {key: data[key] for key in ("table", "cards") if key in data})
    state = WickedState(game, seats, options["table"], pizza_cards(options["cards"]), EMPTY[options["table"]])
    state.phase = PHASES.index(one_of(data, "phase", PHASES, "play"))
    state.aside = _cards(data, "aside", DRAW2, START)
    state.just = _card(data, "just")
    _load_table(state, data)
    _load_hands(state, data)
    state.discard = _cards(data, "discard", 0, CARDS)
    state.taken = _card(data, "taken")
    _load_tokens(state, data)
    _load_bonus(state, data)
    _check_box(state)
    _load_turn(state, data)
    _load_pizzas(state, data)
    if state.phase == Phase.OVER and state.token_pile > 0 and (state.pile or any(state.hands)):
        raise BadPosition("wicked-pizza.position.over")
    return state


def _called(field: str, name: Any, first: int, end: int) -> int:
    """The card that is called so, of those with these numbers."""
    card = CARD_OF.get(name, NONE) if isinstance(name, str) else NONE
    if not first <= card < end:
        # Views are read all the time: only an error looks through the names.
        expect(field, name, NAMES[first:end])
    return card


def _cards(data: Data, field: str, first: int, end: int) -> list[int]:
    return [_called(field, name, first, end) for name in list_in(data, field, default=[])]


def _card(data: Data, field: str) -> int:
    name = data.get(field)
    return NONE if name is None else _called(field, name, 0, CARDS)


@lru_cache(maxsize=4096)
def _placed(text: str) -> int:
    """A card on the table from its text."""
    move = parse(text)
    if move is None or move.kind != Kind.LAY:
        raise BadPosition("wicked-pizza.position.placement", text=text[:20])
    return placed(move.card, move.ingredient, move.turn, move.number)


def _load_table(state: WickedState, data: Data) -> None:
    laid = list_in(data, "laid", default=[])
    for number, text in enumerate(laid):
        try:
            card = _placed(str(text))
        except BadMove as error:
            raise BadPosition("wicked-pizza.position.placement", text=str(text)[:20]) from error
        if not state.lattice.has_room(spot_of(card)):
            raise BadPosition("wicked-pizza.position.room", text=str(text)[:20])
        name = card_of(card)
        going = number == len(laid) - 1 and state.aside[-1:] == [name] and state.just == name
        if is_half_spell(name) and not going:
            raise BadPosition("wicked-pizza.position.spell", text=str(text)[:20])
        put_down(state, card)


def _load_hands(state: WickedState, data: Data) -> None:
    for seat, hand in enumerate(list_in(data, "hands", state.seats, [])):
        slots: list[int] = []
        for place, slot in enumerate(list_in({"hands": hand}, "hands")):
            if slot is None:
                continue
            if not isinstance(slot, dict):
                raise BadPosition("position.data", found=str(slot)[:20])
            card = _called("card", slot.get("card"), 0, START)
            slots.append(new_slot(card, _knowing(slot.get("known", [seat]), seat, state), place))
        state.hands.append(slots)
    state.pile = _cards(data, "unseen", 0, START)
    one_of(data, "pile", [len(state.pile)], len(state.pile))


def _knowing(who: Any, owner: int, state: WickedState) -> int:
    if who == "all":
        return state.everyone()
    seats = range(state.seats)
    if not isinstance(who, list) or owner not in who or not all(is_one_of(seat, seats) for seat in who):
        raise BadPosition("wicked-pizza.position.known", known=str(who)[:20], seat=owner)
    return sum([bit(seat) for seat in set(who)])


def _load_tokens(state: WickedState, data: Data) -> None:
    tokens = list_in(data, "tokens", state.seats, [0] * state.seats)
    state.tokens = [expect("tokens", own, range(1000)) for own in tokens]
    left = max(0, TOKENS - sum(state.tokens))
    state.token_pile = one_of(data, "token_pile", [left], left)
    if state.token_pile == 0 and state.phase in (Phase.PLAY, Phase.DRAW):
        raise BadPosition("wicked-pizza.position.last-token")


def _load_bonus(state: WickedState, data: Data) -> None:
    bonus = data.get("bonus", {})
    if not isinstance(bonus, dict) or any(letter not in tuple(LETTERS) for letter in bonus):
        raise BadPosition("position.field", field="bonus", value=str(bonus)[:20], allowed=", ".join(LETTERS))
    out = [card_of(laid) for laid in state.laid] + state.discard + [state.taken]
    for number, letter in enumerate(LETTERS):
        place = one_of(bonus, letter, ["middle", "played", *range(state.seats)], "middle")
        if (BONUS + number in out) != (place == "played"):
            raise BadPosition("wicked-pizza.position.bonus", card=NAMES[BONUS + number])
        state.holders.append({"middle": MIDDLE, "played": PLAYED}.get(place, place))


def _check_box(state: WickedState) -> None:
    """No card may be in two places, or be none of this box."""
    half_spells = [card_of(laid) for laid in state.laid if is_half_spell(card_of(laid))]
    found = Counter([card_of(laid) for laid in state.laid] + state.discard + state.aside + state.pile)
    found.update(card_in(slot) for hand in state.hands for slot in hand)
    found.update([state.taken] if state.taken >= 0 else [])
    found.subtract(half_spells)
    box = Counter([*full_deck(state.cards), START, *range(BONUS, BONUS + 4)])
    for card, number in found.items():
        if number > box[card]:
            raise BadPosition("wicked-pizza.position.box", card=NAMES[card], n=number, most=box[card])


def _load_turn(state: WickedState, data: Data) -> None:
    if state.phase == Phase.FIRST:
        if any(data.get(field) is not None for field in ("first", "turn")) or any(state.hands) or state.discard:
            raise BadPosition("wicked-pizza.position.first")
        return
    seats = range(state.seats)
    state.turn = one_of(data, "turn", seats, data.get("first"))
    state.first = one_of(data, "first", seats, state.turn)
    drawing = state.phase == Phase.DRAW and bool(state.aside)
    state.draws = one_of(data, "draws", range(1, 3) if drawing else [0], 0)
    if state.phase in (Phase.LOOK, Phase.STEAL):
        others = [seat for seat in seats if seat != state.turn and state.hands[seat]]
        state.victim = one_of(data, "victim", others)
    elif data.get("victim") is not None:
        raise BadPosition("position.field", field="victim", value=str(data["victim"])[:20], allowed="null")
    if state.phase < Phase.PLAY and state.first != state.turn:
        raise BadPosition("wicked-pizza.position.first")
    if state.phase <= Phase.DRAW and state.phase != Phase.PLAY and not state.pile:
        raise BadPosition("wicked-pizza.position.pile")
    if (state.taken >= 0) and (state.phase != Phase.PLAY or not state.aside or not state.playable(state.taken)):
        raise BadPosition("wicked-pizza.position.taken", card=NAMES[state.taken])


def _load_pizzas(state: WickedState, data: Data) -> None:
    state.pizzas = [_pizza(pizza) for pizza in list_in(data, "pizzas", default=[])]
    state.pizza = NONE if data.get("pizza") is None else _pizza(data["pizza"])
    scoring = state.phase in range(Phase.PIZZA, Phase.OVER)
    follow_up = state.phase in range(Phase.NEWT, Phase.OVER)
    on_table = state.just >= 0 and bool(state.laid) and card_of(state.laid[-1]) == state.just
    if (
        (state.pizza >= 0) != follow_up
        or (state.phase == Phase.PIZZA and len(state.pizzas) < 2)
        or (bool(state.pizzas) and not scoring)
        or on_table != scoring
        or (follow_up and state.phase not in (Phase.LOOK, Phase.STEAL) and not state.follow_ups())
    ):
        raise BadPosition("wicked-pizza.position.pizzas", phase=PHASES[state.phase])


def _pizza(data: Any) -> int:
    at = data.get("at") if isinstance(data, dict) else None
    letters = data.get("sections") if isinstance(data, dict) else None
    half = LARGEST_TABLE // 2
    good = isinstance(at, list) and len(at) == 2 and all(type(c) is int and -half <= c <= half for c in at)
    if not good or not isinstance(letters, str) or len(letters) != 4 or set(letters) - set(SECTION_LETTERS):
        raise BadPosition("wicked-pizza.position.pizza", pizza=str(data)[:40])
    assert isinstance(at, list)
    return new_pizza(spot_at(at[0], at[1]), parse_sections(letters))
