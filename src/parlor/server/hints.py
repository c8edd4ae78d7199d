"""Hints: what a bot thinks of a seat's own moves, told to whoever holds that seat and to nobody else."""

from __future__ import annotations

from collections.abc import Mapping

from parlor.bots import ADVISER
from parlor.core.errors import StaleMove
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.words import Message, say
from parlor.server.drawing import label
from parlor.server.errors import Refused
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.limits import Buckets
from parlor.server.thinking import Thinkers

MOST_SHOWN = 8


class Hints:
    """Gives hints, so many a minute to each address, and to each seat one at a time."""

    def __init__(self, hosting: Hosting, thinkers: Thinkers, a_minute: float) -> None:
        self.hosting = hosting
        self.thinkers = thinkers
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
            view = hosted.table.view(seat).dump()
            thought = await self.thinkers.consider(hosted.about.game, view, ADVISER, MOST_SHOWN)
        finally:
            self._asking.discard(asking)
        if hosted.table.opened(seat) != opened:
            raise StaleMove("move.closed", seat=seat)
        return {"hint": in_words(hosted.table.game, thought, language, hosted.table.seating.names)}


def in_words(game: Game, thought: Data, language: str, names: Mapping[int, str]) -> Data:
    """A thought with its moves in words, and a sentence that sums it up."""
    for one in thought["estimates"]:
        one["says"] = _words(game, one["move"], one["parts"], language, names)
    best = next((one for one in thought["estimates"] if one["move"] == thought["move"]), None)
    move = _words(game, thought["move"], [] if best is None else best["parts"], language, names)
    told = Message("server.hint", move=move)
    if best is not None and best["visits"]:
        percent, give_or_take = round(100 * best["value"]), max(1, round(100 * best["error"]))
        told = Message("server.hint-chance", move=move, chance=percent, error=give_or_take)
    return {**thought, "text": say(told, language)}


def _words(game: Game, move: str, parts: list[str], language: str, names: Mapping[int, str]) -> str:
    """A move in words: as a whole if the game has words for it, or else part by part."""
    whole = label(game, move, language, names)
    if whole != move or len(parts) < 2:
        return whole
    return " ".join(label(game, part, language, names) for part in parts)
