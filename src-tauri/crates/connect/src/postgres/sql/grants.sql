-- What the roles may do, where there are such roles: this and no more. Nobody deletes: what is taken out of use stays with
-- active = false.
DO $$
DECLARE
    found TEXT;
BEGIN
    -- The roles belong to all databases of a server: somebody may have made them for something else.
    SELECT string_agg(r.rolname, ', ') INTO found FROM pg_roles r
        WHERE r.rolname IN ('studio_reader', 'studio_writer') AND (r.rolsuper OR r.rolbypassrls OR pg_has_role(r.oid,
            (SELECT c.relowner FROM pg_class c WHERE c.oid = 'studio_library_t'::regclass), 'MEMBER'));
    IF found IS NOT NULL THEN
        RAISE EXCEPTION 'nothing keeps apart who has the role %: it is a superuser, has BYPASSRLS or owns the tables. Take that from it',
            found USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF to_regrole('studio_reader') IS NOT NULL THEN
        REVOKE ALL ON studio_schema_t, studio_member_t, studio_tenant_t, studio_library_t, studio_item_t, studio_content_t,
            agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t, skill_tool_t, skill_dependency_t
            FROM studio_reader;
        GRANT SELECT ON studio_schema_t, studio_member_t, studio_library_t, studio_item_t, studio_content_t,
            agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t, skill_tool_t, skill_dependency_t
            TO studio_reader;
    END IF;
    IF to_regrole('studio_writer') IS NOT NULL THEN
        REVOKE ALL ON studio_schema_t, studio_member_t, studio_tenant_t, studio_library_t, studio_item_t, studio_content_t,
            agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t, skill_tool_t, skill_dependency_t
            FROM studio_writer;
        GRANT SELECT ON studio_schema_t, studio_member_t, studio_library_t, studio_item_t, studio_content_t,
            agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t, skill_tool_t, skill_dependency_t
            TO studio_writer;
        GRANT UPDATE (revision) ON studio_library_t TO studio_writer;
        GRANT INSERT, UPDATE ON studio_item_t, agent_definition_t, skill_t, tool_t, tool_param_t, agent_skill_t,
            skill_tool_t, skill_dependency_t TO studio_writer;
        GRANT INSERT ON studio_content_t TO studio_writer;
        GRANT EXECUTE ON FUNCTION studio_create_library(TEXT, NAME) TO studio_writer;
    END IF;
END $$;
