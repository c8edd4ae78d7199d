"""Plots of what the arena shows: shares of the wins and ratings, with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from parlor.arena.export import write_whole
from parlor.arena.summary import Summary

SUFFIXES = (".png", ".svg")
RED, INK, PALE = "#a3231b", "#2b1b08", "#b99a6b"

Bar = tuple[str, float, float, float]
"""A name, a value, and the bounds of its interval."""


def plot(summary: Summary, title: str, words: Callable[[str], str], path: Path) -> None:
    """Draw shares and ratings side by side into a PNG or SVG file; `words` says what the axes show."""
    figure, (left, right) = figure_of(2, len(summary.bots))
    shares = [(line.name, line.share, line.low, line.high) for line in summary.bots]
    draw_bars(left, shares, words("share"), summary.fair)
    left.set_xlim(0, 1)
    draw_bars(right, [(one.name, one.rating, one.low, one.high) for one in summary.ratings], words("rating"))
    right.set_yticklabels([])
    figure.suptitle(title, color=INK)
    save(figure, path)


def figure_of(columns: int, rows: int) -> tuple[Any, Any]:
    """A figure of so many panels beside each other, high enough for so many rows, drawn without a screen."""
    # Optional: only plots need it.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(1 + 4.5 * columns, 1.4 + 0.42 * rows), layout="constrained")
    return figure, figure.subplots(1, columns, squeeze=False)[0]


def draw_bars(axes: Any, bars: Sequence[Bar], label: str, fair: float | None = None) -> None:
    """Values as dots with their intervals, the first at the top, and a line where all would be equal."""
    places = list(range(len(bars) - 1, -1, -1))
    values = [value for _, value, _, _ in bars]
    below = [max(0.0, value - low) for _, value, low, _ in bars]
    above = [max(0.0, high - value) for _, value, _, high in bars]
    if fair is not None:
        axes.axvline(fair, color=PALE, linestyle="--", linewidth=1)
    axes.errorbar(values, places, xerr=[below, above], fmt="o", color=RED, ecolor=INK, capsize=4, elinewidth=1.2)
    axes.set_yticks(places, [name for name, _, _, _ in bars])
    axes.set_ylim(-0.6, len(bars) - 0.4)
    axes.set_xlabel(label)
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)


def save(figure: Any, path: Path) -> None:
    """Write a figure, the same bytes for the same figure."""
    # Optional, as above.
    from matplotlib import rc_context

    metadata: dict[str, Any] = {"Date": None} if path.suffix == ".svg" else {"Software": None}
    with rc_context({"svg.hashsalt": "parlor", "svg.fonttype": "none"}):
        write_whole(path, lambda draft: figure.savefig(draft, format=path.suffix[1:], dpi=150, metadata=metadata))
