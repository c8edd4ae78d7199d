"""What a viewer chooses from, below the table: its hand, a hand that it looks at, or the turns of a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import unescape

from parlor.games.wicked_pizza.box import HAND, INGREDIENTS, LETTERS
from parlor.games.wicked_pizza.drawing.cards import CARD, hand_face, laid_face, picture, words
from parlor.games.wicked_pizza.drawing.picking import Picking
from parlor.games.wicked_pizza.drawing.seats import EDGE, INNER, WIDTH
from parlor.games.wicked_pizza.drawing.table import completed, spread, working

HAND_TOP = 598
ROW_TOP = HAND_TOP + 32
LARGEST_CARD = 136
HEIGHT = ROW_TOP + LARGEST_CARD + 8
GAP = 8
# The ingredient whose picture stands beside the question of a phase.
ASKING = {"newt": "N", "look": "N", "spiders": "S", "toads": "T", "rats": "R"}

# So many letters of this size stand beside each other; longer sentences are written smaller.
SENTENCE = 52
LETTER_SIZE = 17.5

_FRAME = '<rect class="frame" x="1" y="1" width="58" height="58" rx="3"/>'


def hand(picking: Picking) -> str:
    """What the viewer chooses from now, and what it is asked."""
    data, parts, picked = picking.data, picking.parts, picking.picked
    seat = picking.view.seat
    assert seat is not None
    if len(picked) == 1 and parts:
        return _turns(picking)
    if data["phase"] == "look" and picking.acting:
        cards = _held("looked", data["hands"][data["victim"]])
        return _banner(picking, "hand-of", seat=data["victim"]) + _row(picking, cards)
    cards = _held("held", data["hands"][seat])
    cards += [(f"bonus-{letter}", f"bonus-{letter}") for letter in LETTERS if data["bonus"][letter] == seat]
    if data["taken"] is not None and picking.acting and not picked:
        return _banner(picking, "taken") + _row(picking, [("taken", data["taken"]), *cards], only=1)
    if "pass" in parts or "pass" in picked:
        return _banner(picking, "no-cards") + _row(picking, [*cards, ("button", "pass")])
    return _question(picking) + _row(picking, cards)


def _question(picking: Picking) -> str:
    """What is asked while the own hand is shown."""
    if len(picking.picked) == 3:
        return _effect(picking)
    if len(picking.picked) == 2:
        return _banner(picking, "spot")
    if any(part.startswith("discard ") for part in picking.parts):
        return _banner(picking, "nothing")
    if picking.parts and picking.data["phase"] != "play":
        return _banner(picking, f"ask-{picking.data['phase']}")
    return f'<text class="caption" x="{EDGE + 6}" y="{HAND_TOP + 20}">{picking.words("hand")}</text>'


def _effect(picking: Picking) -> str:
    """What the card does where it is about to be laid."""
    card, turn, spot = picking.picked
    pizzas = completed(spread(tuple(picking.data["laid"])), f"{card}{spot}{turn}")
    if not pizzas:
        return _banner(picking, "lays")
    works = [letter for letter in map(working, pizzas.values()) if letter]
    said = picking.words("would", n=len(pizzas))
    said += "".join(f" · {picking.words('works', ingredient=INGREDIENTS[LETTERS.index(one)])}" for one in works)
    return _plaque(said, works[0] if works else "")


def _banner(picking: Picking, name: str, **params: object) -> str:
    """A question, with the ingredient that asks it."""
    return _plaque(picking.words(name, **params), ASKING.get(picking.data["phase"], ""))


@lru_cache(512)
def _plaque(said: str, letter: str) -> str:
    """A sentence on the edge of the table."""
    mark = picture(letter, 32, HAND_TOP + 10, 27) if letter else ""
    length = len(unescape(said))
    size = f' style="font-size:{SENTENCE * LETTER_SIZE / length:.3g}px"' if length > SENTENCE else ""
    return (
        f'<g class="asks"><rect class="plaque" x="{EDGE + 6}" y="{HAND_TOP - 8}" width="{INNER - 12}" height="36" '
        f'rx="10"/>{mark}<text x="{WIDTH / 2 + 16 * bool(letter):g}" y="{HAND_TOP + 16}"{size}>{said}</text></g>'
    )


def _held(where: str, cards: Sequence[dict[str, str] | None]) -> list[tuple[str, str]]:
    """The cards of a hand with the ids of their places."""
    return [(f"{where}-{place}", slot["card"]) for place, slot in enumerate(cards) if slot is not None]


def _row(picking: Picking, cards: Sequence[tuple[str, str]], only: int = 99) -> str:
    """Cards, each with its id, as large as they fit; those after the first `only` may not be played now."""
    found: list[tuple[str, str]] = []
    picked = picking.picked[0].removeprefix("discard ").split(":")[0] if picking.picked else None
    wild = "wild:N" in picking.parts
    for n, (key, card) in enumerate(cards):
        if card == picked:
            picked = None
            found.append((key, _picked(picking, card)))
        elif card == "wild" and wild and n < only:
            wild = False
            found += [(f"{key}-{letter}", _wild(picking, letter)) for letter in LETTERS]
        else:
            found.append((key, _card(picking, card, n < only)))
    return _laid_out(found)


def _picked(picking: Picking, card: str) -> str:
    """The card that is picked, as it is about to be laid."""
    first = picking.picked[0]
    plain = first in ("draw2", "top", "pass") or first.startswith("discard ")
    turn = int(picking.picked[1].removeprefix("/")) if picking.picked[1:] else 0
    face = _face(card, picking.language) if plain else laid_face(first, turn)
    return f'<g class="picked">{face}{_FRAME}</g>'


def _card(picking: Picking, card: str, free: bool) -> str:
    """A card in a row that may be picked, or not."""
    face = _face(card, picking.language)
    if free and card == "pass" and card in picking.parts:
        return f"<g{picking.pick(card, card)}>{face}</g>"
    for part, label in ((card, "play"), (f"discard {card}", "discard-card")):
        if free and part in picking.parts:
            return f"<g{picking.pick(part, label, card=picking.name(card))}>{face}{_FRAME}</g>"
    return f'<g class="rest">{face}</g>' if picking.parts or picking.picked else f"<g>{face}</g>"


def _face(card: str, language: str) -> str:
    """A card as it is held, or a button as large as a card."""
    if card != "pass":
        return hand_face(card, language)
    words_on_it = words("pass", language)
    return (
        f'<rect class="button" x="1" y="1" width="58" height="58" rx="8"/><text class="press" x="30" y="34">'
        f"{words_on_it}</text>"
    )


def _wild(picking: Picking, letter: str) -> str:
    """A Wild Half as one ingredient: there is such a card for each."""
    card = f"wild:{letter}"
    return (
        f"<g{picking.pick(card, 'play', card=picking.name(card))}>{laid_face(card, 0)}"
        f'<text class="spell" x="30" y="54">{picking.words("wild")}</text>{_FRAME}</g>'
    )


def _turns(picking: Picking) -> str:
    """The picked card as it is held, and in every turn that it may lie in."""
    card = picking.picked[0]
    aside = '<path class="onward" d="M63 22L71 30L63 38"/>'
    options = [("turning", f'<g class="picked"><g class="rest">{laid_face(card, 0)}</g>{aside}</g>')]
    for part in picking.next:
        turn = int(part.removeprefix("/"))
        pick = picking.pick(part, "turned", n=turn)
        options.append((f"turn-{turn}", f"<g{pick}>{laid_face(card, turn)}{_FRAME}</g>"))
    return _banner(picking, "turn-card") + _laid_out(options, 14)


def _laid_out(drawn: Sequence[tuple[str, str]], gap: int = GAP) -> str:
    """Cards in rows, as large as they fit, each in a group with its id."""
    count = max(len(drawn), HAND)
    size, across = max(
        (min(LARGEST_CARD / rows - GAP / 2 * (rows > 1), (INNER + gap) / across - gap), across)
        for rows in (1, 2, 3)
        for across in [-(-count // rows)]
    )
    left = (WIDTH - min(across, len(drawn)) * (size + gap) + gap) / 2
    return "".join(
        f'<g id="{key}" transform="translate({left + n % across * (size + gap):.4g} '
        f'{ROW_TOP + n // across * (size + GAP):.4g})scale({size / CARD:.3g})">{face}</g>'
        for n, (key, face) in enumerate(drawn)
    )
