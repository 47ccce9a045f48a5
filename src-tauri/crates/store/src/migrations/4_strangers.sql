-- Version 4. What keeps work on other people's folders from being lost: steps that can still be undone after a restart.

-- What can be undone and done again, a list of steps for each place one works in. A history goes with the row it is of; the
-- map's is of no row.
CREATE TABLE undo_history_t (
    host_id      TEXT NOT NULL,
    scope        TEXT NOT NULL,
    skill_id     TEXT,
    path         TEXT,
    tool_id      TEXT,
    server_id    TEXT,
    agent_def_id TEXT,
    basis        TEXT NOT NULL DEFAULT '',
    done         TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(done)),
    undone       TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(undone)),
    PRIMARY KEY (host_id, scope),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, server_id) REFERENCES mcp_server_t (host_id, server_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, agent_def_id) REFERENCES agent_definition_t (host_id, agent_def_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_undo_history_skill ON undo_history_t (host_id, skill_id, path);
CREATE INDEX idx_undo_history_tool ON undo_history_t (host_id, tool_id);
CREATE INDEX idx_undo_history_server ON undo_history_t (host_id, server_id);
CREATE INDEX idx_undo_history_agent ON undo_history_t (host_id, agent_def_id);
