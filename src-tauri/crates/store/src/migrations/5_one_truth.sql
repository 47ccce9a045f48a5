-- Version 5. One truth about a skill: its links, what it says of itself, and what lies in the trash.

-- The tools a skill's file lists are its links: until now an import made none. What is linked and not listed stays, and is
-- found by lint.
INSERT OR IGNORE INTO skill_tool_t (host_id, skill_id, tool_id)
SELECT d.host_id, d.skill_id, t.tool_id
FROM skill_document_t d
JOIN json_each(d.allowed_tools) listed
JOIN tool_t t ON t.host_id = d.host_id AND t.active = 1
    AND t.name = trim(substr(listed.value, 1, instr(listed.value || '(', '(') - 1))
WHERE d.broken_code IS NULL
ORDER BY d.host_id, d.skill_id, listed.key;

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
