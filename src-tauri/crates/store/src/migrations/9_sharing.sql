-- Format 9.

-- A library on a server that this one is shared through. The address bears no password. `revision` is the newest push that
-- was seen, `seen_ts` when somebody looked last.
CREATE TABLE remote_t (
    host_id   TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    remote_id TEXT NOT NULL CHECK (length(remote_id) = 36 AND remote_id = lower(remote_id)),
    tenant_id TEXT NOT NULL CHECK (length(tenant_id) = 36 AND tenant_id = lower(tenant_id)),
    name      TEXT NOT NULL,
    address   TEXT NOT NULL,
    revision  INTEGER NOT NULL DEFAULT 0,
    seen_ts   TEXT NOT NULL,
    PRIMARY KEY (host_id, remote_id)
) STRICT;

-- Each thing on the server as it was seen last (`sha256` is none where it is deleted there), which thing it is here, and what
-- both sides last agreed on: that is what a merge begins with. No foreign key to what it is here: that may be gone.
CREATE TABLE remote_item_t (
    host_id       TEXT NOT NULL,
    remote_id     TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('server', 'tool', 'skill', 'agent')),
    item_id       TEXT NOT NULL,
    local_id      TEXT NOT NULL,
    name          TEXT NOT NULL,
    sha256        TEXT,
    row_version   INTEGER NOT NULL,
    revision      INTEGER NOT NULL,
    changed_user  TEXT NOT NULL,
    changed_ts    TEXT NOT NULL,
    agreed_sha256 TEXT,
    agreed        TEXT,
    PRIMARY KEY (host_id, remote_id, kind, item_id),
    FOREIGN KEY (host_id, remote_id) REFERENCES remote_t (host_id, remote_id) ON DELETE CASCADE
) STRICT;
