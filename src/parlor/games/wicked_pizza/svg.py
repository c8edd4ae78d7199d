"""The table of a view as SVG, a pure function of the view: everything that can be picked carries its part of a move.

From top to bottom: the seats, the piles, the table in use, and the viewer's hand or what it chooses from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from parlor.core.game import View
from parlor.core.words import say
from parlor.games.wicked_pizza.components import BONUS_POINTS, HAND, LETTERS
from parlor.games.wicked_pizza.draw import Cell
from parlor.games.wicked_pizza.faces import (
    CARD,
    CELL,
    DEFINITIONS,
    Place,
    card_name,
    cells_of,
    hand_face,
    ingredient_name,
    laid_face,
    picture,
    tips_of,
    words,
)

WIDTH, HEIGHT = 600, 760
EDGE = 6
INNER = WIDTH - 2 * EDGE
SHELF_TOP = 108
TABLE_TOP = 170
HAND_TOP = 598
# A card touching another lies within so many half-cells of it: spots never change what the table shows.
MARGIN = 2
LEAST_CELLS = 8
LARGEST_CARD = 120

_STYLE = (Path(__file__).parent / "drawing.css").read_text(encoding="utf-8").replace("\n", "")


def svg(view: View, picked: Sequence[str] = (), language: str = "en") -> str:
    """The table as the viewer sees it, with what it has picked so far."""
    return _Drawing(view, picked, language).whole()


class _Drawing:
    def __init__(self, view: View, picked: Sequence[str], language: str) -> None:
        self.view = view
        self.data = view.data
        self.picked = list(picked)
        self.language = language
        self.parts = frozenset(view.legal_moves.parts(picked))
        self.seated = view.seat is not None and view.seat >= 0
        self.tips: dict[Place, dict[int, str]] = {}
        for laid in self.data["laid"]:
            for tip, side, letter in tips_of(cells_of(laid)):
                self.tips.setdefault(tip, {})[side] = letter

    def whole(self) -> str:
        low = self.seated or self.view.outcome is not None
        bottom = HAND_TOP - EDGE if low else HEIGHT - EDGE
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="wicked-pizza" viewBox="0 0 {WIDTH} {HEIGHT}" '
                f'role="group" aria-label="Wicked Pizza"><style>{_STYLE}</style>{DEFINITIONS}',
                f'<rect class="kitchen" width="{WIDTH}" height="{HEIGHT}" rx="16"/>',
                *(self.seat_plate(seat) for seat in range(self.data["seats"])),
                self.shelf(),
                self.table(bottom),
                self.scores() if self.view.outcome is not None else self.hand() if self.seated else "",
                "</svg>",
            ]
        )

    def words(self, name: str, **params: object) -> str:
        return words(name, self.language, **params)

    def name(self, card: str) -> str:
        return card_name(card, self.language)

    def seat_name(self, seat: int) -> str:
        return say(self.view.game.seat_name(self.view, seat), self.language)

    def pick(self, part: str, label: str, **params: object) -> str:
        """The attributes of something that stands for a part of a move: it may be picked now, or is picked."""
        if part in self.parts:
            said = self.words(label, **params)
            return f' class="pick" data-part="{part}" role="button" tabindex="0" aria-label="{said}"'
        return ' class="picked"' if part in self.picked else ""

    def seat_plate(self, seat: int) -> str:
        """A seat: its tokens, Bonus cards and hand, as far as the viewer knows it."""
        data = self.data
        width = (INNER + EDGE) / data["seats"] - EDGE
        x = EDGE + seat * (width + EDGE)
        name = self.seat_name(seat)
        shown = escape(name[:1].upper() + name[1:])
        if seat == self.view.seat:
            shown += f" ({self.words('you')})"
        turn = seat in self.view.to_act
        kind = ' class="turn"' if turn else ""
        flame = f'<use href="#wp-flame" x="{width - 13:g}" y="86"/>' if turn else ""
        hand = [(place, slot) for place, slot in enumerate(data["hands"][seat]) if slot is not None]
        step = min(40.0, (width - 52) / max(1, len(hand) - 1))
        minis = "".join(
            f'<g id="slot-{seat}-{place}" transform="translate({8 + n * step:.4g} 30)scale(.6)">'
            f"{hand_face(slot['card'], self.language) if slot['card'] else _BACK}</g>"
            for n, (place, slot) in enumerate(hand)
        )
        owned = [letter for letter in LETTERS if data["bonus"][letter] == seat]
        apart = min(28, (width - 118) / max(1, len(owned) - 1))
        bonus = "".join(picture(letter, 80 + apart * n, 84, 23) for n, letter in enumerate(owned))
        pick = self.pick(f"seat {seat + 1}", "choose-seat", seat=seat)
        return (
            f'<g id="seat-{seat}" transform="translate({x:g} {EDGE})"{pick}>'
            f'<g{kind}><rect class="plate" width="{width:g}" height="98" rx="10"/></g>'
            f'<text class="who" id="name-{seat}" x="8" y="21">{shown}</text>{flame}{minis}'
            f'<use href="#wp-coin" x="19" y="84"/><text class="count" x="34" y="91">{data["tokens"][seat]}</text>'
            f'{bonus}<rect class="frame" width="{width:g}" height="98" rx="10"/></g>'
        )

    def shelf(self) -> str:
        """Draw pile, discard pile, tokens, the Bonus cards in the middle, and spells that are being resolved."""
        data = self.data
        discard = data["discard"]
        top = hand_face(discard[-1], self.language) if discard else _EMPTY
        found = [
            self.pile("pile", 0, _BACK if data["pile"] else _EMPTY, data["pile"]),
            self.pile("discard", 142, top, len(discard)),
            self.pile("tokens", 284, '<use href="#wp-coin" transform="translate(30 30)scale(2)"/>', data["token_pile"]),
        ]
        going = [*data["aside"], *([data["taken"]] if data["taken"] else [])]
        if going:
            found += [
                f'<g transform="translate({INNER + EDGE - 56 * (len(going) - n)} {SHELF_TOP + 2})scale(.87)">'
                f"{hand_face(card, self.language)}</g>"
                for n, card in enumerate(going)
            ]
            return "".join(found)
        found.append(f'<text class="caption end" x="{INNER + EDGE - 118}" y="{SHELF_TOP + 34}">')
        found.append(f"{self.words('bonus')}</text>")
        for n, letter in enumerate(LETTERS):
            kind = "" if data["bonus"][letter] == "middle" else ' class="gone"'
            mark = picture(letter, INNER + EDGE - 98 + 28 * n, SHELF_TOP + 29, 25)
            label = escape(ingredient_name(letter, self.language))
            found.append(f'<g{kind} role="img" aria-label="{label}">{mark}</g>')
        return "".join(found)

    def pile(self, name: str, x: int, face: str, count: int) -> str:
        return (
            f'<g id="{name}" transform="translate({EDGE + x} {SHELF_TOP + 2})"><g transform="scale(.87)">{face}</g>'
            f'<text class="count" x="60" y="24">{count}</text>'
            f'<text class="caption" x="60" y="43">{self.words(name)}</text></g>'
        )

    def table(self, bottom: int) -> str:
        """The part of the table in use: its cards, complete pizzas, and what may be picked on it."""
        data = self.data
        cells: dict[Place, Cell] = {}
        for laid in data["laid"]:
            cells |= cells_of(laid)
        half = data["table"] // 2
        left, right = _span([x for x, _ in cells], half)
        top, low = _span([y for _, y in cells], half)
        box = f"{left * CELL} {top * CELL} {(right - left) * CELL} {(low - top) * CELL}"
        rings = "".join(
            f'<circle class="ring" cx="{x * CELL}" cy="{y * CELL}" r="{CELL - 1}"/>'
            for (x, y), sections in self.tips.items()
            if len(sections) == 4
        )
        frame = f'x="{EDGE}" y="{TABLE_TOP}" width="{INNER}" height="{bottom - TABLE_TOP}"'
        return (
            f'<rect class="cloth" {frame} rx="14"/><use href="#wp-web" x="{EDGE}" y="{TABLE_TOP}"/>'
            f'<use href="#wp-candle" x="{WIDTH - 44}" y="{bottom - 60}"/><svg {frame} viewBox="{box}"><g id="table">'
            f'<rect class="frame" x="{-half * CELL}" y="{-half * CELL}" width="{2 * half * CELL}" '
            f'height="{2 * half * CELL}" stroke="#6d8a4c" stroke-width="2"/>'
            f"{''.join(self.laid_card(laid) for laid in data['laid'])}{rings}{self.choices()}{self.spots()}</g></svg>"
        )

    def laid_card(self, laid: str) -> str:
        card, x, y, turn = _placement(laid)
        pick = self.pick(f"remove {card}", "sweep", card=self.name(card))
        name = card.partition(":")[0]
        last = name != "start" and laid == self.data["laid"][-1]
        kind = "last" if last else "frame"
        rim = f'<rect class="{kind}" x="1.5" y="1.5" width="57" height="57" rx="3"/>' if pick or last else ""
        return (
            f'<g id="card-{name}" transform="translate({x * CELL} {y * CELL})"{pick}>{laid_face(card, turn)}{rim}</g>'
        )

    def choices(self) -> str:
        """The pizzas among which the viewer picks the first, and the one that works now."""
        found = []
        now = [self.data["pizza"]] if self.data["pizza"] else []
        for pizza in [*self.data["pizzas"], *now]:
            x, y = pizza["at"]
            part = f"pizza {x},{y}"
            found.append(
                f'<g id="pizza_{x}_{y}"{self.pick(part, "pizza", sections=pizza["sections"])}>'
                f'<circle class="{"target" if part in self.parts else "ring"}" cx="{x * CELL}" cy="{y * CELL}" '
                f'r="{CELL + 2}"/></g>'
            )
        return "".join(found)

    def spots(self) -> str:
        """A ghost on every spot for the card and turn picked; a star says that it completes a pizza."""
        if len(self.picked) < 2:
            return ""
        card, turn = self.picked[0], int(self.picked[1].removeprefix("/"))
        parts = self.picked[2:3] or self.view.legal_moves.parts(self.picked)
        spots = {_point(part.removeprefix("@")): part for part in parts}
        ghost = f'<defs><g id="wp-ghost" transform="translate(-{CELL} -{CELL})">{laid_face(card, turn)}</g></defs>'
        found = [ghost]
        for (x, y), part in spots.items():
            near = sum((x + dx, y + dy) in spots for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            found.append(self.spot(part, x, y, card, turn, near == 1))
        return "".join(found)

    def spot(self, part: str, x: int, y: int, card: str, turn: int, alone: bool) -> str:
        """A spot; the whole ghost can be touched if it overlaps no other, and its middle in any case."""
        complete = self.completed(f"{card}@{x},{y}/{turn}")
        rings = "".join(
            f'<circle class="ring" cx="{(a - x - 1) * CELL}" cy="{(b - y - 1) * CELL}" r="{CELL - 1}"/>'
            for a, b in complete
        )
        mark = '<circle class="mark" r="5"/>'
        if complete:
            mark += '<use class="star" href="#wp-star" transform="scale(1.4)"/>'
        if self.picked[2:]:
            mark = ""
        pick = self.pick(part, "completes" if complete else "lay", x=x, y=y, n=len(complete))
        kind = "outline alone" if alone else "outline"
        return (
            f'<g id="spot_{x}_{y}" transform="translate({(x + 1) * CELL} {(y + 1) * CELL})"{pick}>'
            f'<use class="ghost" href="#wp-ghost"/><path class="{kind}" d="M-28-28h56v56h-56z"/>{mark}{rings}</g>'
        )

    def completed(self, placement: str) -> list[Place]:
        """The centres of the pizzas that this placement would complete."""
        found: dict[Place, int] = {}
        for tip, _, _ in tips_of(cells_of(placement)):
            found[tip] = found.get(tip, len(self.tips.get(tip, ()))) + 1
        return [tip for tip, sections in found.items() if sections == 4]

    def hand(self) -> str:
        """What the viewer chooses from: its own cards, the card taken, a hand it looks at, or the turns of a card."""
        data = self.data
        seat = self.view.seat
        assert seat is not None
        acting = seat in self.view.to_act
        if len(self.picked) == 1 and self.parts:
            return self.turns()
        if data["phase"] == "look" and acting:
            cards = _held("looked", data["hands"][data["victim"]])
            return self.caption("hand-of", seat=data["victim"]) + self.row(cards)
        cards = _held("held", data["hands"][seat])
        cards += [(f"bonus-{letter}", f"bonus-{letter}") for letter in LETTERS if data["bonus"][letter] == seat]
        if data["taken"] is not None and acting:
            return self.caption("taken") + self.row([("taken", data["taken"]), *cards], only=1)
        if "pass" in self.parts or "pass" in self.picked:
            return self.caption("no-cards") + self.row([*cards, ("button", "pass")])
        asked = "hand"
        if len(self.picked) == 2:
            asked = "spot"
        elif any(part.startswith("discard ") for part in self.parts):
            asked = "nothing"
        elif self.parts and data["phase"] != "play":
            asked = f"ask-{data['phase']}"
        return self.caption(asked) + self.row(cards)

    def caption(self, name: str, **params: object) -> str:
        return f'<text class="caption" x="{EDGE + 6}" y="{HAND_TOP + 18}">{self.words(name, **params)}</text>'

    def row(self, cards: Sequence[tuple[str, str]], only: int = 99) -> str:
        """Cards, each with its id, as large as they fit; those after the first `only` may not be played now."""
        found = []
        marked = False
        for n, (key, card) in enumerate(cards):
            ours = not marked and bool(self.picked) and self.picked[0].removeprefix("discard ").split(":")[0] == card
            marked = marked or ours
            found.append((key, self.held(card, ours, n < only)))
        return _laid_out(found)

    def held(self, card: str, ours: bool, free: bool) -> str:
        """A card in a row: picked, to be picked, or not."""
        if card == "pass":
            return self.button()
        if ours:
            turn = int(self.picked[1].removeprefix("/")) if self.picked[1:] else 0
            plain = self.picked[0] in ("draw2", "top") or self.picked[0].startswith("discard ")
            face = hand_face(card, self.language) if plain else laid_face(self.picked[0], turn)
            return f'<g class="picked">{face}{_FRAME}</g>'
        if free and card == "wild" and "wild:N" in self.parts:
            return self.wild()
        for part, label in ((card, "play"), (f"discard {card}", "discard-card")):
            if free and part in self.parts:
                return f"<g{self.pick(part, label, card=self.name(card))}>{hand_face(card, self.language)}{_FRAME}</g>"
        quiet = ' class="rest"' if self.parts or self.picked else ""
        return f"<g{quiet}>{hand_face(card, self.language)}</g>"

    def wild(self) -> str:
        """A Wild Half: an ingredient to be picked in each corner."""
        corners = []
        for n, letter in enumerate(LETTERS):
            x, y = 30 * (n in (1, 2)), 30 * (n > 1)
            pick = self.pick(f"wild:{letter}", "play", card=self.name(f"wild:{letter}"))
            corners.append(
                f"<g{pick}>{picture(letter, x + 15, y + 15, 25)}"
                f'<rect class="frame" x="{x + 2}" y="{y + 2}" width="26" height="26" rx="4"/></g>'
            )
        name = f'<text class="spell" x="30" y="-2">{escape(self.name("wild"))}</text>'
        return f'<use href="#wp-card"/>{"".join(corners)}{name}'

    def turns(self) -> str:
        """The picked card in every turn that it may lie in."""
        card = self.picked[0]
        options = [("turning", f'<g class="picked">{laid_face(card, 0)}{_FRAME}</g>')]
        for part in self.view.legal_moves.parts(self.picked):
            turn = int(part.removeprefix("/"))
            pick = self.pick(part, "turned", n=turn)
            options.append((f"turn-{turn}", f"<g{pick}>{laid_face(card, turn)}{_FRAME}</g>"))
        return self.caption("turn-card", card=self.name(card)) + _laid_out(options)

    def button(self) -> str:
        """Passing, as large as a card."""
        face = '<rect class="button" x="1" y="1" width="58" height="58" rx="8"/>'
        return f'<g{self.pick("pass", "pass")}>{face}<text class="press" x="30" y="34">{self.words("pass")}</text></g>'

    def scores(self) -> str:
        """Who has how many points, and from what."""
        outcome = self.view.outcome
        assert outcome is not None
        found = []
        for seat, score in enumerate(outcome.scores):
            y = HAND_TOP + 30 + 36 * seat
            bonus = sum(holder == seat for holder in self.data["bonus"].values())
            name = self.seat_name(seat)
            how = self.words("score", n=self.data["tokens"][seat], bonus=bonus, points=BONUS_POINTS)
            won = seat in outcome.winners
            star = f'<use class="star" href="#wp-star" transform="translate(40 {y - 7})scale(1.7)"/>' if won else ""
            found.append(
                f'{star}<text class="who{" won" if won else ""}" x="66" y="{y}">{escape(name[:1].upper() + name[1:])}'
                f'</text><text class="caption" x="190" y="{y}">{how}</text>'
                f'<text class="count end" x="560" y="{y}">{score:g}</text>'
            )
        return f'<g id="scores">{"".join(found)}</g>'


_EMPTY = '<use class="gone" href="#wp-card"/>'
_BACK = '<use href="#wp-back"/>'
_FRAME = '<rect class="frame" x="1" y="1" width="58" height="58" rx="3"/>'


def _held(where: str, hand: Sequence[dict[str, str] | None]) -> list[tuple[str, str]]:
    """The cards of a hand with the ids of their places."""
    return [(f"{where}-{place}", slot["card"]) for place, slot in enumerate(hand) if slot is not None]


def _laid_out(drawn: Sequence[tuple[str, str]]) -> str:
    """Cards in rows, as large as they fit, each in a group with its id."""
    count = max(len(drawn), HAND)
    size, across = max(
        (min(LARGEST_CARD / rows - 6 * (rows > 1), INNER / across - 12), across)
        for rows in (1, 2, 3)
        for across in [-(-count // rows)]
    )
    left = (WIDTH - min(across, len(drawn)) * (size + 12) + 12) / 2
    return "".join(
        f'<g id="{key}" transform="translate({left + n % across * (size + 12):.4g} '
        f'{HAND_TOP + 32 + n // across * (size + 6):.4g})scale({size / CARD:.3g})">{face}</g>'
        for n, (key, face) in enumerate(drawn)
    )


def _placement(laid: str) -> tuple[str, int, int, int]:
    card, _, place = laid.partition("@")
    spot, _, turn = place.partition("/")
    return card, *_point(spot), int(turn)


def _point(text: str) -> Place:
    x, _, y = text.partition(",")
    return int(x), int(y)


def _span(values: Iterable[int], half: int) -> tuple[int, int]:
    """From where to where the table is shown, along one side."""
    found = list(values) or [0]
    low, high = min(found) - MARGIN, max(found) + 1 + MARGIN
    short = max(0, LEAST_CELLS - (high - low))
    return max(low - short // 2, -half), min(high + short - short // 2, half)
