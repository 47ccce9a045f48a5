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
