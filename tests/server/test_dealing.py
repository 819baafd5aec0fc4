"""A deal that nobody can choose: hashes, then nonces; who does not reveal is dealt without."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from microciv.cli.main import app
from microciv.core.codec import plain_record, read_record
from microciv.core.deal import Deal, Witness
from microciv.core.match import Record, replay
from microciv.files import write_record
from microciv.games import open_game
from microciv.server.rooms.dealing import Dealing
from microciv.server.store.store import open_store
from microciv.server.table.stored_match import Undealt
from microciv.trust import faults, findings, seed_of, verify
from tests.server.site import Client, Site, play_through, serving, serving_file, settings

NONCES: Final = [f"{seat + 1:064x}" for seat in range(6)]
STAYS_OPEN: Final = 3600.0
AT_ONCE: Final = 0.05


def hash_of(nonce: str) -> str:
    return hashlib.sha256(bytes.fromhex(nonce)).hexdigest()


def receipt(client: Client) -> Any:
    return client.until(lambda message: message["type"] in ("accepted", "refused"))


def promise(client: Client, nonce: str, match: int = 1) -> Any:
    client.send(type="promise", match=match, hash=hash_of(nonce), id="p")
    return receipt(client)


def reveal(client: Client, nonce: str, match: int = 1) -> Any:
    client.send(type="reveal", match=match, nonce=nonce, id="r")
    return receipt(client)


def asked(client: Client) -> Any:
    """The deal that the nonces are asked for."""

    def is_asked() -> bool:
        return bool(client.table and client.table["deal"] and client.table["deal"]["asked"])

    if not is_asked():
        client.until(lambda _: is_asked())
    return client.table["deal"]


def company(site: Site, count: int = 3) -> tuple[str, list[str], list[Client]]:
    """A lobby of this many people."""
    host = site.create("you", *["open"] * (count - 1))
    tokens = [host["token"]]
    tokens += [site.sit(host["table"], f"Ben{seat}")["token"] for seat in range(1, count)]
    return host["table"], tokens, [site.join(host["table"], token) for token in tokens]


def dealt(client: Client, match: int = 1) -> None:
    if client.update is None or client.update["match"] != match:
        client.until(lambda message: message["type"] == "update" and message["match"] == match)


def record_of(site: Site, table: str) -> Record:
    return read_record(site.get(f"/api/tables/{table}/record").json())


def independent_seed(record: Record) -> str:
    """The formula of docs/protocol.md, written down once more."""
    deal = record.deal
    assert deal is not None
    told = hashlib.sha256(b"microciv deal 1\n" + bytes.fromhex(deal.secret))
    told.update(bytes([len(deal.table)]) + deal.table.encode() + deal.match.to_bytes(4, "big"))
    told.update(bytes([len(deal.nonces)]))
    for nonce in deal.nonces:
        told.update(b"\0" * 33 if nonce is None else b"\1" + bytes.fromhex(nonce))
    return told.hexdigest()


@pytest.fixture
def patient(tmp_path: Path) -> Any:
    with serving_file(tmp_path / "site", reveal=STAYS_OPEN) as site:
        yield site


@pytest.fixture
def hasty(tmp_path: Path) -> Any:
    with serving_file(tmp_path / "site", reveal=AT_ONCE) as site:
        yield site


def test_the_seed_is_made_of_the_secret_and_everybodys_nonce(patient: Site):
    table, tokens, clients = company(patient)
    seal = clients[0].table["coming"]["seal"]
    assert (1, None) == (clients[0].table["coming"]["match"], clients[0].table["coming"]["hash"])
    for client, nonce in zip(clients, NONCES, strict=False):
        assert "accepted" == promise(client, nonce)["type"]
    patient.start(table, tokens[0])
    hashes = [hash_of(nonce) for nonce in NONCES[:3]]
    for client in clients:
        assert {"seal": seal, "hashes": hashes, "asked": True} == asked(client)
        assert "playing" == client.table["state"]
    for client, nonce in zip(clients, NONCES, strict=False):
        assert client.update is None
        assert "accepted" == reveal(client, nonce)["type"]
    for client in clients:
        dealt(client)
    assert not clients[0].table["deal"]["asked"]
    assert seal != clients[0].table["coming"]["seal"]
    play_through(clients)
    record = record_of(patient, table)
    assert record.deal is not None
    assert (table, 1, seal) == (record.deal.table, record.deal.match, record.deal.seal)
    assert (tuple(hashes), tuple(NONCES[:3])) == (record.deal.hashes, record.deal.nonces)
    assert ("hmac-sha256", independent_seed(record)) == (record.generator, record.seed)
    assert [] == faults(record)
    assert (12, 64) == (verify(record, seal[:12]), verify(record, clients[1].table["seed_hash"]))
    assert clients[0].update["scores"] == replay(open_game("5x", record.options), record).scores()


def test_nothing_of_the_deal_is_told_before_its_time(patient: Site):
    table, tokens, clients = company(patient)
    for client, nonce in zip(clients, NONCES, strict=False):
        promise(client, nonce)
    patient.start(table, tokens[0])
    for client, nonce in zip(clients, NONCES, strict=False):
        asked(client)
        reveal(client, nonce)
    watcher = patient.join(table, None)
    for client in (*clients, watcher):
        dealt(client)
    play_through(clients, upto=3)
    for client in (*clients, watcher):
        client.sync()
    seen = [b"".join(client.frames) for client in (*clients, watcher)]
    seen.append(patient.get(f"/api/tables/{table}", tokens[1]).content)
    play_through(clients)
    deal = record_of(patient, table).deal
    assert deal is not None
    for told in seen:
        assert deal.seal.encode() in told
        for secret in (deal.secret, record_of(patient, table).seed, *NONCES[:3]):
            assert secret.encode() not in told


def test_who_has_no_nonce_is_not_waited_for(patient: Site):
    _, _, clients = patient.three()
    assert [None] * 3 == clients[0].table["deal"]["hashes"]
    assert not clients[0].table["deal"]["asked"]


def test_who_does_not_reveal_is_dealt_without_and_the_record_says_so(hasty: Site):
    """Five people: one closes the page, one says nothing, one reveals something else."""
    table, tokens, clients = company(hasty, 5)
    for client, nonce in zip(clients, NONCES, strict=False):
        promise(client, nonce)
    hasty.start(table, tokens[0])
    for client in clients:
        asked(client)
    clients[1].close()
    refused = reveal(clients[2], NONCES[5])
    assert ("refused", "illegal") == (refused["type"], refused["code"])
    for seat in (0, 3):
        assert "accepted" == reveal(clients[seat], NONCES[seat])["type"]
        assert "accepted" == reveal(clients[seat], NONCES[seat])["type"]
    for seat in (0, 2, 3, 4):
        dealt(clients[seat])
    refused = reveal(clients[4], NONCES[4])
    assert ("refused", "started") == (refused["type"], refused["code"])
    clients[1] = hasty.join(table, tokens[1])
    play_through(clients)
    record = record_of(hasty, table)
    assert record.deal is not None
    assert (NONCES[0], None, None, NONCES[3], None) == record.deal.nonces
    assert [hash_of(nonce) for nonce in NONCES[:5]] == [*record.deal.hashes]
    assert independent_seed(record) == record.seed
    assert "Dealt without those of seats 2, 3 and 5: not revealed in time." in findings(record)


def test_who_is_away_when_it_begins_is_not_asked(patient: Site):
    table, tokens, clients = company(patient)
    promise(clients[0], NONCES[0])
    promise(clients[1], NONCES[1])
    clients[1].close()
    clients[0].until(lambda _: clients[0].table["seats"][1]["status"] == "away")
    patient.start(table, tokens[0])
    assert [hash_of(NONCES[0]), None, None] == asked(clients[0])["hashes"]
    reveal(clients[0], NONCES[0])
    dealt(clients[0])


def test_a_table_of_one_person_is_dealt_when_its_page_reveals(patient: Site):
    wish = {"game": "5x", "seats": [{"kind": "you"}, *[{"kind": "bot"}] * 2], "name": "Ann"}
    made = patient.post("/api/tables", {**wish, "hash": hash_of(NONCES[0])}).json()
    view = patient.get(f"/api/tables/{made['table']}", made["token"]).json()
    assert ("playing", True) == (view["state"], view["deal"]["asked"])
    held = {"seats": [{"table": made["table"], "token": made["token"]}]}
    assert "playing" == patient.post("/api/held", held).json()[0]["state"]
    late = patient.post(f"/api/tables/{made['table']}/sit", {"name": "Ben"})
    assert "started" == late.json()["error"]
    ann = patient.connect(made["table"])
    ann.send(type="hello", token=made["token"])
    asked(ann)
    assert "not_started" == refusal_of(ann, type="play", match=1, decision=1, moves=["expand"])
    assert "accepted" == reveal(ann, NONCES[0])["type"]
    dealt(ann)


def dealt_anew(client: Client) -> None:
    client.until(lambda _: client.table["match"] == 2)


def refusal_of(client: Client, **message: Any) -> str:
    client.send(**message, id="no")
    return str(client.next("refused")["code"])


def test_a_rematch_is_dealt_from_new_numbers(patient: Site):
    table, tokens, clients = company(patient)
    for client, nonce in zip(clients, NONCES, strict=False):
        promise(client, nonce)
    patient.start(table, tokens[0])
    for client, nonce in zip(clients, NONCES, strict=False):
        asked(client)
        reveal(client, nonce)
    for client in clients:
        dealt(client)
    play_through(clients)
    first, coming = record_of(patient, table), clients[0].table["coming"]
    assert (2, None) == (coming["match"], coming["hash"])
    assert "started" == refusal_of(clients[0], type="promise", match=1, hash=hash_of(NONCES[3]))
    for client, nonce in zip(clients[:2], NONCES[3:], strict=False):
        promise(client, nonce, 2)
    view = patient.get(f"/api/tables/{table}", tokens[0]).json()
    assert hash_of(NONCES[3]) == view["coming"]["hash"]
    for token in tokens:
        patient.post(f"/api/tables/{table}/rematch", {"match": 1}, token)
    for client, nonce in zip(clients[:2], NONCES[3:], strict=False):
        dealt_anew(client)
        assert coming["seal"] == asked(client)["seal"]
        reveal(client, nonce, 2)
    for client in clients:
        dealt(client, 2)
    play_through(clients)
    second = record_of(patient, table)
    assert second.deal is not None
    assert (2, (*NONCES[3:5], None)) == (second.deal.match, second.deal.nonces)
    assert [] == faults(second)
    assert first.seed != second.seed


def test_a_spectator_has_no_part_in_the_deal(patient: Site):
    table, tokens, clients = company(patient)
    watcher = patient.join(table, None)
    assert "refused" == promise(watcher, NONCES[5])["type"]
    promise(clients[0], NONCES[0])
    patient.start(table, tokens[0])
    asked(watcher)
    assert "refused" == reveal(watcher, NONCES[0])["type"]
    reveal(clients[0], NONCES[0])
    dealt(watcher)


def test_who_comes_late_has_a_part_in_the_next_deal(patient: Site):
    made = patient.create("you", "bot:random", "bot:random", leaders=False)
    ann = patient.join(made["table"], made["token"])
    body = {"name": "Ben", "wait": True}
    ben = patient.post(f"/api/tables/{made['table']}/sit", body).json()
    late = patient.join(made["table"], ben["token"])
    assert "accepted" == promise(late, NONCES[1], 2)["type"]
    view = patient.get(f"/api/tables/{made['table']}", ben["token"]).json()
    assert (2, hash_of(NONCES[1])) == (view["coming"]["match"], view["coming"]["hash"])
    play_through([ann])
    for token in (made["token"], ben["token"]):
        patient.post(f"/api/tables/{made['table']}/rematch", {"match": 1}, token)
    late.until(lambda _: late.table["match"] == 2)
    assert hash_of(NONCES[1]) == asked(late)["hashes"][late.table["you"]]
    reveal(late, NONCES[1], 2)
    dealt(ann, 2)


@pytest.mark.parametrize("told", [0, 1])
def test_a_restart_in_the_midst_of_it_loses_nothing(tmp_path: Path, told: int):
    """Between hash and start, and between start and deal; with one nonce there, or none."""
    path = tmp_path / "site"
    with serving_file(path, reveal=STAYS_OPEN) as site:
        table, tokens, clients = company(site)
        seal = clients[0].table["coming"]["seal"]
        for client, nonce in zip(clients, NONCES, strict=False):
            promise(client, nonce)
    with serving_file(path, reveal=STAYS_OPEN) as site:
        clients = [site.join(table, token) for token in tokens]
        kept = [client.table["coming"] for client in clients]
        expected = [{"match": 1, "seal": seal, "hash": hash_of(nonce)} for nonce in NONCES[:3]]
        assert expected == kept
        site.start(table, tokens[0])
        for seat in range(told):
            asked(clients[seat])
            reveal(clients[seat], NONCES[seat])
    with serving_file(path, reveal=STAYS_OPEN) as site:
        clients = []
        for seat, token in enumerate(tokens):
            clients.append(site.connect(table))
            clients[seat].send(type="hello", token=token)
            assert seal == asked(clients[seat])["seal"]
        for seat in range(told, 3):
            reveal(clients[seat], NONCES[seat])
        for client in clients:
            dealt(client)
        play_through(clients)
        record = record_of(site, table)
    assert record.deal is not None
    assert (seal, tuple(NONCES[:3]), []) == (record.deal.seal, record.deal.nonces, faults(record))


@pytest.mark.postgres
def test_a_deal_goes_on_at_another_process(postgres_url: str):
    """One of three is there by way of a process that passes on; then the one that serves stops."""
    how = settings(reveal=STAYS_OPEN)
    with serving(open_store(postgres_url), how) as there:
        with serving(open_store(postgres_url), how) as here:
            table, tokens, clients = company(here)
            clients[2] = there.join(table, tokens[2])
            for client, nonce in zip(clients, NONCES, strict=False):
                assert "accepted" == promise(client, nonce)["type"]
            here.start(table, tokens[0])
            seals = {asked(client)["seal"] for client in clients}
            assert "accepted" == reveal(clients[0], NONCES[0])["type"]
        clients = []
        for seat, token in enumerate(tokens):
            clients.append(there.connect(table))
            clients[seat].send(type="hello", token=token)
            assert {asked(clients[seat])["seal"]} == seals
        for seat in (1, 2):
            assert "accepted" == reveal(clients[seat], NONCES[seat])["type"]
        for client in clients:
            dealt(client)
        play_through(clients)
        record = record_of(there, table)
    assert record.deal is not None
    assert (tuple(NONCES[:3]), []) == (record.deal.nonces, faults(record))


# --- servers that cheat


def honest_match(site: Site) -> tuple[Record, list[Witness]]:
    """A match of three, its record, and what each of them saw."""
    table, tokens, clients = company(site)
    seal = clients[0].table["coming"]["seal"]
    for client, nonce in zip(clients, NONCES, strict=False):
        promise(client, nonce)
    site.start(table, tokens[0])
    seen_hashes = [tuple(asked(client)["hashes"]) for client in clients]
    for client, nonce in zip(clients, NONCES, strict=False):
        reveal(client, nonce)
    for client in clients:
        dealt(client)
    play_through(clients)
    seen = [
        Witness(seal, seat, NONCES[seat], seen_hashes[seat], revealed=True) for seat in range(3)
    ]
    return record_of(site, table), seen


def cheating(monkeypatch: pytest.MonkeyPatch, choose: Callable[[Deal], Deal]) -> None:
    """The server deals from something else than what it was told, as all nonces are there."""
    honest = Dealing._store

    async def store(self: Dealing, undealt: Undealt, deal: Deal, *, whole: bool) -> bool:
        return await honest(self, undealt, choose(deal) if whole else deal, whole=whole)

    monkeypatch.setattr(Dealing, "_store", store)


def test_an_honest_match_is_found_to_be_fair_by_everybody(patient: Site):
    record, seen = honest_match(patient)
    late = replace(record, witness=replace(seen[0], revealed=False))
    assert "Your number is not in it: it was not asked for, or came too late." == findings(late)[-1]
    for witness in seen:
        kept = replace(record, witness=witness)
        assert [] == faults(kept)
        assert "What was seen at the table fits: your number is in it" in findings(kept)[-1]
        assert kept == read_record(plain_record(kept))


REDRAWN: Final = "The table's secret is not the one that was sealed before people sent theirs."


@pytest.mark.parametrize("forges", [False, True])
def test_a_server_that_draws_again_until_it_likes_the_deal_is_found(
    patient: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, forges: bool
):
    """With or without a seal in its record that fits."""

    def draw_again(deal: Deal) -> Deal:
        for number in range(1000):
            other = replace(deal, secret=f"{number:064x}")
            if seed_of(other) % 16 == 0:
                return replace(other, seal=hash_of(other.secret)) if forges else other
        raise AssertionError("nothing that it likes")

    cheating(monkeypatch, draw_again)
    record, seen = honest_match(patient)
    assert int(record.seed, 16) % 16 == 0
    unfit = "The secret of the table does not fit the seal that it published."
    for witness in seen:
        kept = replace(record, witness=witness)
        assert [REDRAWN if forges else unfit] == faults(kept)
        write_record(tmp_path / "record.json", kept)
        verified = CliRunner().invoke(app, ["verify", str(tmp_path / "record.json")])
        assert 1 == verified.exit_code
        assert (REDRAWN if forges else unfit) in " ".join(verified.output.split())


def test_a_server_that_leaves_a_number_out_is_found_by_its_person(
    patient: Site, monkeypatch: pytest.MonkeyPatch
):
    def without(deal: Deal) -> Deal:
        return replace(deal, nonces=(deal.nonces[0], None, deal.nonces[2]))

    cheating(monkeypatch, without)
    record, seen = honest_match(patient)
    assert [[], ["Your number was sent in time to be revealed, and was left out."], []] == [
        faults(replace(record, witness=witness)) for witness in seen
    ]


def test_a_server_that_puts_another_number_in_is_found(
    patient: Site, monkeypatch: pytest.MonkeyPatch
):
    def instead(deal: Deal) -> Deal:
        hashes = (deal.hashes[0], hash_of(NONCES[5]), deal.hashes[2])
        return replace(deal, hashes=hashes, nonces=(deal.nonces[0], NONCES[5], deal.nonces[2]))

    cheating(monkeypatch, instead)
    record, seen = honest_match(patient)
    assert [] == faults(record)
    for witness in seen:
        found = faults(replace(record, witness=witness))
        assert found[0].startswith("The hashes are not those that stood")
    assert "Your number is not the one that you sent." in faults(replace(record, witness=seen[1]))


@pytest.mark.parametrize(
    "wrong, said",
    [
        ({"seed": "0" * 64}, "The cards were not dealt from these numbers."),
        ({"nonces": [NONCES[5], None, None]}, "The number of seat 1 does not fit the hash"),
        ({"match": 2}, "The cards were not dealt from these numbers."),
        ({"table": "another"}, "The cards were not dealt from these numbers."),
    ],
)
def test_a_record_that_does_not_fit_is_found_by_itself(
    patient: Site, wrong: dict[str, Any], said: str
):
    record, _ = honest_match(patient)
    data: Any = plain_record(record)
    for name, value in wrong.items():
        data[name] = data["deal"][name] = value
    assert any(fault.startswith(said) for fault in faults(read_record(data)))
