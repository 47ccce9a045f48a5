-- Format 6. Each part stands under a heading of its own.

-- What rescuing a damaged library came to, and what of each table, for as long as the library lives.
CREATE TABLE salvage_t (
    salvaged_ts TEXT NOT NULL PRIMARY KEY,
    kept        TEXT NOT NULL,
    altered     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(altered)),
    repairs     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(repairs))
) STRICT;
CREATE TABLE salvage_table_t (
    salvaged_ts TEXT NOT NULL,
    place       INTEGER NOT NULL,
    table_name  TEXT NOT NULL,
    rows_before INTEGER NOT NULL,
    rescued     INTEGER NOT NULL,
    repaired    INTEGER NOT NULL,
    altered     INTEGER NOT NULL,
    lost        INTEGER NOT NULL,
    is_exact    INTEGER NOT NULL CHECK (is_exact IN (0, 1)),
    PRIMARY KEY (salvaged_ts, place),
    FOREIGN KEY (salvaged_ts) REFERENCES salvage_t (salvaged_ts) ON DELETE CASCADE
) STRICT;
