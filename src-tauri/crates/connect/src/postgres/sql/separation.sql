-- Keeps the libraries of one server apart: a login reads the rows of the libraries it is a member of, writes those it is a
-- writer of, and meets no others. Every row stays as it is. It may be run again.
--
-- The owner of the tables is bound by it, too. Superusers and logins with BYPASSRLS are not; light-4j's own login, which
-- works for every tenant, needs that (ALTER ROLE its_login BYPASSRLS), and so does pg_dump.

-- What somebody else makes in the schema, such as an operator or a function that fits better than PostgreSQL's own, runs with
-- the rights of whoever comes by: nobody who shares may make anything there, or has done so. Each comparison here is one of
-- types that PostgreSQL has itself.
DO $$
DECLARE
    home OID;
    owner OID;
    host OID;
    found TEXT;
BEGIN
    SELECT c.relnamespace, c.relowner, n.nspowner INTO home, owner, host FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = 'studio_library_t'::regclass::oid;
    IF has_schema_privilege('public'::name, home, 'CREATE'::text) THEN
        EXECUTE 'REVOKE CREATE ON SCHEMA ' || home::regnamespace::text || ' FROM PUBLIC';
    END IF;
    IF has_schema_privilege('public'::name, home, 'CREATE'::text) THEN
        RAISE EXCEPTION 'every login can create objects in the schema %. As its owner, run REVOKE CREATE ON SCHEMA % FROM PUBLIC',
            home::regnamespace, home::regnamespace USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT string_agg(r.oid::regrole::text, ', '::text) INTO found FROM pg_roles r
        WHERE NOT pg_has_role(r.oid, owner, 'USAGE'::text) AND NOT pg_has_role(r.oid, host, 'USAGE'::text)
        AND has_schema_privilege(r.oid, home, 'CREATE'::text)
        AND (has_table_privilege(r.oid, 'studio_library_t'::regclass::oid, 'SELECT'::text) OR EXISTS (SELECT FROM pg_roles s
            WHERE (s.rolname = 'studio_reader'::name OR s.rolname = 'studio_writer'::name)
            AND pg_has_role(r.oid, s.oid, 'USAGE'::text)));
    IF found IS NOT NULL THEN
        RAISE EXCEPTION 'who shares libraries can create objects in the schema %. As its owner, run REVOKE CREATE ON SCHEMA % FROM %',
            home::regnamespace, home::regnamespace, found USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT string_agg(o.what, ', '::text) INTO found FROM (
        SELECT p.oid::regprocedure::text AS what, p.proowner AS maker, p.oid AS id FROM pg_proc p
            WHERE p.pronamespace = home
        UNION ALL
        SELECT p.oid::regoperator::text, p.oprowner, p.oid FROM pg_operator p WHERE p.oprnamespace = home
        UNION ALL
        SELECT c.oid::regclass::text, c.relowner, c.oid FROM pg_class c WHERE c.relnamespace = home
            AND (c.relname = 'studio_tenant_t'::name OR c.relname = 'studio_member_t'::name)
    ) o WHERE NOT pg_has_role(o.maker, owner, 'USAGE'::text) AND NOT pg_has_role(o.maker, host, 'USAGE'::text)
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.id AND d.deptype = 'e');
    IF found IS NOT NULL THEN
        RAISE EXCEPTION 'others than the owner % have created what would run in the schema %: %. Drop it, or make % its owner',
            owner::regrole, home::regnamespace, found, owner::regrole USING ERRCODE = 'insufficient_privilege';
    END IF;
END $$;

-- Which libraries there are, for who owns the server: to everybody else, and to Skill Studio, a name there says nothing.
CREATE TABLE IF NOT EXISTS studio_tenant_t (
    host_id UUID NOT NULL PRIMARY KEY,
    name    VARCHAR(126) NOT NULL
);
-- To its owner alone, whatever rights new tables come with here.
REVOKE ALL ON studio_tenant_t FROM PUBLIC;
ALTER TABLE studio_tenant_t ENABLE ROW LEVEL SECURITY;

-- Who may do what in which library. A role stands for every login that inherits from it. Where there is one library,
-- whoever could read or write it still can. Where there are several, nobody can tell who belongs to which: nobody is a
-- member until the server's owner says so with studio_grant.
DO $$
BEGIN
    IF to_regclass('studio_member_t') IS NOT NULL THEN
        RETURN;
    END IF;
    -- A library that an older version is just making is counted, or comes too late.
    LOCK TABLE studio_library_t IN ACCESS EXCLUSIVE MODE;
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
REVOKE ALL ON studio_member_t FROM PUBLIC;
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
        -- These know of no rows.
        EXECUTE format('REVOKE TRUNCATE, REFERENCES, TRIGGER ON %I FROM PUBLIC', place);
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
    -- Who makes one for a group could lay it before others, who would push to it. The tables' owner, as whom this runs, may.
    IF maker <> session_user AND NOT pg_has_role(session_user, current_user, 'USAGE'::text) THEN
        RAISE EXCEPTION '% can''t make a library for %', session_user, maker USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO studio_tenant_t (host_id, name) VALUES (made, library);
    INSERT INTO studio_member_t (host_id, member, access) VALUES (made, quote_ident(maker::text)::regrole, 'writer');
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
    found UUID[] := ARRAY(SELECT host_id FROM studio_tenant_t WHERE name::TEXT = library OR host_id::TEXT = library ORDER BY 1);
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
    DELETE FROM studio_member_t WHERE host_id = studio_tenant_of(library) AND member::oid = quote_ident(login)::regrole::oid
$$;

-- All of it is the tables' owner's, whoever carried this out. The functions know their tables by schema, whatever a caller
-- calls the same.
DO $$
DECLARE
    home TEXT;
    owner TEXT;
    own REGPROCEDURE;
BEGIN
    SELECT relnamespace::regnamespace, relowner::regrole INTO home, owner FROM pg_class
        WHERE oid = 'studio_library_t'::regclass;
    EXECUTE format('ALTER TABLE studio_tenant_t OWNER TO %s', owner);
    EXECUTE format('ALTER TABLE studio_member_t OWNER TO %s', owner);
    FOREACH own IN ARRAY ARRAY['studio_create_library(text, name)', 'studio_tenant_of(text)',
        'studio_grant(text, text, text)', 'studio_revoke(text, text)']::REGPROCEDURE[]
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %s, pg_temp', own, home);
        EXECUTE format('ALTER FUNCTION %s OWNER TO %s', own, owner);
    END LOOP;
END $$;
