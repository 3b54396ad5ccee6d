"""Many matches at once for Stable-Baselines3: `zashiki.gymnasium.BatchEnv` as a `VecEnv`.

    from sb3_contrib import MaskablePPO
    from zashiki.sb3 import VecEnv

    env = VecEnv(64, "kokyu", bots="greedy")
    model = MaskablePPO("MlpPolicy", env)
    model.learn(100_000)

Masks come from `env_method("action_masks")`, which MaskablePPO of sb3-contrib calls. Observations
are flat by default, for `MlpPolicy`; with `flat=False` they are dicts, for `MultiInputPolicy`.

It needs `pip install stable-baselines3`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from ._optional import missing

try:
    import gymnasium
    from stable_baselines3.common import monitor, vec_env
except ModuleNotFoundError as error:
    raise missing(error, "sb3") from error

import numpy as np
import numpy.typing as npt

from ._validate import Form, Observed, refused
from ._zashiki import Game
from .gymnasium import BatchEnv, Rotating
from .opponents import Opponent


class VecEnv(vec_env.VecEnv):
    """Many matches at once, with one learning seat, for Stable-Baselines3.

    A match that ends is replaced in the same step. Its info then has `terminal_observation`,
    `TimeLimit.truncated`, which is always false, and `episode`, as Stable-Baselines3's `Monitor`
    writes it: reward `r`, length `l` and time `t`.

    Arguments are those of `zashiki.gymnasium.BatchEnv`, but observations are flat by default.
    """

    def __init__(
        self,
        num_envs: int,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        seat: int | Rotating | None = "rotating",
        bots: str | Sequence[str] | None = None,
        opponents: Opponent | Sequence[Opponent] | None = None,
        form: Form | None = None,
        threads: int | None = None,
        flat: bool = True,
    ) -> None:
        self.env = BatchEnv(
            num_envs,
            game,
            seats=seats,
            seat=seat,
            bots=bots,
            opponents=opponents,
            form=form,
            threads=threads,
            flat=flat,
        )
        """The environment that has the matches."""
        self._actions: npt.NDArray[Any] = np.zeros(num_envs, np.int64)
        self._lengths = np.zeros(num_envs, np.int64)
        self._begun = time.time()
        spaces = self.env.single_observation_space, self.env.single_action_space
        super().__init__(num_envs, *spaces)

    def reset(self) -> Observed:
        """Replace all matches by new ones, by the seed of the last call of `seed`."""
        seen, _ = self.env.reset(seed=self._seeds[0])
        self._lengths[:] = 0
        self._begun = time.time()
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Keep the numbers for `step_wait`."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[Observed, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Apply a number in each match; on an illegal one it raises and no match changes."""
        seen, rewards, ended, _, info = self.env.step(self._actions)
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for match in np.flatnonzero(ended):
            infos[match] = {
                "terminal_observation": info["final_obs"][match],
                "TimeLimit.truncated": False,
                "episode": {
                    "r": float(rewards[match]),
                    "l": int(self._lengths[match]),
                    "t": round(time.time() - self._begun, 6),
                },
            }
        self._lengths[ended] = 0
        return seen, rewards, ended, infos

    def close(self) -> None:
        """Close the environment that has the matches."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: int | Sequence[int] | None = None) -> list[Any]:
        """The attribute of the batch, once for each of these matches.

        :raises AttributeError: if the batch has no such attribute.
        """
        value = getattr(self.env, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(
        self, attr_name: str, value: object, indices: int | Sequence[int] | None = None
    ) -> None:
        """Set an attribute of the batch, for all matches together.

        :raises BadInput: if `indices` are not those of all matches.
        """
        if sorted(self._get_indices(indices)) != list(range(self.num_envs)):
            raise refused(
                f"The plays of a batch share {attr_name!r}; set it without indices.",
                f"{attr_name!r} はすべてのプレイに共通です。indices なしで設定してください。",
            )
        setattr(self.env, attr_name, value)

    def env_method(
        self,
        method_name: str,
        *method_args: Any,  # noqa: ANN401
        indices: int | Sequence[int] | None = None,
        **method_kwargs: Any,  # noqa: ANN401
    ) -> list[Any]:
        """Call `action_masks` of these matches.

        :raises AttributeError: for another method: matches of a batch have no other.
        """
        if method_name != "action_masks":
            raise AttributeError(
                f"The matches of a batch have only the method action_masks, not {method_name}. "
                "Call methods of the batch on env.env."
            )
        masks = self.env.action_masks(*method_args, **method_kwargs)
        return [masks[match] for match in self._get_indices(indices)]

    def env_is_wrapped(
        self,
        wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]],
        indices: int | Sequence[int] | None = None,
    ) -> list[bool]:
        """True for `Monitor`, whose statistics of episodes the infos have, and no other wrapper."""
        reports = issubclass(monitor.Monitor, wrapper_class)
        return [reports for _ in self._get_indices(indices)]
