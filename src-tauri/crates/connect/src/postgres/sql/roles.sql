-- Two roles with only the privileges they need. Grant one of them to each person's login, and make the login a member of
-- each library it should see:
--   CREATE ROLE ann LOGIN PASSWORD '…' IN ROLE studio_writer;
--   SELECT studio_grant('LIBRARY', 'ann', 'writer');    -- or 'reader'; studio_revoke('LIBRARY', 'ann') takes it back
-- Whoever creates a library is a writer of it. TABLE studio_tenant_t lists the libraries, TABLE studio_member_t their members.
-- Only the owner of the schema can set it up, upgrade it and add members. These statements can be run again.
DO $$
BEGIN
    IF to_regrole('studio_reader') IS NULL THEN
        CREATE ROLE studio_reader NOLOGIN;
    END IF;
    IF to_regrole('studio_writer') IS NULL THEN
        CREATE ROLE studio_writer NOLOGIN IN ROLE studio_reader;
    END IF;
END $$;
