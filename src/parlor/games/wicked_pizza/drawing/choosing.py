"""What a viewer chooses from, below the table: its hand, a hand that it looks at, or the turns of a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import unescape

from parlor.drawing.picks import button, pressed
from parlor.games.wicked_pizza.box import BONUS_POINTS, CARD_OF, HAND, INGREDIENTS, LETTERS, is_spell
from parlor.games.wicked_pizza.drawing.cards import CARD, hand_face, laid_face, picture, spell_name
from parlor.games.wicked_pizza.drawing.picks import WickedPicks, words
from parlor.games.wicked_pizza.drawing.seats import EDGE, INNER, WIDTH
from parlor.games.wicked_pizza.drawing.table import completed, drawn
from parlor.games.wicked_pizza.rules.scoring import ability_of
from parlor.games.wicked_pizza.telling.names import spell_word

HAND_TOP = 598
ROW_TOP = HAND_TOP + 32
LARGEST_CARD = 136
HEIGHT = ROW_TOP + LARGEST_CARD + 8
GAP = 8
# The ingredient whose picture stands beside the question of a phase.
CAST = ("draw2", "top")
ASKING = {"newt": "N", "look": "N", "spiders": "S", "toads": "T", "rats": "R"}

# So many letters of this size stand beside each other; longer sentences are written smaller.
SENTENCE = 52
LETTER_SIZE = 17.5

_FRAME = '<rect class="frame" x="1" y="1" width="58" height="58" rx="3"/>'


def choices(picks: WickedPicks) -> str:
    """What the viewer chooses from now, and what it is asked."""
    data, parts, picked = picks.data, picks.parts, picks.picked
    seat = picks.view.seat
    assert seat is not None
    if picks.turns:
        return _turns(picks)
    if data["phase"] == "look" and picks.acting:
        cards = _held("looked", data["hands"][data["victim"]])
        return _plaque(picks.asks("hand-of", seat=data["victim"]), ASKING["look"]) + _row(picks, cards)
    cards = _held("held", data["hands"][seat])
    cards += [(f"bonus-{letter}", f"bonus-{letter}") for letter in LETTERS if data["bonus"][letter] == seat]
    if data["taken"] is not None and picks.acting:
        return _banner(picks, "taken") + _row(picks, [("taken", data["taken"]), *cards], only=1)
    if "pass" in parts or "pass" in picked:
        return _banner(picks, "no-cards") + _row(picks, [*cards, ("button", "pass")])
    return _question(picks) + _row(picks, cards)


def _question(picks: WickedPicks) -> str:
    """What is asked while the own hand is shown."""
    if any(part.startswith("discard ") for part in picks.parts):
        return _banner(picks, "nothing")
    if picks.parts and picks.data["phase"] != "play":
        return _banner(picks, f"ask-{picks.data['phase']}")
    return f'<text class="caption" x="{EDGE + 6}" y="{HAND_TOP + 20}">{picks.words("hand")}</text>'


def _effect(picks: WickedPicks) -> str:
    """What the card does where it is about to be laid."""
    card, turn, spot = picks.picked
    pizzas = completed(drawn(tuple(picks.data["laid"])), f"{card}{spot}{turn}")
    if not pizzas:
        return _banner(picks, "lays")
    works = [ability for ability in map(ability_of, pizzas.values()) if ability >= 0]
    said = picks.words("would", n=len(pizzas))
    said += "".join(f" · {picks.words('works', ingredient=INGREDIENTS[one])}" for one in works)
    return _plaque(said, LETTERS[works[0]] if works else "")


def _banner(picks: WickedPicks, name: str, **params: object) -> str:
    """A question, with the ingredient that asks it."""
    return _plaque(picks.words(name, **params), ASKING.get(picks.data["phase"], ""))


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


def _row(picks: WickedPicks, cards: Sequence[tuple[str, str]], only: int = 99) -> str:
    """Cards, each with its id, as large as they fit; those after the first `only` may not be played now."""
    found: list[tuple[str, str]] = []
    picked = picks.picked[0].removeprefix("discard ") if picks.picked else None
    wild = "wild:N" in picks.parts
    for n, (key, card) in enumerate(cards):
        if card == "wild" and wild and n < only:
            wild = False
            found += [(f"{key}-{letter}", _wild(picks, letter)) for letter in LETTERS]
        else:
            found.append((key, _card(picks, card, n < only, card == picked)))
            # Of several copies one is picked.
            picked = None if card == picked else picked
    return _laid_out(found)


def _card(picks: WickedPicks, card: str, free: bool, picked: bool) -> str:
    """A card in a row that may be picked, is picked, or not."""
    face = _face(card, picks.language)
    if card == "pass":
        return f"<g{picks.pick(card, card)}>{face}</g>"
    discard = picks.words("discard-card", card=picks.name(card))
    for part, label in ((card, _playing(picks, card)), (f"discard {card}", discard)):
        if picked and part in picks.picked:
            return f"<g{pressed(part, label)}>{face}{_FRAME}</g>"
        if free and part in picks.parts:
            return f"<g{button(part, label)}>{face}{_FRAME}</g>"
    if not picks.parts:
        return f"<g>{face}</g>"
    move = _move_of(card)
    # Beside a copy that was taken from the discard pile it is as good as that.
    refused = "" if move.partition("@")[0] in picks.parts else picks.refuses(move)
    return f'<g class="rest"{refused}>{face}</g>'


def _playing(picks: WickedPicks, card: str) -> str:
    """What playing a card is called."""
    if card.startswith("bonus-"):
        return picks.words("play-bonus", card=picks.name(card), points=BONUS_POINTS)
    return picks.words("cast" if is_spell(CARD_OF[card.partition(":")[0]]) else "play", card=picks.name(card))


def _move_of(card: str) -> str:
    """A move with a card: casting it, or laying it somewhere."""
    return card if card in CAST else f"{'wild:N' if card == 'wild' else card}@0,0/0"


def _face(card: str, language: str) -> str:
    """A card as it is held, or a button as large as a card."""
    if card != "pass":
        return hand_face(card, language)
    words_on_it = words("pass", language)
    return (
        f'<rect class="button" x="1" y="1" width="58" height="58" rx="8"/><text class="press" x="30" y="34">'
        f"{words_on_it}</text>"
    )


def _wild(picks: WickedPicks, letter: str) -> str:
    """A Wild Half as one ingredient: there is such a card for each."""
    card = f"wild:{letter}"
    return (
        f"<g{picks.pick(card, 'cast', card=picks.name(card))}>{laid_face(card, 0)}"
        f"{spell_name(spell_word('wild', picks.language))}{_FRAME}</g>"
    )


def _turns(picks: WickedPicks) -> str:
    """The picked card as it is held, and in every turn that it may lie in, on its spot if that is picked."""
    card, *more = picks.picked
    spot = more[1:]
    held = pressed(card, _playing(picks, card))
    aside = '<path class="onward" d="M63 22L71 30L63 38"/>'
    options = [("turning", f"<g{held}>{laid_face(card, 0)}{_FRAME}</g>{aside}")]
    for part in picks.turns:
        face = laid_face(card, int(part[1:]))
        if spot and part not in more and spot[0] not in picks.view.legal_moves.parts([card, part]):
            options.append((f"turn-{part[1:]}", f'<g class="rest"{picks.refuses(f"{card}{spot[0]}{part}")}>{face}</g>'))
            continue
        instead = more and part not in more
        pick = button(part, picks.wording(part), picks=[card, part, *spot]) if instead else picks.pick(part)
        options.append((f"turn-{part[1:]}", f"<g{pick}>{face}{_FRAME}</g>"))
    return (_effect(picks) if spot else _banner(picks, "spot")) + _laid_out(options, 14)


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
