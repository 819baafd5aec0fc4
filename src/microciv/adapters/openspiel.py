"""The games in OpenSpiel: importing this module registers `microciv_5x` and the others.

Every game is sequential: seats that are asked at once answer one after the other, by seat, and no
information state contains an answer before all are in. Chance is one node at the beginning, which
draws one of `deals` deals; later draws (dice, thefts, shuffles) follow from the deal.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import wraps
from typing import Any, Final, final

from microciv.adapters import missing, rewards, warn_of_left_out
from microciv.core.codec import plain
from microciv.core.errors import BadOption, BadPosition
from microciv.core.fields import is_whole_number, shown
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.options import About, describe, make_options
from microciv.games import about as about_game
from microciv.games import catalogue

try:
    import numpy as np
    import pyspiel

    from microciv.adapters.encoding import Encoding
    from microciv.adapters.openspiel_state import Play, Setting
except ImportError as error:
    raise missing("openspiel") from error

DEALS: Final = 1024
LONGEST: Final = 100_000
"""The `max_game_length` that OpenSpiel asks for, in moves: more than any match has. With an option
that removes the last round, a match need not end at all."""
PACKED: Final = "json_"
SEARCHES: Final = ("get_policy", "mcts_search", "step", "step_verbose", "step_with_policy")
"""The methods of OpenSpiel's bots that search from a state."""
ROUNDS: Final = 6
"""The number of rounds in 5X without leaders."""
BASICS: Final = ("exploit", "exterminate", "expand", "explore")
"""The cards of 5X that may have been played; Excavate always comes back to hand."""

Parameter = bool | int | str


def short_name(game: str) -> str:
    """The name of a game in OpenSpiel: `microciv_5x`, `microciv_civ_builder`."""
    return "microciv_" + game.replace("-", "_")


def packed(value: object) -> str:
    """Plain data as a word that is allowed in a game string: its JSON in base64."""
    text = json.dumps(value, separators=(",", ":")).encode()
    return PACKED + urlsafe_b64encode(text).decode().rstrip("=")


def unpacked(word: str) -> Any:  # noqa: ANN401  # plain data
    """The plain data from which `packed` made this word; any other word unchanged."""
    if not word.startswith(PACKED):
        return word
    code = word.removeprefix(PACKED)
    return json.loads(urlsafe_b64decode(code + "=" * (-len(code) % 4)))


def parameters(about: About) -> dict[str, Parameter]:
    """Every parameter of a game with its default. Options whose values are neither numbers nor
    words have the parameter "", which stands for their default.
    """
    known: dict[str, Parameter] = {"players": about.seats[0]}
    for option in describe(about.options):
        simple = isinstance(option.default, (bool, int, str))
        known[option.name] = option.default if simple else ""
    known |= {"position": "", "reward": rewards.WIN, "deals": DEALS, "encoding": about.encoding}
    return known


def load(
    name: str, *, position: dict[str, object] | None = None, **options: object
) -> pyspiel.Game:
    """Load a game by its name in microciv; `options` are its options, and the parameters `players`,
    `reward`, `deals` and `encoding`. With a position document the match begins there, with the
    options and the number of seats of the position.

    >>> load("5x", players=4, leaders=False).num_players()
    4
    """
    if position is not None:
        settled, table = position.get("options", {}), position.get("table")
        if isinstance(table, list):
            options = {"players": len(table), **options}
        if isinstance(settled, dict):
            options = {
                "players" if key == "seats" else key: settled[key] for key in settled
            } | options
        options["position"] = position
    values = {
        key: value if isinstance(value, (bool, int, str)) else packed(plain(value))
        for key, value in options.items()
    }
    return pyspiel.load_game(short_name(name), values)


def small_five_x(
    seats: int = 3,
    rounds: int = 2,
    resources: tuple[int, ...] = (2, 2, 2),
    hand: tuple[str, ...] = ("exploit", "exterminate", "expand"),
    reward: str = rewards.WIN,
) -> pyspiel.Game:
    """The end of 5X without leaders, small enough to compute exact best responses and NashConv.

    `rounds`: how many of the last rounds are played, 1 to 6; the earlier Wonders are out of the
    game. `resources`: of each seat. `hand`: the basics in every hand, besides Excavate. There is no
    chance.

    :raises BadOption: for anything else; the message names the argument.
    """
    check_small(seats, rounds, resources, hand)
    pile = [name for name in BASICS if name not in hand]
    position: dict[str, object] = {
        "game": "5x",
        "options": {"leaders": False, "seats": seats},
        "round": ROUNDS + 1 - rounds,
        "table": [{"resources": amount, "pile": pile} for amount in resources],
    }
    try:
        return load("5x", position=position, reward=reward)
    except BadPosition as error:  # more resources than there are
        raise BadOption(f"resources: {error}") from None


def check_small(seats: object, rounds: object, resources: object, hand: object) -> None:
    """Check the arguments of `small_five_x`.

    :raises BadOption: for a wrong one; the message names it.
    """
    table = make_options(about_game("5x"), {"seats": seats, "leaders": False})
    if not is_whole_number(rounds, 1, ROUNDS):
        raise BadOption(f"rounds: expected a whole number from 1 to {ROUNDS}, not {shown(rounds)}")
    each = resources if isinstance(resources, (list, tuple)) else []
    if len(each) != table.seats or not all([is_whole_number(one, 0, LONGEST) for one in each]):
        raise BadOption(
            f"resources: expected {table.seats} whole numbers from 0 on, one for each seat,"
            f" not {shown(resources)}"
        )
    cards = hand if isinstance(hand, (list, tuple)) else [hand]
    known = [card for card in cards if isinstance(card, str) and card in BASICS]
    if cards is not hand or len({*known}) != len(cards):
        raise BadOption(
            f"hand: expected a list of different cards among {', '.join(BASICS)}, not {shown(hand)}"
        )
    least = len(BASICS) - (ROUNDS - rounds)
    if len(cards) < least:
        raise BadOption(
            f"hand: with {rounds} of {ROUNDS} rounds to play, expected at least {least} of"
            f" {', '.join(BASICS)}, not {shown(hand)}"
        )


def game_type(about: About, *, chance: bool, reward: str) -> pyspiel.GameType:
    """OpenSpiel's `GameType` of a game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(about.name),
        long_name=about.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if reward == rewards.SCORE else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=about.seats[-1],
        min_num_players=about.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(about),
    )


def reloaded(text: str) -> pyspiel.Game:
    """A game from its pickle, which is its game string. Unpickling calls this function, so that
    this module is imported and the games are registered.
    """
    return pyspiel.load_game(text)


class SpielGame(pyspiel.Game):
    """A game with its options settled; `register` makes a subclass for each game of the catalogue.

    Information state strings have perfect recall. Information state tensors do not, although
    OpenSpiel expects it: like observation tensors they are the encoding of what the player knows
    now, shape (encoding.size,). So Deep CFR and NFSP learn from rows that several histories may
    share.
    """

    about: About

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        about = self.about
        given = {**parameters(about), **(params or {})}
        if given["encoding"] != about.encoding:
            raise BadOption(
                f"encoding: {about.name} has version {about.encoding} here, not {given['encoding']}"
            )
        declared = {option.name: option.default for option in describe(about.options)}
        options: dict[str, object] = {"seats": given["players"]}
        for name in declared:
            if given[name] != "":
                options[name] = (
                    unpacked(given[name]) if isinstance(given[name], str) else given[name]
                )
        position = unpacked(given["position"]) if given["position"] else None
        self.setting = Setting(about.name, options, position, given["deals"], given["reward"])
        self.start = self.setting.begin()
        self.start.shared = True
        game, reward = self.setting.game, self.setting.reward
        self.encoding = Encoding(game)
        chance = self.setting.deals > 1
        least, most, together = rewards.bounds(game, reward)
        super().__init__(
            game_type(about, chance=chance, reward=reward),
            pyspiel.GameInfo(
                num_distinct_actions=len(game.moves.all),
                max_chance_outcomes=self.setting.deals if chance else 0,
                num_players=game.seats,
                min_utility=least,
                max_utility=most,
                utility_sum=together,
                max_game_length=LONGEST,
            ),
            params or {},
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return reloaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The state before the deal; without chance, the first decision."""
        return SpielState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401
        params: dict[str, Any] | None = None,
    ) -> Observer:
        """An observer of this game; by default with imperfect recall, as OpenSpiel's own are.

        :raises ValueError: for any `params`: there are none.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"no such observation parameters: {params}")
        return Observer(self, kind)


@final
class SpielState(pyspiel.State):
    """A match at one moment."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = game.start

    def current_player(self) -> int:
        """The first of the seats still to act, or OpenSpiel's number for chance or for the end."""
        state = self.play.state
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return state.to_act[0] if state.to_act else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Is the match over? False before the deal."""
        return self.play.state is not None and not self.play.state.to_act

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each deal, by its number, which is its seed, with its probability; all are equally
        likely.
        """
        deals = self.play.setting.deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def returns(self) -> list[float]:
        """The reward of each seat (parameter `reward`), by seat; 0 until the match is over."""
        setting, state = self.play.setting, self.play.state
        if state is None:
            return [0.0] * setting.game.seats
        return rewards.rewards_of(setting.game, state, setting.reward)

    def resample_from_infostate(self, player_id: int, sampler: Any) -> SpielState:  # noqa: ANN401
        """A state that this player cannot distinguish from this one (`Game.redeal`). `sampler`
        returns a random number from 0 up to but not including 1, which seeds the re-deal.
        """
        again: SpielState = self.get_game().new_initial_state()
        again.play = self.play.redealt(player_id, int(sampler() * 2**53))
        return again

    def _legal_actions(self, player: int) -> list[int]:
        return sorted([move.index for move in self.play.going().legal(player)])

    def _apply_action(self, action: int) -> None:
        if self.play.shared:
            self.play = self.play.clone()
        if self.play.state is None:
            self.play.deal(action)
        else:
            self.play.move(self.play.setting.game.moves.all[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.play.setting.game.moves.all[action].text

    def __str__(self) -> str:
        return str(self.play)


@final
class Observer:
    """What a player, or a spectator, sees or remembers: as text, and as a tensor of shape (size,).

    `dict` has the parts of `tensor` by block of the encoding. The tensor has imperfect recall
    in any case.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:  # noqa: ANN401
        self._encoding = game.encoding
        self._recall: bool = kind.perfect_recall
        self._public: bool = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(game.encoding.size, np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for block in game.encoding.blocks:
            self.dict[block.name] = self.tensor[start : start + block.size]
            start += block.size

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Set `tensor` to the encoding of what the player knows now; without private information,
        of what a spectator knows; before the deal, to zeros.
        """
        going = state.play.state
        if going is None:
            self.tensor[:] = 0
        else:
            seat = player if self._private else SPECTATOR
            self.tensor[:] = self._encoding.vector(going, seat)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """With perfect recall the information state string; otherwise the observation, as JSON.
        Without private information both are a spectator's; without public information the
        observation has only the parts that differ from a spectator's.
        """
        play: Play = state.play
        if play.state is None:
            return ""
        seat = player if self._private else SPECTATOR
        if self._recall:
            return play.infostate(seat)
        seen = plain(play.state.observe(seat))
        if not self._public:
            public = plain(play.state.observe(SPECTATOR))
            assert isinstance(seen, dict)
            assert isinstance(public, dict)
            seen = {name: part for name, part in seen.items() if part != public[name]}
        return json.dumps(seen, separators=(",", ":"))


def register() -> None:
    """Register every game of the catalogue with OpenSpiel.

    OpenSpiel keeps what was registered until after Python has shut down. A class survives that, a
    function does not.
    """
    warn_of_left_out()
    for about in catalogue().values():
        made = type(short_name(about.name), (SpielGame,), {"about": about})
        pyspiel.register_game(game_type(about, chance=True, reward=rewards.WIN), made)


def refuse_ours(bot: Any) -> None:  # noqa: ANN401  # a class of `pyspiel`
    """Make one of OpenSpiel's search bots in C++ refuse our games with `NotImplementedError`. Its
    copies of the states of a game written in Python lack their Python part, and so would end the
    process (OpenSpiel 2.0.2).
    """

    def refusing(search: Any) -> Any:  # noqa: ANN401
        @wraps(search)
        def refuse(self: Any, state: pyspiel.State, *rest: Any) -> Any:  # noqa: ANN401
            if isinstance(state, SpielState):
                raise NotImplementedError(
                    f"pyspiel.{bot.__name__} cannot search games that are written in Python: use"
                    " the bots of open_spiel.python.algorithms, mcts and ismcts"
                )
            return search(self, state, *rest)

        return refuse

    for name in SEARCHES:
        if hasattr(bot, name):
            setattr(bot, name, refusing(getattr(bot, name)))


register()
for its in (pyspiel.MCTSBot, pyspiel.ISMCTSBot):
    refuse_ours(its)
