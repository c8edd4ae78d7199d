"""Everything that can be wrong with what comes in. Each error is a message that says what would be right."""

from __future__ import annotations

from typing import Any

from parlor.core.words import Message, say


class ParlorError(Exception):
    """Wrong input. Nothing was changed by it."""

    def __init__(self, id: str, **params: Any) -> None:
        super().__init__(id)
        self.message = Message(id, **params)

    def __str__(self) -> str:
        return say(self.message)


class UnknownGame(ParlorError):
    """No game of this name is registered."""


class UnknownBot(ParlorError):
    """No bot of this name is registered."""


class BadOption(ParlorError):
    """An option or seat count that the game does not have."""


class BadMove(ParlorError):
    """A text that is no move of the game."""


class IllegalMove(ParlorError):
    """A move that the rules do not allow now, or not to this seat."""


class StaleMove(ParlorError):
    """A move chosen for a decision that is no longer open."""


class BadPosition(ParlorError):
    """Data that describes no position of the game."""


class BadRecord(ParlorError):
    """A file that is no record, or a record that does not replay."""


class NotYet(ParlorError):
    """Something that may be had only once the game is over."""
