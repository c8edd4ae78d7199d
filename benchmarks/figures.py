"""How plots are written: as SVG that is the same, byte for byte, for the same figures."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "parlor"


def save(figure: Figure, path: Path) -> None:
    """Write a figure without the date on which it was made."""
    figure.savefig(path, metadata={"Date": None})
