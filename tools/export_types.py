"""Write what the page and other clients have to know of messages and observations.

python tools/export_types.py            writes web/src/generated/types.ts, the tables of
docs/protocol.md, and the schemas of observations in src/microciv/schemas
python tools/export_types.py --check    says whether they are as they would be written
"""

from __future__ import annotations

import json
import re
import sys
import types
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from microciv.core.game import Game
from microciv.core.state import Observation
from microciv.engine import Engine
from microciv.games import catalogue, open_game
from microciv.schema import Schema, comments_of, dataclasses_in, made_from, object_of, sentence
from microciv.server.rooms import my_tables
from microciv.server.wire import about as about_messages
from microciv.server.wire import (
    bots,
    by_day,
    day_deals,
    deals,
    groups,
    lobby,
    messages,
    notices,
    orders,
    pace,
    people,
    puzzles,
    ratings,
    replays,
    reviews,
    studies,
)
from microciv.texts import texts_for

ROOT: Final = Path(__file__).resolve().parent.parent
TYPES: Final = ROOT / "web" / "src" / "generated" / "types.ts"
PROTOCOL: Final = ROOT / "docs" / "protocol.md"
SCHEMAS: Final = ROOT / "src" / "microciv" / "schemas"

CLAUSE: Final = re.compile(r" \([^()]*\b(?:5X|5A|CB|CC|CA|BA)-\d[^()]*\)")

FROM_CLIENT: Final = get_args(messages.FromClient)
FROM_SERVER: Final = get_args(messages.FromServer)
BY_HTTP: Final = (
    *(about_messages.ServerAbout, about_messages.GameTitle, about_messages.GameAbout),
    about_messages.BoardAbout,
    *(about_messages.OptionAbout, about_messages.VariantAbout, lobby.WaitingTable),
    *(lobby.Duration, messages.Spectators),
    *(messages.SeatPlan, messages.NewTable, lobby.NewLesson, messages.Sit),
    *(messages.SeatChange, messages.Start),
    *(my_tables.HeldSeat, my_tables.HeldSeats, my_tables.HeldTable, my_tables.HeldResult),
    *(
        my_tables.OtherSeat,
        messages.Leave,
        messages.Remove,
        messages.Rematch,
        lobby.Seating,
        lobby.SharedSeat,
        messages.TableView,
        messages.NextMatch,
        messages.LateView,
        messages.ScoreView,
        messages.SeatView,
    ),
    *(replays.Again, deals.AgainView, messages.Finishing),
    *(deals.ComingDeal, deals.DealView, replays.DealRecord),
    replays.DealWitness,
    *(replays.RecordView, replays.Replay, replays.ReplayStep),
    *(replays.RecordedOrder, replays.LeftOrder),
    *(replays.WatchRecord, replays.WatchedRecord),
    *(replays.RecordReview, replays.RecordAgain),
    *(replays.AskPosition, replays.PositionView),
    *(
        reviews.ReviewWaits,
        reviews.ReviewPlan,
        reviews.ReviewedDecision,
        reviews.ReviewSum,
        reviews.ReviewBroken,
    ),
    *(
        reviews.CostlyDecision,
        reviews.ReviewAccount,
        reviews.ReviewShare,
    ),
    *(by_day.AskFor, by_day.Agree, pace.WishView),
    *(pace.HolidayView, by_day.SetQuiet, by_day.QuietHours),
    *(orders.LeaveOrders, orders.OrderWish, orders.OrdersView),
    *(orders.OrderView, orders.UsedOrder),
    *(people.Me, people.Device, people.Passkey),
    *(people.BeKnown, people.SignOut, people.ForgetPasskey),
    *(people.UseCode, people.DeviceCode, people.Credential),
    *(people.PasskeyOptions, people.History, people.PastMatch),
    people.Company,
    *(notices.NoticesAbout, notices.SetAddress, notices.SetMails),
    *(notices.ConfirmAddress, notices.ForgetAddress),
    *(notices.SetPush, notices.PushKeys, notices.ForgetPush),
    *(notices.AskSignIn, notices.SetHook, notices.HookView),
    *(ratings.Ladder, ratings.LadderRow, ratings.LadderSize),
    *(ratings.Rating, ratings.MyRating, ratings.RatingChange),
    *(bots.BotView, bots.NewBot, bots.RenewBot),
    *(bots.DeleteBot, bots.BotToken, bots.Answer),
    *get_args(bots.BotLine),
    *(day_deals.Daily, day_deals.DailyState, day_deals.DailyDeal),
    *(groups.NewGroup, groups.JoinGroup, groups.LeaveGroup),
    *(groups.RenameGroup, groups.NewTournament, groups.NextRound),
    *(
        groups.EndTournament,
        groups.GroupCard,
        groups.GroupView,
        groups.GroupInside,
    ),
    *(groups.GroupMember, groups.GroupTable, groups.GroupScore),
    *(groups.TournamentView, groups.TournamentStanding),
    groups.TournamentTable,
    *(day_deals.PlayDaily, day_deals.DailyResults, day_deals.DailyResult),
    *(puzzles.GamePuzzles, puzzles.PuzzleCard, puzzles.PuzzleView),
    *(puzzles.AnswerPuzzle, puzzles.PuzzleJudged),
    *(messages.HintOption, messages.Why, messages.Change),
    *(messages.RefusedMoves, messages.LessonNote),
    *(
        studies.DesignAbout,
        studies.RestrictionAbout,
        studies.NewStudy,
        studies.MoreMatches,
        studies.StopStudy,
    ),
    *(
        studies.StudyStarted,
        studies.StudyPlan,
        studies.StudyProgress,
        studies.StudyFindings,
    ),
    *(
        studies.StudyAnswer,
        studies.StudyBeside,
        studies.StudyFinding,
        studies.StudyEnded,
        studies.StudyBroken,
    ),
    messages.Problem,
)
ALIASES: Final = {
    "Engine": Engine,
    "SeatKind": messages.SeatKind,
    "SeatStatus": messages.SeatStatus,
    "TableState": messages.TableState,
    "Pace": pace.Pace,
}
"""Names of the protocol that are words to choose from."""

TAKEN: Final[dict[str, Schema]] = {}
"""Names that stand for the class of an earlier game already."""

HEAD: Final = """\
// Written by tools/export_types.py from the messages, the observations and the texts. Do not edit.

/** A move with its parts: nobody takes its text apart. */
export interface Move {
  text: string;
  verb?: string;
  [part: string]: unknown;
}

/** An event as one seat heard it; a part that it may not know is null. */
export interface GameEvent {
  event: string;
  [part: string]: unknown;
}
"""


# --- the page's types


def typescript() -> str:
    """The whole of `types.ts`."""
    blocks = [HEAD, _words(), _observation_base()]
    for name in own_games():
        blocks += _game(open_game(name, {}))
    blocks += _texts()
    blocks += [_struct(kind) for kind in BY_HTTP]
    for name, kinds in (("ClientMessage", FROM_CLIENT), ("ServerMessage", FROM_SERVER)):
        blocks += [_struct(kind) for kind in kinds]
        blocks.append(f"export type {name} = {' | '.join([kind.__name__ for kind in kinds])};\n")
    for name, union in (
        ("ReviewLine", reviews.ReviewLine),
        ("StudyLine", studies.StudyLine),
    ):
        lines = " | ".join([kind.__name__ for kind in get_args(union)])
        blocks.append(f"export type {name} = {lines};\n")
    blocks += [_codes(), _constants()]
    return "\n".join(dict.fromkeys(blocks))  # what several games have of the core is written once


def own_games() -> list[str]:
    """The games of this package; what else is installed here is not everybody's."""
    return [name for name, about in catalogue().items() if about.game.startswith("microciv.games.")]


def _words() -> str:
    lines = []
    for name in ALIASES:
        words = " | ".join([f"'{word}'" for word in get_args(ALIASES[name])])
        lines.append(f"export type {name} = {words};\n")
    return "".join(lines)


def _observation_base() -> str:
    lines = ["/** All that one seat may know; the game's own fields come on top. */"]
    lines.append("export interface Observation {")
    for name, of in object_of(Observation)["properties"].items():
        lines.append(f"  {name}: {_type_of(of, '').replace('Move', 'string')};")  # by text
    lines += ["  [field: string]: unknown;", "}"]
    return "\n".join(lines) + "\n"


def _game(game: Game) -> Iterator[str]:
    """A game's observation with the classes in it, its phases, events and verbs."""
    seen = made_from(game)
    short = seen["title"].removesuffix("Observation")
    inner = {name: of for name, of in seen["$defs"].items() if "properties" in of}
    for name, of in inner.items():
        TAKEN.setdefault(name, of)
        yield _interface(of, _called(name, of, short), short, inner)
    seen["description"] = " ".join((type(game.deal(0).observe(0)).__doc__ or "").split())
    yield _interface(seen, f"{seen['title']} extends Observation", short, inner)
    for item in fields(game.options):
        for kind in dataclasses_in(get_type_hints(type(game.options))[item.name]):
            yield _interface(object_of(kind), kind.__name__, short, {})
    verbs = {str(move.parts()["verb"]): 0 for move in game.moves.all if "verb" in move.parts()}
    named = {
        "Phase": game.phases,
        "EventName": [kind.name for kind in game.events],
        "Verb": list(verbs),
    }
    yield "".join(
        [
            f"export type {short}{what} =\n  {chr(10).join(_folded(words))};\n"
            for what, words in named.items()
            if words
        ]
    )


def _folded(words: list[str]) -> list[str]:
    """A union of words, a few to a line."""
    lines, line = [], ""
    for word in words:
        piece = f"| '{word}'"
        if len(line) + len(piece) > 90:
            lines.append(line)
            line = "  " + piece
        else:
            line = f"{line} {piece}".strip() if not line.startswith("  ") else f"{line} {piece}"
    return [*lines, line]


def _interface(of: Schema, head: str, short: str, inner: Schema) -> str:
    """An object of a schema as TypeScript has it."""
    inherited = object_of(Observation)["properties"] if "extends" in head else {}
    lines = [f"/** {_brief(of['description'])} */", f"export interface {head} {{"]
    for name, field in of["properties"].items():
        if name not in inherited:
            lines += _field(name, _type_of(field, short, inner), field.get("description"))
    return "\n".join([*lines, "}"]) + "\n"


def _type_of(of: Schema, short: str, inner: Schema | None = None) -> str:
    """The type of what a schema describes; `inner` has the objects that it refers to."""
    if "$ref" in of:
        name = of["$ref"].rpartition("/")[2]
        return _called(name, inner[name], short) if inner and name in inner else str(name)
    if "anyOf" in of:
        return " | ".join([_type_of(one, short, inner) for one in of["anyOf"]])
    if "prefixItems" in of:
        return f"[{', '.join([_type_of(one, short, inner) for one in of['prefixItems']])}]"
    if of.get("type") == "array":
        one = _type_of(of["items"], short, inner)
        return f"({one})[]" if " " in one else f"{one}[]"
    if of.get("type") == "object":
        return f"Record<string, {_type_of(of['additionalProperties'], short, inner)}>"
    name = str(of.get("type", "unknown"))
    return "number" if name == "integer" else name


def _called(name: str, of: Schema, short: str) -> str:
    """A class by its name; if an earlier game has another of that name, with its game's before."""
    return name if TAKEN.get(name) == of else short + name


def _field(name: str, text: str, comment: str | None) -> list[str]:
    doc = [f"  /** {CLAUSE.sub('', comment)} */"] if comment else []  # the page knows no clauses
    return [*doc, f"  {name}: {text};"]


def _struct(kind: type[msgspec.Struct]) -> str:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    hints = get_type_hints(kind, include_extras=True)
    comments = comments_of(kind)
    lines = [f"/** {_sentence(kind)} */", f"export interface {kind.__name__} {{"]
    if info.tag is not None:
        lines.append(f"  type: '{info.tag}';")
    left_out = issubclass(kind, messages.Request) or kind.__struct_config__.omit_defaults
    for item in info.fields:
        optional = "?" if not item.required and (left_out or item.name == "position") else ""
        text = _type(hints[item.name])
        comment = comments.get(item.name)
        lines += _field(item.encode_name + optional, text, sentence(comment) if comment else None)
    return "\n".join([*lines, "}"]) + "\n"


def _type(hint: object) -> str:  # one case a kind of type
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        title = next((meta.title for meta in parts[1:] if isinstance(meta, msgspec.Meta)), None)
        return title or _type(parts[0])
    if origin is Literal:
        for name in ALIASES:
            if hint == ALIASES[name]:
                return name
        return " | ".join([f"'{word}'" for word in parts])
    if origin in (Union, types.UnionType):
        return " | ".join([_type(part) for part in parts])
    if origin is tuple and (len(parts) != 2 or parts[1] is not Ellipsis):
        return f"[{', '.join([_type(part) for part in parts])}]"
    if origin in (list, tuple):
        inner = _type(parts[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(parts[0])}, {_type(parts[1])}>"
    simple = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
    if hint is Any or not isinstance(hint, type):
        return "unknown"
    return simple.get(hint) or hint.__name__


def _codes() -> str:
    lines = _folded(list(messages.STATUS))
    return "/** Why something was refused. */\nexport type Code =\n  " + "\n".join(lines) + ";\n"


def _constants() -> str:
    return f"/** An order takes as many. */\nexport const MOST_WISHES = {orders.MOST_WISHES};\n"


# --- the texts


def _texts() -> Iterator[str]:
    """The shape of the texts, from those that there are; every entry may be missing."""
    merged: dict[str, Any] = {}
    for name in own_games():
        for key, value in texts_for(name).plain().items():
            _merge(merged, key, value)
    # What variants are for stands in the code in English, here in other languages.
    merged["variants"] = {**merged["variants"], "": {"title": "", "help": ""}}
    merged["names"] = {"as printed": "as it is called"}
    cards, rules = merged.pop("cards", {}), merged.pop("rules", [])
    yield "/** What a card is called and does. */\n" + _shape_of("CardText", list(cards.values()))
    yield "/** One section of the rules, in light Markdown. */\n" + _shape_of("RulesSection", rules)
    lines = ["/** The words of a game; whatever is missing is called by its bare name. */"]
    lines.append("export interface Texts {")
    lines += [f"  {key}?: {_shape(value)};" for key, value in merged.items()]
    lines += ["  cards?: Record<string, Partial<CardText>>;", "  rules?: RulesSection[];", "}"]
    yield "\n".join(lines) + "\n"


def _merge(texts: dict[str, Any], key: str, value: object) -> None:
    """Put a game's words to those of the others under this name."""
    if key in texts and isinstance(value, dict):
        texts[key] = {**texts[key], **value}
    elif key in texts and isinstance(value, list):
        texts[key] = [*texts[key], *value]
    else:
        texts[key] = value


def _shape_of(name: str, rows: list[dict[str, Any]]) -> str:
    columns: dict[str, list[Any]] = {}
    for row in rows:
        for column, value in row.items():
            columns.setdefault(column, []).append(value)
    lines = [f"export interface {name} {{"]
    lines += [
        f"  {column}{'' if len(values) == len(rows) else '?'}: {_shape(values[0])};"
        for column, values in columns.items()
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _shape(value: object) -> str:
    if isinstance(value, dict):
        inner = list(value.values())
        if inner and all([isinstance(item, dict) for item in inner]):
            columns: dict[str, list[Any]] = {}
            for row in inner:
                for column, cell in row.items():
                    columns.setdefault(column, []).append(cell)
            shapes = "; ".join(
                [
                    f"{_key(column)}{'' if len(cells) == len(inner) else '?'}: {_shape(cells[0])}"
                    for column, cells in columns.items()
                ]
            )
            return f"Record<string, {{ {shapes} }}>"
        kinds = sorted({_shape(item) for item in inner})
        return f"Record<string, {' | '.join(kinds) or 'string'}>"
    if isinstance(value, list):
        return f"{_shape(value[0])}[]" if value else "unknown[]"
    return {str: "string", bool: "boolean", int: "number", float: "number"}[type(value)]


def _key(name: str) -> str:
    """A name as a key, in quotes if it is none of TypeScript's."""
    return name if name.isidentifier() else f"'{name}'"


# --- the schemas


def schemas() -> dict[Path, str]:
    """The schema of each of our games, by its file."""
    return {
        SCHEMAS / f"{name}.json": json.dumps(
            made_from(open_game(name, {})), indent=1, ensure_ascii=False
        )
        + "\n"
        for name in own_games()
    }


# --- the page of the protocol


def protocol(text: str) -> str:
    """The page with its generated parts as they ought to be."""
    parts = {
        "from-client": "\n".join([_table(kind) for kind in FROM_CLIENT]),
        "from-server": "\n".join([_table(kind) for kind in FROM_SERVER]),
        "http": "\n".join([_table(kind) for kind in BY_HTTP]),
        "codes": _code_table(),
    }
    for name, part in parts.items():
        pattern = rf"(<!-- generated: {name} -->\n).*?(<!-- end -->)"
        found = re.search(pattern, text, re.DOTALL)
        assert found is not None, f"docs/protocol.md has no place for {name}"
        text = text[: found.end(1)] + part + text[found.start(2) :]
    return text


def _table(kind: type[msgspec.Struct]) -> str:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    hints, comments = get_type_hints(kind, include_extras=True), comments_of(kind)
    title = f"`{info.tag}`" if info.tag is not None else f"`{kind.__name__}`"
    lines = [f"**{title}** – {_sentence(kind)}", ""]
    if info.fields:
        lines += ["| field | type | |", "|---|---|---|"]
    for item in info.fields:
        type_ = _type(hints[item.name]).replace("|", "\\|")
        notes = [] if item.required else ["may be left out"]
        notes = [comments[item.name], *notes] if item.name in comments else notes
        lines.append(f"| `{item.encode_name}` | `{type_}` | {'; '.join(notes)} |")
    return "\n".join([*lines, ""])


def _code_table() -> str:
    lines = ["| code | HTTP status |", "|---|---|"]
    lines += [f"| `{code}` | {status} |" for code, status in messages.STATUS.items()]
    return "\n".join([*lines, ""])


def _sentence(kind: type[Any]) -> str:
    return _brief(" ".join((kind.__doc__ or "").split()))


def _brief(text: str) -> str:
    """What a docstring says before its first parenthesis."""
    return text.partition(" (")[0].rstrip(".") + "." if " (" in text else text


def main() -> None:
    """Write the files, or compare them."""
    wanted = {TYPES: typescript(), PROTOCOL: protocol(PROTOCOL.read_text(encoding="utf-8"))}
    wanted.update(schemas())
    stale = [
        path
        for path, text in wanted.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        print(f"{'stale' if '--check' in sys.argv else 'written'}: {path.relative_to(ROOT)}")
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], encoding="utf-8")
    sys.exit(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    main()
