-- Format 6. Each part stands under a heading of its own.

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
