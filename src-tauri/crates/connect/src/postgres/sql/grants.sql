-- What the roles may do, where there are such roles. Nobody deletes: what is taken out of use stays with active = false.
DO $$
BEGIN
    IF to_regrole('studio_reader') IS NOT NULL THEN
        GRANT SELECT ON studio_schema_t, studio_member_t, studio_library_t, studio_item_t, studio_content_t,
            agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t, skill_tool_t, skill_dependency_t
            TO studio_reader;
    END IF;
    IF to_regrole('studio_writer') IS NOT NULL THEN
        REVOKE INSERT, UPDATE ON studio_library_t FROM studio_writer;
        GRANT UPDATE (revision) ON studio_library_t TO studio_writer;
        GRANT INSERT, UPDATE ON studio_item_t, agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t,
            skill_tool_t, skill_dependency_t TO studio_writer;
        GRANT INSERT ON studio_content_t TO studio_writer;
        GRANT EXECUTE ON FUNCTION studio_create_library(TEXT, NAME) TO studio_writer;
    END IF;
END $$;
