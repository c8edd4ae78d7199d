"""How much toppings promise the win: learned by `benchmarks/learn_pizza_theory.py` from games of search."""

from __future__ import annotations

from typing import Final

# What every topping promises its colour, how much less each further one does, and what those beside one of their own
# colour promise besides, for two and for three seats. The unselected colour does not try to win.
TOPPING_OF_TWO: Final = 0.627
FURTHER_OF_TWO: Final = 0.0152
BESIDE_OF_TWO: Final = 0.04
UNSELECTED_OF_TWO: Final = 3.027
TOPPING_OF_THREE: Final = 0.344
FURTHER_OF_THREE: Final = 0.0072
BESIDE_OF_THREE: Final = 0.072
