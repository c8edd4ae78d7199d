"""How much each feature of a seat promises the win: learned by `python -m benchmarks.learn_wicked_pizza`."""

from __future__ import annotations

FEATURES = (
    "points",
    "bonuses",
    "wilds",
    "cheeses",
    "others",
    "cards",
    "best",
    "second",
    "best_second",
    "second_second",
    "best_later",
    "is_next",
    "is_second",
)
# By seats, then by feature: what counts always, by the token left, and by its root.
WEIGHTS: dict[int, list[tuple[float, float, float]]] = {
    2: [
        (0.1518, 0.6417, 0.6861),  # points
        (-1.2494, -1.9552, 3.2900),  # bonuses
        (0.0858, 0.3913, 0.0075),  # wilds
        (0.1109, -0.2594, 0.8636),  # cheeses
        (-0.1214, -1.1738, 1.4663),  # others
        (-0.1437, -0.2954, 0.1546),  # cards
        (-0.0639, -0.2091, 1.0474),  # best
        (0.0612, 0.0514, 0.0215),  # second
        (-0.0448, -0.3748, 0.3986),  # best_second
        (0.0807, 0.0132, -0.0208),  # second_second
        (0.0000, 0.0000, 0.0000),  # best_later
        (0.0405, -0.0668, -0.1497),  # is_next
        (-0.0405, 0.0668, 0.1497),  # is_second
    ],
    3: [
        (0.0937, 0.5881, 0.9739),  # points
        (-0.0699, 0.0600, 0.0726),  # bonuses
        (-0.1428, -1.0914, 1.1150),  # wilds
        (0.0086, -0.7921, 1.3720),  # cheeses
        (0.1571, 0.7550, -0.5516),  # others
        (-0.0538, 0.1561, -0.1168),  # cards
        (0.2088, 1.1080, 0.0571),  # best
        (-0.2940, -1.2477, 1.3820),  # second
        (-0.1067, -0.3573, 0.8466),  # best_second
        (-0.0163, -0.4292, 0.4173),  # second_second
        (0.0421, 0.0850, 0.0004),  # best_later
        (0.0844, -0.3926, -0.2856),  # is_next
        (0.0794, -0.0954, -0.1338),  # is_second
    ],
    4: [
        (0.1287, 0.5993, 0.9723),  # points
        (-0.2959, -0.8791, 0.8401),  # bonuses
        (-0.5338, -2.1398, 2.7303),  # wilds
        (-0.2217, -1.9878, 2.7858),  # cheeses
        (-0.1674, -1.0358, 1.1466),  # others
        (0.0493, 0.1520, -0.2329),  # cards
        (0.0566, 0.4176, 0.8528),  # best
        (-0.0033, -0.8698, 0.4616),  # second
        (-0.2110, -0.9781, 1.5289),  # best_second
        (-0.0484, -0.6212, 0.4038),  # second_second
        (0.1950, 0.1172, -0.3563),  # best_later
        (0.2180, 0.5022, -1.1107),  # is_next
        (0.3584, 1.0480, -1.2794),  # is_second
    ],
}
