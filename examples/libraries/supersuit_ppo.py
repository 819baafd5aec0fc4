"""SuperSuit makes one vector of all seats of several matches, and PPO of stable-baselines3 learns
all of them: `supersuit_ppo.py [GAME]`.

This PPO knows no masks: where it chooses what is not legal, the game plays its time-out move.
"""

from __future__ import annotations

import sys

import supersuit
from stable_baselines3 import PPO

from microciv.adapters.pettingzoo import parallel_env


def main(game: str = "5x") -> None:
    """A few hundred decisions."""
    each = supersuit.pettingzoo_env_to_vec_env_v1(parallel_env(game))
    rows = supersuit.concat_vec_envs_v1(each, 2, num_cpus=1, base_class="stable_baselines3")
    model = PPO("MultiInputPolicy", rows, n_steps=32, batch_size=64)
    model.learn(384)
    print(f"{model.num_timesteps} decisions of {rows.num_envs} rows")
    rows.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
