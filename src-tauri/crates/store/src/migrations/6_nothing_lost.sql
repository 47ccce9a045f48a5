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

-- json_valid(NULL) is 0 in SQLite before 3.45 and NULL since: there, a library of ours showed an error for every value that
-- may be missing. Columns are added and dropped in place, so that every table keeps the page it begins on.
ALTER TABLE tool_param_t ADD COLUMN given TEXT CHECK (given IS NULL OR json_valid(given));
UPDATE tool_param_t SET given = default_value WHERE default_value IS NOT NULL;
ALTER TABLE tool_param_t DROP COLUMN default_value;
ALTER TABLE tool_param_t RENAME COLUMN given TO default_value;
ALTER TABLE tool_param_t ADD COLUMN given TEXT CHECK (given IS NULL OR json_valid(given));
UPDATE tool_param_t SET given = validation_schema WHERE validation_schema IS NOT NULL;
ALTER TABLE tool_param_t DROP COLUMN validation_schema;
ALTER TABLE tool_param_t RENAME COLUMN given TO validation_schema;
ALTER TABLE tool_detail_t ADD COLUMN given TEXT CHECK (given IS NULL OR json_valid(given));
UPDATE tool_detail_t SET given = schema WHERE schema IS NOT NULL;
ALTER TABLE tool_detail_t DROP COLUMN schema;
ALTER TABLE tool_detail_t RENAME COLUMN given TO schema;
ALTER TABLE tool_case_t ADD COLUMN given TEXT CHECK (given IS NULL OR json_valid(given));
UPDATE tool_case_t SET given = last WHERE last IS NOT NULL;
ALTER TABLE tool_case_t DROP COLUMN last;
ALTER TABLE tool_case_t RENAME COLUMN given TO last;
ALTER TABLE agent_skill_t ADD COLUMN given TEXT DEFAULT '{}' CHECK (given IS NULL OR json_valid(given));
UPDATE agent_skill_t SET given = config;
ALTER TABLE agent_skill_t DROP COLUMN config;
ALTER TABLE agent_skill_t RENAME COLUMN given TO config;
ALTER TABLE skill_tool_t ADD COLUMN given TEXT DEFAULT '{}' CHECK (given IS NULL OR json_valid(given));
UPDATE skill_tool_t SET given = config;
ALTER TABLE skill_tool_t DROP COLUMN config;
ALTER TABLE skill_tool_t RENAME COLUMN given TO config;
