"""Studies on a device: what the page reads of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from microciv.device.studies import Studies
from microciv.server.api.routes import Asked
from microciv.server.wire.studies import MoreMatches, NewStudy, StopStudy
from microciv.study.plan import plan_of_change, read_plan


async def to_the_end(lines: AsyncIterator[bytes]) -> dict[str, Any]:
    """The last line of each kind."""
    last: dict[str, Any] = {}
    async for text in lines:
        line = msgspec.json.decode(text)
        last[line["type"]] = line
        if line["type"] == "ended":
            break
    return last


@pytest.mark.anyio
async def test_the_plan_that_is_offered_finds_what_is_shown(tmp_path: Path):
    """Also where it was stopped, or went on to more matches than were asked for."""
    studies, of_any_length = Studies(), plan_of_change("5x", {}, (3,), ["easy"], 9)

    def asked(body: object = None) -> Asked:
        return Asked({"study": id_}, {}, None, "", body)

    def offered(last: dict[str, Any]) -> int:
        (tmp_path / "plan.toml").write_text(last["plan"]["toml"], encoding="utf-8")
        plan = read_plan(tmp_path / "plan.toml")
        assert last["plan"]["key"] == plan.key() == of_any_length.key()
        assert plan.minutes is None
        assert last["findings"]["answers"][0]["matches"] == plan.matches
        return plan.matches

    id_ = ""
    wish = NewStudy(game="5x", seats=[3], players=["easy"], options={}, matches=6)
    id_ = (await studies.start(asked(wish))).study
    lines = await studies.lines(asked())
    assert 6 == offered(await to_the_end(lines))
    await studies.go_on(asked(MoreMatches(matches=9)))
    assert 9 == offered(await to_the_end(lines))
    await studies.go_on(asked(MoreMatches(matches=400)))
    async for line in lines:
        if b'"progress"' in line:
            await studies.stop(asked(StopStudy()))
            break
    assert 9 <= offered(await to_the_end(lines)) < 400
    await studies.stop(asked(StopStudy(forget=True)))
