"""What is asked of PostgreSQL. A statement is a transaction of its own: each costs one way there and back."""

from __future__ import annotations

# No row is trusted to be whole.
LINE_TIME = "CASE WHEN json_typeof(said -> 'at') = 'number' THEN (said ->> 'at')::double precision END"

# Only what continues a table: the first new line of each follows one that is there. A place that is taken is an error,
# and nothing is written: two plays' lines would mix if those were left out that are there already.
INSERT = """
    INSERT INTO parlor.lines (table_id, line, said, receipt)
    SELECT table_id, line, said, receipt
    FROM unnest($1::text[], $2::integer[], $3::json[], $4::bigint[], $5::integer[])
        AS new (table_id, line, said, receipt, first)
    WHERE CASE first WHEN 1 THEN EXISTS (SELECT FROM parlor.tables WHERE id = new.table_id)
        ELSE EXISTS (SELECT FROM parlor.lines AS old WHERE old.table_id = new.table_id AND old.line = first - 1)
    END
    ORDER BY new.table_id COLLATE "C", new.line
"""

RECEIPTS = """
    SELECT table_id, line, receipt FROM parlor.lines JOIN unnest($1::text[], $2::integer[]) AS asked (id, number)
    ON table_id = id AND line = number
"""

# The row is locked by its update and its version looked at again, so that of two only one finds what it expects. The
# last receipts stay: somebody else may have changed the table before an answer is found to be lost.
CHANGE = """
    WITH changed AS (
        UPDATE parlor.tables SET about = coalesce($2::json, about), version = coalesce($4::bigint, version),
            finished = finished OR $5::boolean, touched = $6::double precision,
            receipts = (receipts || $7::bigint)[greatest(1, cardinality(receipts) - 6):]
        WHERE id = $1::text AND ($2::json IS NULL OR version = $3::bigint) AND (
            $8::integer <= 1 OR EXISTS (SELECT FROM parlor.lines WHERE table_id = $1::text AND line = $8::integer - 1)
        ) RETURNING id
    ), said AS (
        INSERT INTO parlor.lines (table_id, line, said, receipt)
        SELECT new.table_id, new.line, new.said, $7::bigint
        FROM changed, unnest($9::text[], $10::integer[], $11::json[]) AS new (table_id, line, said)
        ORDER BY new.table_id COLLATE "C", new.line
    ), again AS (
        INSERT INTO parlor.tables (id, about, version, finished, touched, receipts)
        SELECT $12::text, $13::json, $14::bigint, $15::boolean, $16::double precision, ARRAY[$7::bigint]
        FROM changed WHERE $12::text IS NOT NULL
    )
    SELECT count(*) FROM changed
"""

CREATE = """
    WITH made AS (
        INSERT INTO parlor.tables (id, about, version, finished, touched, receipts)
        VALUES ($1, $2, $3, $4, $5, ARRAY[$6::bigint]) RETURNING id
    )
    INSERT INTO parlor.lines (table_id, line, said, receipt)
    SELECT new.table_id, new.line, new.said, $6
    FROM made, unnest($7::text[], $8::integer[], $9::json[]) AS new (table_id, line, said)
"""

# One statement, so that both are of one moment.
LOAD = """
    SELECT about, finished, ARRAY(SELECT line FROM parlor.lines WHERE table_id = id ORDER BY line),
        ARRAY(SELECT said FROM parlor.lines WHERE table_id = id ORDER BY line)
    FROM parlor.tables WHERE id = $1
"""

COUNT = "SELECT (SELECT count(*) FROM parlor.tables), pg_database_size(current_database())"

TOUCH = """
    UPDATE parlor.tables SET touched = greatest(touched, at)
    FROM unnest($1::text[], $2::double precision[]) AS played (played, at) WHERE id = played
"""

# A process lives as long as it says so, by the clock of the database, which may be set back.
LIVE_SECONDS = 3.0
LIVES = f"abs(extract(epoch FROM clock_timestamp() - beat)) < {LIVE_SECONDS}"

# A kill, or a full disk, may have come before it was written down when a table was last played at.
EXPIRE = f"""
    WITH idle AS (
        SELECT id FROM parlor.tables
        WHERE touched < $1 AND id <> ALL ($2::text[])
        AND (finished OR NOT EXISTS (SELECT FROM parlor.lines WHERE table_id = id AND {LINE_TIME} >= $1))
        AND NOT EXISTS (
            SELECT FROM parlor.hosted JOIN parlor.processes ON name = process
            WHERE table_id = id AND readers > 0 AND {LIVES}
        )
        ORDER BY id FOR UPDATE
    ), said AS (DELETE FROM parlor.lines USING idle WHERE table_id = idle.id)
    DELETE FROM parlor.tables USING idle WHERE tables.id = idle.id RETURNING tables.id
"""

BEAT = "INSERT INTO parlor.alive VALUES (true, $1) ON CONFLICT (one) DO UPDATE SET at = $1"

# Lines may be later than the last beat; what is no time at all is none of any row.
LAST_ALIVE = f"""
    SELECT max(at) FROM (
        SELECT at FROM parlor.alive UNION ALL SELECT touched FROM parlor.tables
        UNION ALL SELECT {LINE_TIME} FROM parlor.tables JOIN parlor.lines ON table_id = id WHERE NOT finished
    ) AS known (at) WHERE at BETWEEN 0 AND 1e11
"""

# Who lives beside the one that says so, and how late it is in the house by each of them.
LIVE = f"""
    WITH own AS (
        INSERT INTO parlor.processes VALUES ($1, clock_timestamp(), $2, $3, $4)
        ON CONFLICT (name) DO UPDATE SET beat = clock_timestamp(), house = $2, rules = $3, metrics = $4
    )
    SELECT name, rules, house + greatest(0, extract(epoch FROM clock_timestamp() - beat)::double precision)
    FROM parlor.processes WHERE name <> $1 AND {LIVES}
"""

DIE = """
    WITH had AS (DELETE FROM parlor.hosted WHERE process = $1) DELETE FROM parlor.processes WHERE name = $1
"""

# What the dead leave behind.
BURY = f"""
    WITH dead AS (
        DELETE FROM parlor.processes WHERE NOT {LIVES} AND beat < clock_timestamp() - interval '1 minute' RETURNING name
    )
    DELETE FROM parlor.hosted USING dead WHERE process = name
"""

METRICS = f"SELECT name, metrics FROM parlor.processes WHERE {LIVES} ORDER BY name"

HOST = """
    INSERT INTO parlor.hosted
    SELECT id, $1, seats::integer[], readers
    FROM unnest($2::text[], $3::text[], $4::integer[]) AS new (id, seats, readers)
    ORDER BY id COLLATE "C"
    ON CONFLICT (table_id, process) DO UPDATE SET seats = excluded.seats, readers = excluded.readers
"""
FORGET = "DELETE FROM parlor.hosted WHERE process = $1 AND table_id = ANY ($2::text[])"

# All of one moment: what a table is if that has changed, its lines after one that is known, and who has it.
SINCE = f"""
    SELECT asked.id, version, CASE WHEN version <> asked.known THEN about END,
        ARRAY(SELECT said FROM parlor.lines WHERE table_id = asked.id AND line > asked.line ORDER BY line),
        ARRAY(SELECT receipt FROM parlor.lines WHERE table_id = asked.id AND line > asked.line ORDER BY line),
        (SELECT json_object_agg(process, json_build_array(seats, readers)) FROM parlor.hosted
            JOIN parlor.processes ON name = process WHERE table_id = asked.id AND process <> $4 AND {LIVES})
    FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS asked (id, line, known)
    LEFT JOIN parlor.tables ON tables.id = asked.id
"""

# Where something comes to pass though nobody looks on, and which no process has that lives.
ORPHANS = f"""
    SELECT id, about ->> 'game', (about ->> 'rules')::integer FROM parlor.tables
    WHERE NOT finished AND (json_typeof(about -> 'clock') <> 'null' OR about::text LIKE '%"webhook":"%')
    AND NOT EXISTS (
        SELECT FROM parlor.hosted JOIN parlor.processes ON name = process WHERE table_id = id AND {LIVES}
    )
"""

PRESENT = f"""
    SELECT table_id, sum(cardinality(seats)) FROM parlor.hosted JOIN parlor.processes ON name = process
    WHERE {LIVES} GROUP BY table_id
"""

LISTED = """
    SELECT id FROM parlor.tables WHERE NOT finished AND (about ->> 'listed')::boolean ORDER BY touched DESC LIMIT $1
"""
