#!/usr/bin/env python3
"""A bot for Parlor in plain Python: any legal move, chosen part by part where there are very many.

    parlor arena pizza-theory greedy exec:examples/mybot.py --games 20

Replace `choose` by something cleverer: `asked["view"]` holds all that your seat knows.
"""

import json
import random
import sys


def say(message):
    """Write one line, and let it out at once: whoever waits for it waits for the end of the line."""
    print(json.dumps(message), flush=True)


def ask(question):
    """Ask about the legal moves, and read the answer."""
    say(question)
    return json.loads(sys.stdin.readline())


def pick_by_parts(rng):
    """Build a move from parts, when there are too many moves to list."""
    picked = []
    while True:
        answer = ask({"do": "parts", "picked": picked})
        if not answer["parts"]:
            return answer["move"]
        picked.append(rng.choice(answer["parts"]))


def choose(asked):
    """The move to play. The seed makes the same game come out the same."""
    rng = random.Random(asked["seed"])
    if "legal" in asked:
        return rng.choice(asked["legal"])
    return pick_by_parts(rng)


def main():
    """Answer until the input ends, which is when the game is over."""
    for line in sys.stdin:
        say({"do": "play", "move": choose(json.loads(line))})


if __name__ == "__main__":
    main()
