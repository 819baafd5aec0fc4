"""PPO of Ray RLlib: one seat with masks against `easy` bots, and all seats of PettingZoo's form at
once: `rllib_ppo.py [GAME]`.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium.spaces import Box, Dict
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.connectors.env_to_module import FlattenObservations
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from microciv.adapters.gymnasium import identity
from microciv.adapters.pettingzoo import parallel_env


def alone(config: dict[str, Any]) -> Any:  # noqa: ANN401  # of Gymnasium
    """One seat, whose row and mask have the names and types that RLlib's module wants."""
    env: Any = gymnasium.make(identity(config["game"]), bots="easy")
    row, mask = env.observation_space["observation"], env.observation_space["action_mask"]
    return TransformObservation(
        env,
        lambda seen: {
            "observations": seen["observation"],
            "action_mask": seen["action_mask"].astype(np.float32),
        },
        Dict({"observations": row, "action_mask": Box(0, 1, mask.shape, np.float32)}),
    )


def usual(name: str, game: str) -> PPOConfig:
    """A small PPO in this process alone."""
    return (
        PPOConfig()
        .environment(name, env_config={"game": game})
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .training(train_batch_size_per_learner=256, minibatch_size=64, num_epochs=1)
    )


def masked(game: str) -> PPOConfig:
    """One seat, with masks."""
    sizes = DefaultModelConfig(fcnet_hiddens=[64], head_fcnet_hiddens=[])
    spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=sizes)
    return usual("alone", game).rl_module(rl_module_spec=spec)


def together(game: str) -> PPOConfig:
    """All seats share a policy."""

    def flat(*_: Any, **__: Any) -> FlattenObservations:  # noqa: ANN401  # Ray asks for it so
        return FlattenObservations(multi_agent=True)

    return (
        usual("together", game)
        .env_runners(env_to_module_connector=flat)
        .multi_agent(policies={"everybody"}, policy_mapping_fn=lambda *_, **__: "everybody")
    )


def main(game: str = "5x") -> None:
    """A batch of each."""
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    register_env("alone", alone)
    register_env("together", lambda config: ParallelPettingZooEnv(parallel_env(config["game"])))
    for config in (masked(game), together(game)):
        algorithm = config.build_algo()
        steps = algorithm.train()["env_runners"]["num_env_steps_sampled"]
        print(f"{config.env}: {steps} steps")
        algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
