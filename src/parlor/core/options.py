"""What a table may choose before the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from parlor.core.errors import BadOption
from parlor.core.fields import is_one_of, is_plain, plainness, shown


class Option:
    """Something that a table may choose before the game."""

    def __init__(
        self,
        name: str,
        default: object,
        values: Sequence[object] | None = None,
        seats: Sequence[int] | None = None,
        aliases: Mapping[str, object] | None = None,
        file: bool = False,
        many: Sequence[str] = (),
        words: str = "",
    ) -> None:
        """`values` are the allowed ones (None: the game checks), `seats` the seat counts that have the option.

        The value may be the path of a `file` on this machine, which nobody elsewhere may have opened, or a list of some
        of `many` names. `words` is where the catalogues say the values, if not as `{game}.set.{option}-{value}`.
        """
        self.name = name
        self.default = default
        self.values = values
        self.seats = seats
        self.aliases = dict(aliases or {})
        self.file = file
        self.many = many
        self.words = words

    def checked(self, value: Any) -> Any:
        """The value itself, or the one that its alias stands for; an error if it is not allowed."""
        if value is self.default:
            return value
        if isinstance(value, str) and value in self.aliases:
            value = self.aliases[value]
        if self.values is None:
            if not is_plain(value) and not (self.file and isinstance(value, PurePath)):
                raise BadOption("option.plain", option=self.name, problem=plainness())
            return value
        if is_one_of(value, [self.default]) or is_one_of(value, self.values):
            return value
        raise BadOption("option.value", option=self.name, value=shown(value, 40), allowed=self.allowed)

    def names_file(self, value: object) -> bool:
        """Whether this is the path of a file, not what is in it: it is opened only for who sits at this machine."""
        return self.file and isinstance(value, str) and "\n" not in value

    @property
    def allowed(self) -> str:
        """The allowed values, for people."""
        if isinstance(self.values, range):
            return ", ".join([f"{self.values.start}–{self.values.stop - 1}", *self.aliases])
        return ", ".join([*map(str, self.values or ()), *self.aliases])
