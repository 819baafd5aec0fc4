"""MaskablePPO of sb3-contrib learns one seat against `easy` bots: `sb3_masked_ppo.py [GAME]`."""

from __future__ import annotations

import sys

import gymnasium
from sb3_contrib import MaskablePPO

from microciv.adapters.gymnasium import identity


def main(game: str = "5x") -> None:
    """A few hundred decisions, then a match played out by what was learned."""
    env = gymnasium.make(identity(game), bots="easy")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=128, batch_size=64, seed=1)
    model.learn(384)
    seen, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
        seen, _reward, terminated, _truncated, info = env.step(int(action))
        assert not info["illegal"]
    print(f"{model.num_timesteps} decisions; places in a match afterwards: {info['places']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
