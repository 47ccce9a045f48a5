-- Keeps the libraries of one server apart: a login reads the rows of the libraries it is a member of, writes those it is a
-- writer of, and meets no others. Every row stays as it is. It may be run again.
--
-- The owner of the tables is bound by it, too. Superusers and logins with BYPASSRLS are not; light-4j's own login, which
-- works for every tenant, needs that (ALTER ROLE its_login BYPASSRLS), and so does pg_dump.

-- Which libraries there are, for who owns the server: to everybody else, and to Skill Studio, a name there says nothing.
CREATE TABLE IF NOT EXISTS studio_tenant_t (
    host_id UUID NOT NULL PRIMARY KEY,
    name    VARCHAR(126) NOT NULL
);

-- Who may do what in which library. A role stands for every login that inherits from it. Where there is one library,
-- whoever could read or write it still can. Where there are several, nobody can tell who belongs to which: nobody is a
-- member until the server's owner says so with studio_grant.
DO $$
BEGIN
    IF to_regclass('studio_member_t') IS NOT NULL THEN
        RETURN;
    END IF;
    INSERT INTO studio_tenant_t SELECT host_id, name FROM studio_library_t ON CONFLICT DO NOTHING;
    CREATE TABLE studio_member_t (
        host_id UUID NOT NULL,
        member  REGROLE NOT NULL,
        access  VARCHAR(10) NOT NULL CHECK (access IN ('reader', 'writer')),
        PRIMARY KEY (host_id, member)
    );
    IF (SELECT count(*) FROM studio_library_t) = 1 THEN
        INSERT INTO studio_member_t
            SELECT l.host_id, r.oid, CASE WHEN has_table_privilege(r.oid, 'studio_item_t', 'INSERT') THEN 'writer' ELSE 'reader' END
            FROM studio_library_t l, pg_roles r
            WHERE r.rolcanlogin AND NOT r.rolsuper AND has_table_privilege(r.oid, 'studio_item_t', 'SELECT');
    ELSIF EXISTS (SELECT FROM studio_library_t) THEN
        RAISE WARNING 'several libraries are here: say who is a member of %',
            (SELECT string_agg(format('%s (%s)', name, host_id), ', ') FROM studio_library_t)
            USING HINT = 'SELECT studio_grant(''LIBRARY'', ''LOGIN'', ''writer'');';
    END IF;
END $$;

-- Everybody sees their own memberships; only the owner of this table sees and makes others'.
ALTER TABLE studio_member_t ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS studio_own ON studio_member_t;
CREATE POLICY studio_own ON studio_member_t FOR SELECT USING (pg_has_role(current_user, member, 'USAGE'));
GRANT SELECT ON studio_member_t TO PUBLIC;

-- What is read is a member's, what is written a writer's.
DO $$
DECLARE
    place TEXT;
    member TEXT := 'host_id IN (SELECT m.host_id FROM studio_member_t m WHERE pg_has_role(current_user, m.member, ''USAGE''))';
    writer TEXT := 'host_id IN (SELECT m.host_id FROM studio_member_t m WHERE pg_has_role(current_user, m.member, ''USAGE'')
        AND m.access = ''writer'')';
BEGIN
    FOREACH place IN ARRAY ARRAY['studio_library_t', 'studio_item_t', 'studio_content_t', 'agent_definition_t', 'skill_t',
        'tool_t', 'tool_param_t', 'agent_skill_t', 'skill_tool_t', 'skill_dependency_t']
    LOOP
        EXECUTE format('DROP POLICY IF EXISTS studio_read ON %I', place);
        EXECUTE format('DROP POLICY IF EXISTS studio_write ON %I', place);
        EXECUTE format('CREATE POLICY studio_read ON %I FOR SELECT USING (%s)', place, member);
        EXECUTE format('CREATE POLICY studio_write ON %I USING (%s) WITH CHECK (%s)', place, writer, writer);
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', place);
    END LOOP;
END $$;

-- A library's name tells nobody that there is another one of that name.
ALTER TABLE studio_library_t DROP CONSTRAINT IF EXISTS studio_library_t_name_key;

-- Makes a library, with its maker as a writer; gives the tenant that its rows bear. Nobody chooses that: rows that are
-- there already would be theirs.
CREATE OR REPLACE FUNCTION studio_create_library(library TEXT, maker NAME DEFAULT current_user) RETURNS UUID
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    made UUID := gen_random_uuid();
BEGIN
    -- Whoever calls this can be only who they are.
    IF NOT pg_has_role(session_user, maker, 'MEMBER') THEN
        RAISE insufficient_privilege USING MESSAGE = format('%s can''t make a library for %s', session_user, maker);
    END IF;
    INSERT INTO studio_tenant_t (host_id, name) VALUES (made, library);
    INSERT INTO studio_member_t (host_id, member, access) VALUES (made, quote_ident(maker)::regrole, 'writer');
    INSERT INTO studio_library_t (host_id, library_id, name) VALUES (made, gen_random_uuid(), library);
    RETURN made;
END $$;
REVOKE ALL ON FUNCTION studio_create_library(TEXT, NAME) FROM PUBLIC;

-- Only that makes libraries: it runs as the owner of the table, who is bound like everybody else.
DROP POLICY IF EXISTS studio_create ON studio_library_t;
CREATE POLICY studio_create ON studio_library_t FOR INSERT WITH CHECK (
    pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = 'studio_library_t'::regclass), 'USAGE'));

-- The tenant of a library that is named, by its name or its id.
CREATE OR REPLACE FUNCTION studio_tenant_of(library TEXT) RETURNS UUID LANGUAGE plpgsql STABLE AS $$
DECLARE
    found UUID[] := ARRAY(SELECT host_id FROM studio_tenant_t WHERE name = library OR host_id::TEXT = library ORDER BY 1);
BEGIN
    IF cardinality(found) <> 1 THEN
        RAISE EXCEPTION '% libraries are called "%"; see TABLE studio_tenant_t', cardinality(found), library
            USING HINT = 'Give the host_id instead of the name.';
    END IF;
    RETURN found[1];
END $$;

-- Makes a role a reader or a writer of a library: SELECT studio_grant('team', 'ann', 'writer');
CREATE OR REPLACE FUNCTION studio_grant(library TEXT, login TEXT, may TEXT DEFAULT 'reader') RETURNS VOID
LANGUAGE sql AS $$
    INSERT INTO studio_member_t (host_id, member, access)
    VALUES (studio_tenant_of(library), quote_ident(login)::regrole, may)
    ON CONFLICT (host_id, member) DO UPDATE SET access = excluded.access
$$;

-- Takes that back: SELECT studio_revoke('team', 'ann');
CREATE OR REPLACE FUNCTION studio_revoke(library TEXT, login TEXT) RETURNS VOID LANGUAGE sql AS $$
    DELETE FROM studio_member_t WHERE host_id = studio_tenant_of(library) AND member = quote_ident(login)::regrole
$$;

-- These know their tables by schema, whatever a caller calls the same.
DO $$
DECLARE
    home TEXT := (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = 'studio_library_t'::regclass);
    own REGPROCEDURE;
BEGIN
    FOREACH own IN ARRAY ARRAY['studio_create_library(text, name)', 'studio_tenant_of(text)',
        'studio_grant(text, text, text)', 'studio_revoke(text, text)']::REGPROCEDURE[]
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %s, pg_temp', own, home);
    END LOOP;
END $$;

