-- Two roles with only the privileges they need. Grant one of them to each person's login:
--   CREATE ROLE ann LOGIN PASSWORD '…' IN ROLE studio_writer;
-- Only the owner of the schema can set it up and upgrade it.

CREATE ROLE studio_reader NOLOGIN;
GRANT SELECT ON studio_schema_t, studio_library_t, studio_item_t, studio_content_t,
    agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t, skill_tool_t, skill_dependency_t TO studio_reader;

-- Rows are never deleted: items that are no longer in use have active = false.
CREATE ROLE studio_writer NOLOGIN IN ROLE studio_reader;
GRANT INSERT, UPDATE ON studio_library_t, studio_item_t,
    agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t, skill_tool_t, skill_dependency_t TO studio_writer;
GRANT INSERT ON studio_content_t TO studio_writer;
