"""Random games of other systems, timed: NAME SECONDS. Prints the decisions made and the CPU seconds they took."""

from __future__ import annotations

import random
import sys
import time
from typing import Any

SAMPLE = 200
ROLLOUTS = 100


def spiel_game(name: str) -> Any:
    """An OpenSpiel game by its name."""
    import pyspiel

    return pyspiel.load_game(name)


def step_through(game: Any, rng: random.Random) -> int:
    """One OpenSpiel game stepped from Python; returns its decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        elif state.is_simultaneous_node():
            joint = [rng.choice(state.legal_actions(player)) for player in range(game.num_players())]
            state.apply_actions(joint)
            decisions += len(joint)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def spiel_stepped(name: str, seconds: float) -> tuple[float, float]:
    """OpenSpiel's C++ game stepped from Python."""
    game = spiel_game(name)
    rng = random.Random(1)
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        decisions += step_through(game, rng)
    return decisions, time.process_time() - start


def spiel_rolled_out(name: str, seconds: float) -> tuple[float, float]:
    """OpenSpiel's C++ game rolled out in C++ (a simultaneous game in its turn-based form)."""
    import pyspiel

    game = spiel_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    rng = random.Random(1)
    length = sum(step_through(game, rng) for _ in range(SAMPLE)) / SAMPLE
    # One simulation of its tree search is a rollout from the root: the only way to its rollouts from Python.
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        bot.step(state)
        games += ROLLOUTS
    return games * length, time.process_time() - start


def pettingzoo_connect_four(seconds: float) -> tuple[float, float]:
    """PettingZoo's connect_four."""
    from pettingzoo.classic import connect_four_v3

    rng = random.Random(1)
    environment = connect_four_v3.env()
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        environment.reset()
        for _ in environment.agent_iter():
            observation, _, ended, cut_short, _ = environment.last()
            if ended or cut_short:
                environment.step(None)
                continue
            mask = observation["action_mask"]
            environment.step(rng.choice([action for action in range(7) if mask[action]]))
            decisions += 1
    return decisions, time.process_time() - start


def catanatron(seconds: float) -> tuple[float, float]:
    """Four random players of catanatron."""
    from catanatron import Color, Game, RandomPlayer

    random.seed(1)
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        decisions += len(game.state.actions)
    return decisions, time.process_time() - start


def main() -> None:
    """Run what the command line says."""
    name, seconds = sys.argv[1], float(sys.argv[2])
    if name == "pettingzoo":
        print(*pettingzoo_connect_four(seconds))
    elif name == "catanatron":
        print(*catanatron(seconds))
    else:
        way, game = name.split(":")
        print(*{"stepped": spiel_stepped, "rolled-out": spiel_rolled_out}[way](game, seconds))


if __name__ == "__main__":
    main()
