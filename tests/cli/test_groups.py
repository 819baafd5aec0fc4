"""`microciv groups`: a group of a site at this terminal, from its making to the evening's score."""

from __future__ import annotations

import random
import threading

import pytest

from microciv.cli import seats
from microciv.cli.grouped import read_group
from microciv.cli.typing_in import Keyboard
from microciv.core.errors import MicrocivError
from tests.server.browsers import FIREFOX, browsers
from tests.server.site import soon


@pytest.fixture
def typing(monkeypatch):
    """What is typed comes from this generator, each line when it is asked for; or by somebody who
    types before anything is asked.
    """

    def type_from(lines, *, live=False):
        def line_of(_):
            text = next(lines, None)
            return "" if text is None else f"{text}\n"

        def begin(self, inbox):
            begun(self, inbox)
            self.is_live = live

        begun = Keyboard.__init__
        monkeypatch.setattr(Keyboard, "__init__", begin)
        monkeypatch.setattr(Keyboard, "_line", line_of)

    return type_from


def told(result):
    assert result.exit_code == 0, result.output[-2000:]
    return result.output


def made(cli, site):
    address = f"http://127.0.0.1:{site.port}"
    return told(cli("groups", "new", address, "Uruk", "--name", "Ann")).strip()


def test_a_group_is_made_and_listed_with_its_link(cli, site):
    link = made(cli, site)
    listed = told(cli("groups", "list", f"127.0.0.1:{site.port}"))
    assert "Uruk: 1 member, 0 open tables" in listed
    assert link in listed
    assert read_group(link.removeprefix("http://")).link == link
    assert "No table is open just now." in told(cli("groups", "show", link))


def test_who_is_asked_by_its_link_joins_and_is_seen_there(cli, site):
    with browsers(site, FIREFOX) as [ben]:
        group = ben.post("/api/groups", {"title": "Tyre", "name": "Ben"})["group"]
        link = f"http://127.0.0.1:{site.port}/#group/{group}"
        outside = cli("groups", "show", link)
        assert (1, True) == (outside.exit_code, f'microciv groups join "{link}"' in outside.stderr)
        assert "Ben and Cleo (you)" in told(cli("groups", "join", link, "--name", "Cleo"))
        names = [one["name"] for one in ben.get(f"/api/groups/{group}")["inside"]["members"]]
        assert ["Ben", "Cleo"] == names


def test_a_table_of_a_group_is_played_and_leads_back_to_it(cli, site, typing):
    link = made(cli, site)
    group = read_group(link)

    def begin():
        soon(lambda: bool(group.inside().tables))
        at = group.at(group.inside().tables[0].table)
        view = f"/api/tables/{at.table}"
        soon(lambda: site.get(view).json()["seats"][0]["status"] == "ready")
        site.start(at.table, seats.seat_at(at), "easy")

    def lines():
        """Numbers until it is over: every question finds one that answers it."""
        chance = random.Random(7)
        for _ in range(3000):
            if not group.inside().tables:
                break
            yield str(chance.randint(1, 6))
        yield "n"

    typing(lines())
    begins = threading.Thread(target=begin)
    begins.start()
    played = told(cli("groups", "open", link, "5x", "--seats", "3"))
    begins.join()
    assert f'To the group: microciv groups show "{link}"' in played
    shown = told(cli("groups", "show", link))
    assert "This evening" in shown
    assert "Ann (you)" in shown


def test_a_table_of_somebody_else_is_sat_down_at_by_its_number(cli, site, typing):
    with browsers(site, FIREFOX) as [ben]:
        group = ben.post("/api/groups", {"title": "Susa", "name": "Ben"})["group"]
        link = f"http://127.0.0.1:{site.port}/#group/{group}"
        told(cli("groups", "join", link, "--name", "Cleo"))
        assert "no table just now" in cli("groups", "sit", link).stderr
        plans = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
        wish = {"game": "5x", "seats": plans, "name": "Ben", "group": group}
        table = ben.post("/api/tables", wish)["table"]
        assert "5X: Ben, 2 seats open, with no clock" in told(cli("groups", "show", link))
        typing(iter(["quit"]), live=True)
        told(cli("groups", "sit", link, "1"))
        at = read_group(link).at(table)
        assert link == seats.group_of(at)
        assert "Ben and Cleo, a seat open, with no clock *" in told(cli("groups", "show", link))
        assert "has tables 1 to 1, not 2" in cli("groups", "sit", link, "2").stderr
        seats.forget(at)  # as on another computer of hers
        typing(iter(["quit"]), live=True)
        told(cli("groups", "sit", link))
        assert seats.seat_at(at) is not None


@pytest.mark.parametrize("words", ["play.example", "https://play.example/#ladder", "#group/x"])
def test_what_is_no_link_to_a_group_is_said(words):
    with pytest.raises(MicrocivError, match="is not a link to a group"):
        read_group(words)
