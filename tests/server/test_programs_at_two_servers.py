"""Programs of bot accounts where a site has two processes: a stream at one of them tells of tables
that the other serves.
"""

from __future__ import annotations

import threading

import pytest

from microciv.server.store.store import open_store
from tests.server.browsers import FIREFOX, browsers
from tests.server.programs import Program, invite, listening, new_bot
from tests.server.site import PATIENCE, Client, play_through, serving

pytestmark = pytest.mark.postgres


def _play_out(program: Program, clients: list[Client]) -> None:
    """A program and people play with their first legal moves until the match is over."""
    playing = threading.Thread(target=program.play, daemon=True)
    playing.start()
    play_through(clients)
    playing.join(PATIENCE)
    assert "over" == program.lines[-1]["type"]


def test_a_stream_tells_of_a_table_at_another_server(postgres_url: str):
    with serving(open_store(postgres_url)) as here, serving(open_store(postgres_url)) as there:
        with browsers(here, FIREFOX) as [ann]:
            token = new_bot(ann, "Traveller")
        with listening(there, token) as program:
            host = invite(here, "you", "@Traveller", "bot:easy")
            program.accept()
            program.next("match")
            client = here.join(host["table"], host["token"])
            _play_out(program, [client])
            heard = [event for line in program.lines for event in line.get("events", [])]
            replay = here.get(f"/api/tables/{host['table']}/replay?seat=1").json()
            assert heard == [event for step in replay["steps"] for event in step["events"]]


def test_a_stream_tells_of_tables_at_both_servers(postgres_url: str):
    with serving(open_store(postgres_url)) as here, serving(open_store(postgres_url)) as there:
        with browsers(here, FIREFOX) as [ann]:
            token = new_bot(ann, "Both")
        with listening(here, token) as program:
            hosts = [invite(site, "you", "@Both", "bot:easy") for site in (here, there)]
            for _ in hosts:
                program.accept()
            asked = set[str]()
            while len(asked) < len(hosts):
                asked.add(program.next("choose")["table"])
            assert {host["table"] for host in hosts} == asked


def test_a_program_goes_on_at_another_server(postgres_url: str):
    """Its own server stops, and it comes back to the one that is left, after the line it had."""
    with serving(open_store(postgres_url)) as here:
        with serving(open_store(postgres_url)) as there:
            with browsers(there, FIREFOX) as [ann]:
                token = new_bot(ann, "Comeback")
            with listening(there, token) as program:
                host = invite(there, "you", "@Comeback", "bot:easy", pauses="off")
                program.accept()
                first = program.next("choose")
        with listening(here, token, first["id"]) as again:
            line = again.next("choose")
            assert (first["decision"], first["legal"]) == (line["decision"], line["legal"])
            assert [line] == again.lines
            client = here.back(host["table"], host["token"])
            again.answer(line)
            _play_out(again, [client])
