-- Format 7.

-- What is written in the form of a tool, server or agent and not saved yet, or as the arguments of a call. It may hold secrets, so `sealed` is encrypted
-- before it comes here, with a key that is in no library. `row_id` is empty for a row that is being written for the first time.
CREATE TABLE form_draft_t (
    host_id     TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('tool', 'server', 'agent', 'call')),
    row_id      TEXT NOT NULL,
    row_version INTEGER NOT NULL,
    sealed      BLOB NOT NULL,
    saved_ts    TEXT NOT NULL,
    PRIMARY KEY (host_id, kind, row_id)
) STRICT;
-- It goes with its row. No foreign key: a form may be of what is not stored, such as a server that only tools name.
CREATE TRIGGER form_draft_of_tool AFTER DELETE ON tool_t BEGIN
    DELETE FROM form_draft_t WHERE host_id = OLD.host_id AND kind IN ('tool', 'call') AND row_id = OLD.tool_id;
END;
CREATE TRIGGER form_draft_of_server AFTER DELETE ON mcp_server_t BEGIN
    DELETE FROM form_draft_t WHERE host_id = OLD.host_id AND kind = 'server' AND row_id = OLD.server_id;
END;
CREATE TRIGGER form_draft_of_agent AFTER DELETE ON agent_definition_t BEGIN
    DELETE FROM form_draft_t WHERE host_id = OLD.host_id AND kind = 'agent' AND row_id = OLD.agent_def_id;
END;
