-- Version 3. What a tool is beyond the seed's columns, its timeline, the servers and libraries that carry tools out, kept
-- calls and what came of calls, which tools an agent is given by itself, and where things stand on the map.
--
-- What the author allowed to run is not here: a library that is given away must not take it along.

CREATE TABLE tool_detail_t (
    host_id     TEXT NOT NULL,
    tool_id     TEXT NOT NULL,
    spec_source TEXT NOT NULL DEFAULT 'parameters' CHECK (spec_source IN ('signature', 'parameters', 'schema')),
    signature   TEXT NOT NULL DEFAULT '',
    dialect     TEXT NOT NULL DEFAULT 'arrow' CHECK (length(dialect) <= 20),
    schema      TEXT CHECK (json_valid(schema)),
    settings    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
    effect      TEXT CHECK (effect IN ('read', 'write', 'execute')),
    timeout_s   INTEGER NOT NULL DEFAULT 30 CHECK (timeout_s > 0),
    retries     INTEGER NOT NULL DEFAULT 0 CHECK (retries >= 0),
    PRIMARY KEY (host_id, tool_id),
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE
) STRICT;

-- As with skills, what others need is not deleted: no cascade from that side.
CREATE TABLE tool_dependency_t (
    host_id            TEXT NOT NULL,
    tool_id            TEXT NOT NULL,
    depends_on_tool_id TEXT NOT NULL,
    order_index        INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (host_id, tool_id, depends_on_tool_id),
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, depends_on_tool_id) REFERENCES tool_t (host_id, tool_id)
) STRICT;
CREATE INDEX idx_tool_dependency_on ON tool_dependency_t (host_id, depends_on_tool_id);

-- The whole tool at one row version, as the use-case wrote it.
CREATE TABLE tool_version_t (
    host_id           TEXT NOT NULL,
    version_id        TEXT NOT NULL,
    tool_id           TEXT NOT NULL,
    aggregate_version INTEGER NOT NULL,
    created_ts        TEXT NOT NULL,
    user              TEXT NOT NULL CHECK (length(user) <= 126),
    reason            TEXT NOT NULL,
    snapshot          TEXT NOT NULL CHECK (json_valid(snapshot)),
    PRIMARY KEY (host_id, version_id),
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_tool_version_tool ON tool_version_t (host_id, tool_id, aggregate_version);

CREATE TABLE mcp_server_t (
    host_id           TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    server_id         TEXT NOT NULL CHECK (length(server_id) = 36 AND server_id = lower(server_id)),
    name              TEXT NOT NULL CHECK (length(name) <= 126),
    transport         TEXT NOT NULL CHECK (json_valid(transport)),
    is_enabled        INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
    aggregate_version INTEGER DEFAULT 1 NOT NULL,
    active            INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts         TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user       TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, server_id),
    UNIQUE (host_id, name)
) STRICT;

-- What a server offered when it was last asked.
CREATE TABLE mcp_server_check_t (
    host_id    TEXT NOT NULL,
    server_id  TEXT NOT NULL,
    checked_ts TEXT NOT NULL,
    info       TEXT NOT NULL DEFAULT '',
    tools      TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tools)),
    PRIMARY KEY (host_id, server_id),
    FOREIGN KEY (host_id, server_id) REFERENCES mcp_server_t (host_id, server_id) ON DELETE CASCADE
) STRICT;

-- Libraries of implementations. Their tools answer to names, not to rows of tool_t: a specification is bound to them.
CREATE TABLE tool_library_t (
    host_id     TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    name        TEXT NOT NULL CHECK (length(name) <= 126),
    description TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (host_id, name)
) STRICT;
CREATE TABLE tool_library_tool_t (
    host_id      TEXT NOT NULL,
    library_name TEXT NOT NULL,
    name         TEXT NOT NULL CHECK (length(name) <= 126),
    description  TEXT NOT NULL,
    schema       TEXT NOT NULL CHECK (json_valid(schema)),
    behaviour    TEXT NOT NULL CHECK (json_valid(behaviour)),
    PRIMARY KEY (host_id, library_name, name),
    FOREIGN KEY (host_id, library_name) REFERENCES tool_library_t (host_id, name) ON DELETE CASCADE
) STRICT;

-- Kept calls with what they should give. Arguments are the author's text, which need not be JSON.
CREATE TABLE tool_case_t (
    host_id   TEXT NOT NULL,
    case_id   TEXT NOT NULL,
    tool_id   TEXT NOT NULL,
    name      TEXT NOT NULL,
    arguments TEXT NOT NULL,
    expected  TEXT NOT NULL CHECK (json_valid(expected)),
    last      TEXT CHECK (json_valid(last)),
    PRIMARY KEY (host_id, case_id),
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_tool_case_tool ON tool_case_t (host_id, tool_id);

-- What came of calls, by the skill in whose name they were made; none for the test bench.
CREATE TABLE tool_call_count_t (
    host_id  TEXT NOT NULL,
    tool_id  TEXT NOT NULL,
    skill_id TEXT,
    calls    INTEGER NOT NULL,
    failed   INTEGER NOT NULL,
    total_us INTEGER NOT NULL,
    last_ts  TEXT NOT NULL,
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX idx_tool_call_count ON tool_call_count_t (host_id, tool_id, COALESCE(skill_id, ''));
CREATE INDEX idx_tool_call_count_skill ON tool_call_count_t (host_id, skill_id);

-- Tools an agent is given the specification of, beside those its skills bring.
CREATE TABLE agent_tool_t (
    host_id      TEXT NOT NULL,
    agent_def_id TEXT NOT NULL,
    tool_id      TEXT NOT NULL,
    order_index  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (host_id, agent_def_id, tool_id),
    FOREIGN KEY (host_id, agent_def_id) REFERENCES agent_definition_t (host_id, agent_def_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_agent_tool_tool ON agent_tool_t (host_id, tool_id);

-- Where the author left a node. Keys also name what has no row, as a tool that is missing.
CREATE TABLE map_position_t (
    host_id TEXT NOT NULL,
    key     TEXT NOT NULL,
    x       REAL NOT NULL,
    y       REAL NOT NULL,
    PRIMARY KEY (host_id, key)
) STRICT;
