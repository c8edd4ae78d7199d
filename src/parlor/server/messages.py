"""Every message that crosses the wire, checked as it comes in. docs/wire-protocol.md has them with examples."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from parlor.core.words import LANGUAGES

if TYPE_CHECKING:
    Language = str
else:  # one of them, as msgspec checks it
    Language = Literal[LANGUAGES]
Name = Annotated[str, msgspec.Meta(max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=100)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]


class ClockSettings(msgspec.Struct, forbid_unknown_fields=True):
    """Thinking time in seconds."""

    seconds: Annotated[float, msgspec.Meta(gt=0, le=86_400)]
    increment: Annotated[float, msgspec.Meta(ge=0, le=3_600)] = 0.0


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to sit in a seat. Seats of people with the same `holder` share one link, as on one screen."""

    kind: Literal["human", "bot", "open"] = "open"
    name: Name | None = None
    bot: Name | None = None
    holder: Name | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a host asks for."""

    game: Name
    seats: Annotated[list[NewSeat], msgspec.Meta(min_length=1, max_length=10)]
    options: dict[str, Any] = {}
    clock: ClockSettings | None = None
    spectators: bool = True
    listed: bool = False
    hints: bool | None = None


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down on an open seat: the one that is named, or any."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Webhook(msgspec.Struct, forbid_unknown_fields=True):
    """Where to tell a seat that it is its turn; null to stop."""

    token: Token
    seat: SeatNumber
    url: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class Do(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """What somebody on a socket wants. `seat` says for which of their seats; `note` comes back with the answer."""

    seat: SeatNumber = 0
    note: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None


class Hello(Do):
    """The first message: with a token for its seats, without one to look on.

    With a language, frames hold drawings and words for a page in the place of plain views and events.
    """

    token: Token | None = None
    language: Language | None = None


class Play(Do, kw_only=True):
    """A move for the decision that opened at this line."""

    move: Annotated[str, msgspec.Meta(max_length=200)]
    line: int


class Parts(Do):
    """What may be picked next in a move chosen part by part."""

    picked: Annotated[list[Annotated[str, msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=40)] = []


class Hint(Do):
    """What a bot thinks of this seat's moves."""


class Look(Do, kw_only=True):
    """The board as it was after a line, drawn for this seat or for a spectator."""

    line: Annotated[int, msgspec.Meta(ge=0)]


class Log(Do):
    """All that has happened, in words."""


class Chat(Do):
    """Say something to everybody at the table: a phrase that everybody reads in their language, or a text."""

    phrase: Literal["hello", "nice", "oops", "thinking", "hungry", "thanks", "again"] | None = None
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Undo(Do):
    """Take back this seat's last move, or ask the others to agree."""


class Agree(Do):
    """Agree to the move that somebody asks to take back."""


class Disagree(Do):
    """Let the move stand that somebody asks to take back."""


class Place(Do, kw_only=True):
    """As the host, put a bot on an open seat, or without a bot open a bot's seat."""

    at: SeatNumber
    bot: Name | None = None


class Resign(Do):
    """Give up."""


class Rematch(Do):
    """Ask for the same game again; it is set when everybody has asked who is here."""


Wish = Hello | Play | Parts | Hint | Look | Log | Chat | Undo | Agree | Disagree | Place | Resign | Rematch
parse_wish = msgspec.json.Decoder(Wish).decode
encode = msgspec.json.Encoder().encode


def clean_name(name: str | None) -> str | None:
    """A name without what does not show, or None if nothing is left."""
    if name is None:
        return None
    shown = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C")
    return " ".join(shown.split()) or None
