"""Five Japanese tabletop games, played exactly as their rulebooks say, and bots for them.

>>> import zashiki
>>> game = zashiki.Game("kokyu")
>>> state = game.new_initial_state(seed=1)
>>> while not state.is_over:
...     seat = state.current_players[0]
...     state.step(seat, state.legal(seat)[0])
>>> state.returns()
[1.0, -1.0]
"""

from . import benchmark as benchmark
from . import small as small
from ._animate import animate
from ._zashiki import (
    BadInput,
    Batch,
    Bot,
    Chance,
    Game,
    Illegal,
    InternalError,
    State,
    Walk,
    __version__,
    balance,
    games,
    ladder,
    simulate,
    solve,
    train,
)
from .benchmark import evaluate

__all__ = [
    "BadInput",
    "Batch",
    "Bot",
    "Chance",
    "Game",
    "Illegal",
    "InternalError",
    "State",
    "Walk",
    "__version__",
    "animate",
    "balance",
    "evaluate",
    "games",
    "ladder",
    "simulate",
    "solve",
    "train",
]
