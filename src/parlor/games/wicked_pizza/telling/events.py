"""What happens in Wicked Pizza, as messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlor.core.bits import bit
from parlor.core.words import Event
from parlor.games.wicked_pizza.box import BONUS, INGREDIENTS, NAMES, TOP, WILD
from parlor.games.wicked_pizza.rules.layout import (
    WATCHERS,
    card_in,
    card_of,
    ingredient_of,
    knowers,
    place_of,
    point_of,
    sections_of,
    spot_of,
)
from parlor.games.wicked_pizza.rules.moves import Kind, WickedMove, label
from parlor.games.wicked_pizza.rules.notation import section_letters
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.places import x_of, y_of
from parlor.games.wicked_pizza.rules.state import WickedState


def narrate(before: WickedState, after: WickedState, seat: int, move: WickedMove) -> list[Event]:
    """What happened between the two positions."""
    events = _first_event(before, after, move)
    for id, first, second in after.log or ():
        events += _told(before.turn, id, first, second)
    if after.outcome is not None:
        events.append(Event("wicked-pizza.over", winners=list(after.outcome.winners), reason=after.outcome.reason))
    return events


def _first_event(before: WickedState, after: WickedState, move: WickedMove) -> list[Event]:
    """The move itself."""
    turn, kind, card = before.turn, move.kind, NAMES[move.card]
    if kind == Kind.FIRST:
        return [Event("wicked-pizza.first", seat=move.number)]
    if kind == Kind.DRAW:
        return [_drawn(before, after, card)]
    if kind == Kind.LAY:
        return [_laid(before, move)]
    if kind == Kind.CAST:
        slot = _slot(before, turn, move.card)
        if move.card == TOP:
            return [Event("wicked-pizza.top", seat=turn, slot=slot, card=NAMES[after.taken])]
        return [Event(f"wicked-pizza.{card}", seat=turn, slot=slot)]
    if kind == Kind.PASS:
        return [Event("wicked-pizza.pass", seat=turn)]
    if kind == Kind.DISCARD:
        if before.phase != Phase.PLAY:
            slot = _slot(before, before.victim, move.card)
            return [Event("wicked-pizza.newt-discard", seat=turn, victim=before.victim, slot=slot, card=card)]
        hand = [NAMES[card_in(slot)] for slot in before.hands[turn]]
        slot = _slot(before, turn, move.card)
        return [
            Event("wicked-pizza.show", seat=turn, hand=hand),
            Event("wicked-pizza.discard", seat=turn, slot=slot, card=card),
        ]
    if kind == Kind.REMOVE:
        return [Event("wicked-pizza.remove", seat=turn, card=card)]
    if kind == Kind.PIZZA:
        chosen = next(pizza for pizza in before.pizzas if point_of(pizza) == move.number)
        x, y = x_of(move.number), y_of(move.number)
        return [Event("wicked-pizza.order", seat=turn, sections=section_letters(sections_of(chosen)), x=x, y=y)]
    return [_struck(before, move)]


def _drawn(before: WickedState, after: WickedState, card: str) -> Event:
    if len(after.discard) > len(before.discard) and before.phase == Phase.DEAL:
        return Event("wicked-pizza.turned-up", card=card)
    seat = next(seat for seat in range(before.seats) if len(after.hands[seat]) > len(before.hands[seat]))
    return Event("wicked-pizza.draw", [seat], Event("wicked-pizza.draw-hidden", seat=seat), seat=seat, card=card)


def _slot(before: WickedState, seat: int, card: int) -> int | None:
    """The slot, counted from 1, that a card leaves: all see it. None for a card from the discard pile."""
    if before.taken >= 0:
        return None
    return 1 + next(place_of(slot) for slot in before.hands[seat] if card_in(slot) == card)


def _laid(before: WickedState, move: WickedMove) -> Event:
    turn = before.turn
    side, beside = neighbour(before.laid, move.number)
    place: dict[str, Any] = {"x": x_of(move.number), "y": y_of(move.number), "turn": move.turn}
    place |= {"side": side, "beside": beside}
    if move.card >= BONUS:
        return Event("wicked-pizza.lay-bonus", seat=turn, ingredient=INGREDIENTS[move.card - BONUS], **place)
    slot = _slot(before, turn, move.card)
    if move.card == WILD:
        return Event("wicked-pizza.wild", seat=turn, slot=slot, ingredient=INGREDIENTS[move.ingredient], **place)
    return Event("wicked-pizza.lay", seat=turn, slot=slot, card=NAMES[move.card], **place)


def neighbour(cards: Sequence[int], spot: int) -> tuple[str, str]:
    """On which side of which card a spot lies: of one in line with it rather than shifted, and rather a late one."""
    found = ("", "")
    for laid in cards:
        right = x_of(spot) - x_of(spot_of(laid))
        down = y_of(spot) - y_of(spot_of(laid))
        if (right == 2 or right == -2) and -2 < down < 2:
            side = "right" if right == 2 else "left"
        elif (down == 2 or down == -2) and -2 < right < 2:
            side = "below" if down == 2 else "above"
        else:
            continue
        if not found[0] or not right or not down:
            found = side, label(card_of(laid), ingredient_of(laid))
    return found


def _struck(before: WickedState, move: WickedMove) -> Event:
    """An opponent is chosen, or chance has chosen the card that Toads take."""
    turn = before.turn
    if move.kind == Kind.SLOT:
        slot = next(slot for slot in before.hands[before.victim] if place_of(slot) == move.number)
        hidden = Event("wicked-pizza.steal-hidden", seat=turn, victim=before.victim, slot=move.number + 1)
        seeing = [seat for seat in range(before.seats) if seat == turn or knowers(slot) & bit(seat)]
        return Event(
            "wicked-pizza.steal",
            None if knowers(slot) & WATCHERS else seeing,
            None if knowers(slot) & WATCHERS else hidden,
            seat=turn,
            victim=before.victim,
            slot=move.number + 1,
            card=NAMES[card_in(slot)],
        )
    victim = move.number
    if before.phase == Phase.RATS:
        return Event("wicked-pizza.rob", seat=turn, victim=victim)
    if before.phase == Phase.NEWT:
        hidden = Event("wicked-pizza.look-hidden", seat=turn, victim=victim)
        hand = [NAMES[card_in(slot)] for slot in before.hands[victim]]
        return Event("wicked-pizza.look", [turn, victim], hidden, seat=turn, victim=victim, hand=hand)
    return Event("wicked-pizza.toads", seat=turn, victim=victim)


def _told(turn: int, id: str, first: int, second: int) -> list[Event]:
    """What the rules did by themselves after the move."""
    if id == "pizza":
        events = [Event("wicked-pizza.pizza", seat=turn, sections=section_letters(first))]
        if second >= 0:
            events.append(Event(f"wicked-pizza.ability.{INGREDIENTS[second]}", seat=turn))
        return events
    if id == "tokens":
        return [Event("wicked-pizza.tokens", seat=turn, n=first, left=second)]
    if id == "nothing":
        return [Event(f"wicked-pizza.nothing.{INGREDIENTS[first]}", seat=turn)]
    ingredient = INGREDIENTS[first]
    if second >= 0:
        return [Event("wicked-pizza.bonus-from", seat=turn, ingredient=ingredient, victim=second)]
    return [Event("wicked-pizza.bonus", seat=turn, ingredient=ingredient)]
