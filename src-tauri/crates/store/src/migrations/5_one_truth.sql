-- Version 5. One truth about a skill: its links, what it says of itself, and what lies in the trash.

-- A tool that comes is linked where it is listed, without a look at every skill.
CREATE INDEX idx_skill_document_tools ON skill_document_t (host_id, skill_id, allowed_tools, broken_code)
    WHERE allowed_tools <> '[]';

-- The tools a skill's file lists are its links: until now an import made none. What is linked and not listed stays, and is
-- found by lint.
INSERT OR IGNORE INTO skill_tool_t (host_id, skill_id, tool_id)
SELECT d.host_id, d.skill_id, t.tool_id
FROM skill_document_t d
JOIN json_each(d.allowed_tools) listed
JOIN tool_t t ON t.host_id = d.host_id AND t.active = 1
    AND t.name = trim(substr(listed.value, 1, instr(listed.value || '(', '(') - 1))
WHERE d.allowed_tools <> '[]' AND d.broken_code IS NULL
ORDER BY d.host_id, d.skill_id, listed.key;

-- The trash. What lies in it leaves its name to others: UNIQUE (host_id, agent_name) stays as the requirement has it, so a
-- trashed agent's row holds its id there, and the name stands here. Servers do as agents do.
ALTER TABLE agent_detail_t ADD COLUMN trashed_name TEXT CHECK (length(trashed_name) <= 126);
ALTER TABLE mcp_server_t ADD COLUMN trashed_name TEXT CHECK (length(trashed_name) <= 126);
INSERT OR IGNORE INTO agent_detail_t (host_id, agent_def_id)
    SELECT host_id, agent_def_id FROM agent_definition_t WHERE active = 0;
UPDATE agent_detail_t SET trashed_name = a.agent_name FROM agent_definition_t a
    WHERE a.host_id = agent_detail_t.host_id AND a.agent_def_id = agent_detail_t.agent_def_id AND a.active = 0;
UPDATE agent_definition_t SET agent_name = agent_def_id WHERE active = 0;
UPDATE mcp_server_t SET trashed_name = name, name = server_id WHERE active = 0;
-- What a tool needs and what an agent is given are links as the seed's are: with a version and a state.
ALTER TABLE tool_dependency_t ADD COLUMN aggregate_version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tool_dependency_t ADD COLUMN active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1));
ALTER TABLE tool_dependency_t ADD COLUMN update_ts TEXT;
ALTER TABLE tool_dependency_t ADD COLUMN update_user TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126);
ALTER TABLE agent_tool_t ADD COLUMN aggregate_version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE agent_tool_t ADD COLUMN active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1));
ALTER TABLE agent_tool_t ADD COLUMN update_ts TEXT;
ALTER TABLE agent_tool_t ADD COLUMN update_user TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126);
CREATE INDEX idx_skill_document_trash ON skill_document_t (host_id, trashed_ts) WHERE trashed_ts IS NOT NULL;

-- What a description means stands in its row, too: 384 floats of the name and the description together, written in the
-- background. Whoever changes one of them need not know: what the vector no longer says goes with the change.
CREATE TRIGGER skill_vector_is_old AFTER UPDATE OF name, description ON skill_t
WHEN new.description_embedding IS NOT NULL
    AND (new.name IS NOT old.name OR new.description IS NOT old.description)
BEGIN
    UPDATE skill_t SET description_embedding = NULL WHERE host_id = new.host_id AND skill_id = new.skill_id;
END;
CREATE TRIGGER tool_vector_is_old AFTER UPDATE OF name, description ON tool_t
WHEN new.description_embedding IS NOT NULL
    AND (new.name IS NOT old.name OR new.description IS NOT old.description)
BEGIN
    UPDATE tool_t SET description_embedding = NULL WHERE host_id = new.host_id AND tool_id = new.tool_id;
END;
-- What still lacks one is found without a walk through ten thousand rows and their texts.
CREATE INDEX idx_skill_without_vector ON skill_t (host_id, skill_id) WHERE description_embedding IS NULL;
CREATE INDEX idx_tool_without_vector ON tool_t (host_id, tool_id) WHERE description_embedding IS NULL;
