-- Version 4. Changes of many skills at once, which are undone as one; what lint found in each skill, and what of it the
-- author chose to ignore.

CREATE TABLE change_set_t (
    host_id       TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    change_set_id TEXT NOT NULL CHECK (length(change_set_id) = 36 AND change_set_id = lower(change_set_id)),
    kind          TEXT NOT NULL CHECK (length(kind) <= 20),
    title         TEXT NOT NULL,
    created_ts    TEXT NOT NULL,
    user          TEXT NOT NULL CHECK (length(user) <= 126),
    PRIMARY KEY (host_id, change_set_id)
) STRICT;

-- One thing a set changed, before and after: the hash of a file's content (NULL where there was no file; the contents are
-- in the skill's timeline), the name of a group, or whether the skill is active.
CREATE TABLE change_set_item_t (
    host_id       TEXT NOT NULL,
    change_set_id TEXT NOT NULL,
    order_index   INTEGER NOT NULL,
    skill_id      TEXT NOT NULL,
    aspect        TEXT NOT NULL CHECK (aspect IN ('file', 'group', 'active')),
    path          TEXT NOT NULL DEFAULT '',
    before        TEXT,
    after         TEXT,
    is_undone     INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
    PRIMARY KEY (host_id, change_set_id, order_index),
    FOREIGN KEY (host_id, change_set_id) REFERENCES change_set_t (host_id, change_set_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_change_set_item_skill ON change_set_item_t (host_id, skill_id);
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
-- Where a skill was imported from: the folder the author chose, and its skill file below it. It outlives the link, so that
-- an unlinked skill can be linked again, and a moved folder be told its new place once for all its skills.
CREATE TABLE skill_origin_t (
    host_id  TEXT NOT NULL,
    skill_id TEXT NOT NULL,
    root     TEXT NOT NULL,
    path     TEXT NOT NULL,
    PRIMARY KEY (host_id, skill_id),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_skill_origin_root ON skill_origin_t (host_id, root);
-- Older libraries did not keep what was chosen: the folder around each linked one stands for it.
INSERT INTO skill_origin_t (host_id, skill_id, root, path)
    SELECT host_id, skill_id, rtrim(rtrim(folder, replace(folder, '/', '')), '/'),
        substr(folder, length(rtrim(folder, replace(folder, '/', ''))) + 1) || '/' || skill_file
    FROM skill_link_t WHERE folder LIKE '/_%/_%';

-- What lint found in each skill's file when that was last read, in the order of the text. `subject` is what a finding is
-- about: as long as it says the same, an ignored finding stays ignored.
CREATE TABLE skill_finding_t (
    host_id     TEXT NOT NULL,
    skill_id    TEXT NOT NULL,
    order_index INTEGER NOT NULL,
    severity    TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'info')),
    code        TEXT NOT NULL,
    message     TEXT NOT NULL,
    subject     TEXT NOT NULL,
    from_line   INTEGER NOT NULL,
    from_column INTEGER NOT NULL,
    to_line     INTEGER NOT NULL,
    to_column   INTEGER NOT NULL,
    has_fix     INTEGER NOT NULL CHECK (has_fix IN (0, 1)),
    PRIMARY KEY (host_id, skill_id, order_index),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE TABLE ignored_finding_t (
    host_id    TEXT NOT NULL,
    skill_id   TEXT NOT NULL,
    code       TEXT NOT NULL,
    subject    TEXT NOT NULL,
    reason     TEXT NOT NULL DEFAULT '',
    created_ts TEXT NOT NULL,
    PRIMARY KEY (host_id, skill_id, code, subject),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
