"""What is typed as `--option name=value`, and positions as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from parlor.core.errors import BadOption, BadPosition
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.state import State


def named_options(game: Game, texts: Sequence[str]) -> Data:
    """The options that these texts give; the game says whether it has them and allows their values."""
    options: Data = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption("cli.option", text=text[:40], known=[option.name for option in game.options])
        options[name.strip()] = _value(value.strip())
    return options


def _value(text: str) -> object:
    """A number, true, false or null as JSON has them; any other text is itself."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, int | bool | None) else text


def read_position(game: Game, text: str) -> State:
    """The position in a JSON file, or in the text itself if it begins with a brace."""
    if not text.lstrip().startswith("{"):
        try:
            text = Path(text).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadPosition("record.missing", path=text, problem=str(error)) from error
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition("cli.not-json", problem=str(error)[:80]) from error
    if not isinstance(data, dict):
        raise BadPosition("position.data", found=type(data).__name__)
    return game.load(data)
