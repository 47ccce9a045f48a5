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

-- Components of agents, and the version of a tool that a link holds on to.

-- What a session of the agent keeps a state for. The state itself belongs to the session: here stands what it begins as.
CREATE TABLE agent_component_t (
    host_id           TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    component_id      TEXT NOT NULL CHECK (length(component_id) = 36 AND component_id = lower(component_id)),
    agent_def_id      TEXT NOT NULL,
    name              TEXT NOT NULL CHECK (length(name) <= 126),
    description       TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 1024),
    prompt            TEXT NOT NULL DEFAULT '',
    state_schema      TEXT CHECK (state_schema IS NULL OR json_valid(state_schema)),
    initial_state     TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(initial_state)),
    order_index       INTEGER NOT NULL DEFAULT 0,
    aggregate_version INTEGER DEFAULT 1 NOT NULL,
    active            INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts         TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user       TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, component_id),
    FOREIGN KEY (host_id, agent_def_id) REFERENCES agent_definition_t (host_id, agent_def_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_agent_component_agent ON agent_component_t (host_id, agent_def_id);
-- What lies in the trash leaves its name to others.
CREATE UNIQUE INDEX idx_agent_component_name ON agent_component_t (host_id, agent_def_id, name) WHERE active = 1;

-- The tools that work on a component's state.
CREATE TABLE component_tool_t (
    host_id           TEXT NOT NULL,
    component_id      TEXT NOT NULL,
    tool_id           TEXT NOT NULL,
    order_index       INTEGER NOT NULL DEFAULT 0,
    aggregate_version INTEGER NOT NULL DEFAULT 1,
    active            INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts         TEXT,
    update_user       TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, component_id, tool_id),
    FOREIGN KEY (host_id, component_id) REFERENCES agent_component_t (host_id, component_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_component_tool_tool ON component_tool_t (host_id, tool_id);

-- The row version of the tool that a skill's link holds on to; no row for whatever is the newest. It goes with the link, and
-- not with the version: a link to a version that is gone says so.
CREATE TABLE skill_tool_pin_t (
    host_id      TEXT NOT NULL,
    skill_id     TEXT NOT NULL,
    tool_id      TEXT NOT NULL,
    tool_version INTEGER NOT NULL CHECK (tool_version > 0),
    PRIMARY KEY (host_id, skill_id, tool_id),
    FOREIGN KEY (host_id, skill_id, tool_id) REFERENCES skill_tool_t (host_id, skill_id, tool_id) ON DELETE CASCADE
) STRICT;
