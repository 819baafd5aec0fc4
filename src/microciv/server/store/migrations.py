"""How databases become newer: one step a version. One that has been released never changes."""

from __future__ import annotations

from typing import Final

STEPS: Final[list[list[str]]] = [
    [
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            state TEXT NOT NULL,
            open_seats INTEGER NOT NULL,
            body BLOB NOT NULL,
            changed BIGINT NOT NULL
        )""",
        "CREATE INDEX tables_by_state ON tables (state, changed)",
        """CREATE TABLE matches (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            names TEXT NOT NULL,
            seed TEXT NOT NULL,
            record BLOB,
            replay BLOB,
            PRIMARY KEY (table_id, number)
        )""",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            ply INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            set_number INTEGER NOT NULL,
            moves TEXT NOT NULL,
            answer_id TEXT,
            played_by TEXT NOT NULL,
            PRIMARY KEY (table_id, number, ply),
            FOREIGN KEY (table_id, number) REFERENCES matches (table_id, number) ON DELETE CASCADE
        )""",
        """CREATE TABLE presence (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            process TEXT NOT NULL,
            seen BIGINT NOT NULL,
            PRIMARY KEY (table_id, place, process)
        )""",
    ],
    ["ALTER TABLE matches ADD COLUMN due_set INTEGER", "ALTER TABLE matches ADD COLUMN due BIGINT"],
    ["ALTER TABLE matches ADD COLUMN rules INTEGER"],
    [
        # How long the site has been served in all: the clock by which tables grow old never jumps.
        "CREATE TABLE service (seconds BIGINT NOT NULL, seen BIGINT NOT NULL)",
        "INSERT INTO service (seconds, seen) VALUES (0, 0)",
        "ALTER TABLE tables ADD COLUMN touched BIGINT NOT NULL DEFAULT 0",
        "DROP INDEX tables_by_state",
        "CREATE INDEX tables_by_state ON tables (state, touched)",
    ],
    ["ALTER TABLE entries ADD COLUMN stored BIGINT"],  # for "moved five minutes ago" alone
    [
        # Who is there is known by person, as people change chairs; it is found out anew anyway.
        "DROP TABLE presence",
        """CREATE TABLE presence (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            person TEXT NOT NULL,
            process TEXT NOT NULL,
            seen BIGINT NOT NULL,
            PRIMARY KEY (table_id, person, process)
        )""",
    ],
    ["CREATE TABLE blocked (network TEXT PRIMARY KEY, until BIGINT NOT NULL)"],
    [
        # A table is served by one process at a time, which alone knows who is there (`leases`).
        "DROP TABLE presence",
        """CREATE TABLE processes (
            process TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            secret TEXT NOT NULL,
            seen BIGINT NOT NULL
        )""",
        """CREATE TABLE serving (
            table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
            process TEXT NOT NULL REFERENCES processes (process) ON DELETE CASCADE
        )""",
        "CREATE INDEX serving_by_process ON serving (process)",
    ],
    ["ALTER TABLE matches ADD COLUMN deal TEXT"],
    [
        "ALTER TABLE matches ADD COLUMN part INTEGER",
        "ALTER TABLE matches ADD COLUMN part_due BIGINT",
    ],
    [
        # Who somebody is (`people_sql`): times are seconds since 1970, by the machine's clock.
        "ALTER TABLE matches ADD COLUMN begun BIGINT",
        "CREATE TABLE people (id TEXT PRIMARY KEY, made BIGINT NOT NULL, name TEXT NOT NULL)",
        """CREATE TABLE keys (
            id TEXT PRIMARY KEY,
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            hash TEXT NOT NULL UNIQUE,
            label TEXT NOT NULL,
            made BIGINT NOT NULL,
            seen BIGINT NOT NULL
        )""",
        "CREATE INDEX keys_by_person ON keys (person)",
        """CREATE TABLE passkeys (
            id TEXT PRIMARY KEY,
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            public BLOB NOT NULL,
            signs BIGINT NOT NULL,
            label TEXT NOT NULL,
            made BIGINT NOT NULL,
            seen BIGINT NOT NULL
        )""",
        "CREATE INDEX passkeys_by_person ON passkeys (person)",
        """CREATE TABLE codes (
            hash TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            person TEXT REFERENCES people (id) ON DELETE CASCADE,
            until BIGINT NOT NULL
        )""",
        "CREATE INDEX codes_by_person ON codes (person)",
        # At which tables somebody is, or has been; the table says which.
        """CREATE TABLE visits (
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            PRIMARY KEY (person, table_id)
        )""",
        "CREATE INDEX visits_by_table ON visits (table_id)",
        """CREATE TABLE played (
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            game TEXT NOT NULL,
            variant TEXT NOT NULL,
            company TEXT NOT NULL,
            people INTEGER NOT NULL,
            place INTEGER NOT NULL,
            score BIGINT NOT NULL,
            unit INTEGER NOT NULL,
            begun BIGINT,
            ended BIGINT NOT NULL,
            PRIMARY KEY (table_id, number, seat)
        )""",
        "CREATE INDEX played_by_person ON played (person, ended)",
    ],
    ["ALTER TABLE matches ADD COLUMN position TEXT"],
    [
        # How strong people are (`ratings_sql`), and how a match has changed that.
        """CREATE TABLE ratings (
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            game TEXT NOT NULL,
            seats INTEGER NOT NULL,
            points DOUBLE PRECISION NOT NULL,
            spread DOUBLE PRECISION NOT NULL,
            matches INTEGER NOT NULL,
            provisional INTEGER NOT NULL,
            name TEXT NOT NULL,
            rated BIGINT NOT NULL,
            PRIMARY KEY (person, game, seats)
        )""",
        "CREATE INDEX ratings_by_points ON ratings (game, seats, provisional, points DESC, person)",
        "ALTER TABLE played ADD COLUMN rating_before DOUBLE PRECISION",
        "ALTER TABLE played ADD COLUMN rating DOUBLE PRECISION",
        "ALTER TABLE played ADD COLUMN spread DOUBLE PRECISION",
    ],
    [
        # By what strangers look for a table (`Listing`), and how long matches take.
        "ALTER TABLE tables ADD COLUMN game TEXT",
        "ALTER TABLE tables ADD COLUMN seats INTEGER",
        "ALTER TABLE tables ADD COLUMN pace TEXT",
        "ALTER TABLE tables ADD COLUMN rated INTEGER",
        "ALTER TABLE tables ADD COLUMN fills BIGINT",
        "ALTER TABLE played ADD COLUMN seats INTEGER",
        "CREATE INDEX played_by_length ON played (game, seats, ended)",
    ],
    [
        # When matches by the day are due (`deadlines`), by the database's clock; and when people
        # are not to be expected, in minutes of their day.
        """CREATE TABLE deadlines (
            table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            set_number INTEGER NOT NULL,
            terms TEXT NOT NULL,
            due BIGINT
        )""",
        "CREATE INDEX deadlines_by_due ON deadlines (due)",
        "CREATE INDEX tables_by_pace ON tables (pace, state)",
        "ALTER TABLE people ADD COLUMN zone TEXT",
        "ALTER TABLE people ADD COLUMN quiet_from INTEGER",
        "ALTER TABLE people ADD COLUMN quiet_to INTEGER",
    ],
    [
        # What somebody is who has an owner: `looks` is what no other account may look like.
        "ALTER TABLE people ADD COLUMN owner TEXT REFERENCES people (id) ON DELETE CASCADE",
        "ALTER TABLE people ADD COLUMN looks TEXT",
        "CREATE INDEX people_by_owner ON people (owner)",
        "CREATE UNIQUE INDEX people_by_looks ON people (looks)",
        # They have ladders of their own.
        "ALTER TABLE ratings ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "DROP INDEX ratings_by_points",
        """CREATE INDEX ratings_by_points
            ON ratings (game, seats, owner, provisional, points DESC, person)""",
    ],
    [
        # What deals of the day come from, and who has tried them (`day_deals_sql`).
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL)",
        """CREATE TABLE day_deals (
            day TEXT NOT NULL,
            game TEXT NOT NULL,
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            table_id TEXT NOT NULL,
            PRIMARY KEY (day, game, person)
        )""",
        "CREATE INDEX day_deals_by_person ON day_deals (person)",
        "CREATE INDEX day_deals_by_table ON day_deals (table_id)",
    ],
    [
        # Who is told of what (`notices`): times in milliseconds, by the database's clock.
        """CREATE TABLE addresses (
            address TEXT NOT NULL,
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            confirmed INTEGER NOT NULL,
            wanted INTEGER NOT NULL,
            mailed BIGINT NOT NULL,
            PRIMARY KEY (person, confirmed)
        )""",
        "CREATE UNIQUE INDEX addresses_confirmed ON addresses (address) WHERE confirmed = 1",
        """CREATE TABLE pushes (
            endpoint TEXT PRIMARY KEY,
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            key_id TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
            public TEXT NOT NULL,
            auth TEXT NOT NULL,
            made BIGINT NOT NULL
        )""",
        "CREATE INDEX pushes_by_person ON pushes (person)",
        "CREATE INDEX pushes_by_key ON pushes (key_id)",
        """CREATE TABLE hooks (
            table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
            person TEXT REFERENCES people (id) ON DELETE CASCADE,
            url TEXT NOT NULL
        )""",
        "CREATE INDEX hooks_by_person ON hooks (person)",
        """CREATE TABLE notices (
            id TEXT PRIMARY KEY,
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            set_number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            person TEXT REFERENCES people (id) ON DELETE CASCADE,
            channel TEXT NOT NULL,
            target TEXT NOT NULL,
            due BIGINT NOT NULL,
            tries INTEGER NOT NULL
        )""",
        "CREATE INDEX notices_by_due ON notices (due)",
        "CREATE INDEX notices_by_table ON notices (table_id)",
        "CREATE INDEX notices_by_person ON notices (person)",
    ],
    [
        # Who plays with whom again and again (`groups_sql`), and at which tables.
        "CREATE TABLE groups (id TEXT PRIMARY KEY, title TEXT NOT NULL, made BIGINT NOT NULL)",
        """CREATE TABLE members (
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (group_id, person)
        )""",
        "CREATE INDEX members_by_person ON members (person)",
        """CREATE TABLE tournaments (
            id TEXT PRIMARY KEY,
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            body TEXT NOT NULL,
            made BIGINT NOT NULL
        )""",
        "CREATE INDEX tournaments_by_group ON tournaments (group_id)",
        "ALTER TABLE tables ADD COLUMN group_id TEXT",
        "ALTER TABLE played ADD COLUMN group_id TEXT",
        "CREATE INDEX tables_by_group ON tables (group_id, state)",
        "CREATE INDEX played_by_group ON played (group_id, ended)",
    ],
    [
        # What people have left for decisions to come (`orders`), by the hash of their first token.
        """CREATE TABLE orders (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            holder TEXT NOT NULL,
            person TEXT REFERENCES people (id) ON DELETE CASCADE,
            body TEXT NOT NULL,
            PRIMARY KEY (table_id, holder)
        )""",
        "CREATE INDEX orders_by_person ON orders (person)",
    ],
    ["ALTER TABLE people ADD COLUMN language TEXT"],  # of notices
    ["ALTER TABLE day_deals ADD COLUMN gone INTEGER"],  # 1: dropped for good
]
