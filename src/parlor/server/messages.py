"""Every message that crosses the wire, checked as it comes in. docs/wire-protocol.md has them with examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from parlor.core.words import LANGUAGES

if TYPE_CHECKING:
    Language = str
else:  # one of them, as msgspec checks it
    Language = Literal[LANGUAGES]
Name = Annotated[str, msgspec.Meta(max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=100)]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]


class ClockSettings(msgspec.Struct, forbid_unknown_fields=True):
    """Thinking time in seconds."""

    seconds: Annotated[float, msgspec.Meta(gt=0, le=86_400)]
    increment: Annotated[float, msgspec.Meta(ge=0, le=3_600)] = 0.0


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to sit in a seat. Seats of people with the same `holder` share one link, as on one screen.

    The first of people is the host's; the others are kept for whoever is invited to them.
    """

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
    host: SeatNumber | None = None
    """Which of the seats of people is the host's, if not the first."""


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down by an invitation, or else on an open seat: the one that is named, or any."""

    invitation: Token | None = None
    seat: SeatNumber | None = None
    name: Name | None = None


class Invitation(msgspec.Struct, forbid_unknown_fields=True):
    """What an invite link holds."""

    invitation: Token


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

    With a language, frames hold drawings and words for a page in the place of plain views and events. The commitment is
    to a nonce that the client has made for these seats, the SHA-256 of its text.
    """

    token: Token | None = None
    language: Language | None = None
    commitment: Hex | None = None


class Here(Do):
    """Whether the server is: a browser cannot ping."""


class Commit(Do, kw_only=True):
    """Commit to another nonce, where all begin anew because somebody has left before the deal."""

    commitment: Hex


class Reveal(Do, kw_only=True):
    """The nonce that this seat has committed to: once all have revealed theirs, the deal is made."""

    nonce: Hex


PartText = Annotated[str, msgspec.Meta(max_length=60)]


class Play(Do, kw_only=True):
    """A move for the decision that opened at this line."""

    move: Annotated[str, msgspec.Meta(max_length=200)]
    line: Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]


class Parts(Do):
    """What may be picked next in a move chosen part by part."""

    picked: Annotated[list[PartText], msgspec.Meta(max_length=40)] = []
    without: PartText | None = None


class Why(Do, kw_only=True):
    """Why a move is not legal, in the engine's words."""

    move: Annotated[str, msgspec.Meta(max_length=200)]


class Hint(Do):
    """What a bot thinks of this seat's moves."""


class Look(Do, kw_only=True):
    """The board as it was after a line, drawn for this seat or for a spectator."""

    line: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Log(Do):
    """All that has happened, in words."""


class Chat(Do):
    """Say something to everybody at the table: a phrase that everybody reads in their language, or a text."""

    phrase: Literal["hello", "nice", "oops", "thinking", "hungry", "thanks", "again"] | None = None
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Undo(Do):
    """Take back this seat's last move, or ask the others to agree."""


class Agree(Do):
    """Agree to what somebody asks: to take a move back, to open a bot's seat, to remove somebody."""


class Disagree(Do):
    """Let all stay as it is."""


class Place(Do, kw_only=True):
    """As the host, put a bot on an open seat, or without a bot open a bot's seat: after the first play if all agree."""

    at: SeatNumber
    bot: Name | None = None


class Remove(Do, kw_only=True):
    """As the host, remove somebody: before the game begins the seat is open, later a bot plays on if others agree."""

    at: SeatNumber


class Invite(Do):
    """A new link to a seat, which ends any other: to one's own, to play elsewhere, or for the host to an open one."""

    at: SeatNumber | None = None


class Rename(Do, kw_only=True):
    """What whoever sits here is called from now on; without a name, by the seat."""

    name: Name = ""


class Resign(Do):
    """Give up."""


class End(Do):
    """End the game for everybody, as long as no person has moved."""


class Rematch(Do):
    """Ask for the same game again, which is set when everybody here has asked; then, ask for the own token there."""


Wish = (
    Hello
    | Here
    | Commit
    | Reveal
    | Play
    | Parts
    | Why
    | Hint
    | Look
    | Log
    | Chat
    | Rename
    | Undo
    | Agree
    | Disagree
    | Place
    | Remove
    | Invite
    | Resign
    | End
    | Rematch
)
parse_wish = msgspec.json.Decoder(Wish).decode
encode = msgspec.json.Encoder().encode
