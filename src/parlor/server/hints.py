"""Hints: what a bot thinks of a seat's own moves, told to whoever holds that seat and to nobody else."""

from __future__ import annotations

from parlor.bots import ADVISER
from parlor.core.errors import StaleMove
from parlor.core.fields import Data
from parlor.core.view import View
from parlor.core.words import Message, say
from parlor.server.drawing import label, within
from parlor.server.errors import Refused
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.limits import Buckets
from parlor.server.workers import Workers

MOST_SHOWN = 8


class Hints:
    """Gives hints, so many a minute to each address, and to each seat one at a time."""

    def __init__(self, hosting: Hosting, workers: Workers, a_minute: float) -> None:
        self.hosting = hosting
        self.workers = workers
        self._addresses = Buckets(a_minute / 60, max(1.0, a_minute / 4))
        self._asking: set[tuple[str, int]] = set()

    async def give(self, hosted: Hosted, seat: int, address: str, language: str) -> Data:
        """What the adviser thinks of the decision that this seat has to make now."""
        await self.hosting.settle(hosted)
        if not hosted.has_hints:
            raise Refused("server.hints-off")
        opened = hosted.table.opened(seat)
        if opened is None or seat not in hosted.table.to_act:
            raise Refused("server.hint-turn")
        asking = hosted.id, seat
        if asking in self._asking or not self._addresses.take(address):
            raise Refused("server.too-many-hints")
        self._asking.add(asking)
        try:
            view = hosted.table.view(seat)
            thought = await self.workers.consider(address, hosted.about.game, view.dump(), ADVISER, MOST_SHOWN)
        finally:
            self._asking.discard(asking)
        if hosted.table.opened(seat) != opened:
            raise StaleMove("move.closed", seat=seat)
        return {"hint": in_words(view, thought, language)}


def in_words(view: View, thought: Data, language: str) -> Data:
    """A thought with its moves in words, each with one number and its name, and a sentence that sums it up."""
    for one in thought["estimates"]:
        one["says"] = _words(view, one["move"], one["parts"], language)
        one["number"] = _number(one, thought["mixed"], language)
    best = next((one for one in thought["estimates"] if one["move"] == thought["move"]), None)
    move = within(_words(view, thought["move"], [] if best is None else best["parts"], language))
    told = Message("server.hint", move=move)
    if best is not None and best["number"]:
        kind = "server.hint-mix" if thought["mixed"] else "server.hint-chance"
        told = Message(kind, move=move, number=best["number"])
    return {**thought, "text": say(told, language)}


def _number(one: Data, mixed: bool, language: str) -> str:
    """How often the house would play a move of a mix, or the chance to win that it sees in it, if it has tried."""
    if mixed:
        return say(Message("server.hint-often", percent=round(100 * one["share"])), language)
    if not one["visits"]:
        return ""
    return say(Message("server.hint-win", percent=round(100 * one["value"])), language)


def _words(view: View, move: str, parts: list[str], language: str) -> str:
    """A move in words: as a whole if the game has words for it, or else part by part."""
    whole = label(view, move, language)
    if whole != move or len(parts) < 2:
        return whole
    return " ".join(label(view, part, language, parts[:index]) for index, part in enumerate(parts))
