"""OpenSpiel's search and playouts of connect four, run when asked and timed.

The work itself is C++: pyspiel binds MCTSBot and RandomRolloutEvaluator. Reads a line for each
piece of work and answers with the seconds it took:

    search SIMULATIONS ROLLOUTS COLUMNS   one decision after the stones in these columns, from 0, each
                                          leaf evaluated by ROLLOUTS random playouts; "-" for no stones
"""

import sys
import time

import pyspiel

GAME = pyspiel.load_game("connect_four")


def search(simulations, rollouts, columns):
    state = GAME.new_initial_state()
    for column in columns:
        state.apply_action(int(column))
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(
        GAME,
        evaluator,
        uct_c=2.0,
        max_simulations=simulations,
        max_memory_mb=1000,
        solve=False,
        seed=1,
        verbose=False,
    )
    begin = time.perf_counter()
    bot.step(state)
    return time.perf_counter() - begin


for line in sys.stdin:
    work, simulations, rollouts, columns = line.split()
    assert work == "search", work
    stones = "" if columns == "-" else columns
    print(search(int(simulations), int(rollouts), stones), flush=True)
