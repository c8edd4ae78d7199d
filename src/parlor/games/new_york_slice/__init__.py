"""New York Slice by Jeffrey Allers: I cut, you choose, for two to six around one pizza."""

from parlor.games.new_york_slice.game import NEW_YORK_SLICE as GAME

__all__ = ["GAME"]
