-- Two roles with just what they need. Give one of them to each person's own login, and make the login a member of each
-- library it is to see:
--   CREATE ROLE ann LOGIN PASSWORD '…' IN ROLE studio_writer;
--   SELECT studio_grant('LIBRARY', 'ann', 'writer');    -- or 'reader'; studio_revoke('LIBRARY', 'ann') takes it back
-- Who makes a library is a writer of it. TABLE studio_tenant_t lists the libraries, TABLE studio_member_t who is a member.
-- Setting up and upgrading the schema, and naming members, needs its owner. It may be run again.
DO $$
BEGIN
    IF to_regrole('studio_reader') IS NULL THEN
        CREATE ROLE studio_reader NOLOGIN;
    END IF;
    IF to_regrole('studio_writer') IS NULL THEN
        CREATE ROLE studio_writer NOLOGIN IN ROLE studio_reader;
    END IF;
END $$;
