"""DQN of Tianshou learns every seat of PettingZoo's form in turns, masks included:
`tianshou_dqn.py [GAME]`.
"""

from __future__ import annotations

import sys

from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from microciv.adapters.pettingzoo import env


def learner(table: PettingZooEnv) -> DQN:
    """One seat's: a network of one hidden layer."""
    row, actions = table.observation_space["observation"], table.action_space
    net = Net(state_shape=row.shape, action_shape=actions.n, hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1)
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=100)


def main(game: str = "5x") -> None:
    """A few hundred decisions."""
    table = PettingZooEnv(env(game))
    seats = [learner(table) for _ in table.agents]
    together = MultiAgentOffPolicyAlgorithm(algorithms=seats, env=table)
    tables = DummyVectorEnv([lambda: PettingZooEnv(env(game)) for _ in range(2)])
    collector = Collector(together, tables, VectorReplayBuffer(2000, 2), exploration_noise=True)
    trained = together.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=384,
            collection_step_num_env_steps=64,
            batch_size=32,
            update_step_num_gradient_steps_per_sample=0.1,
            multi_agent_return_reduction=lambda returns: returns[:, 0],  # what is told of
            test_in_training=False,
        )
    )
    print(f"{trained.train_step} decisions, {trained.update_step} gradient steps")


if __name__ == "__main__":
    main(*sys.argv[1:])
