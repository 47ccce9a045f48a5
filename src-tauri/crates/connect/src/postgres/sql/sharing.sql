-- What Skill Studio keeps beside light-4j's tables.

CREATE TABLE IF NOT EXISTS studio_schema_t (
    version      INTEGER NOT NULL PRIMARY KEY,
    title        TEXT NOT NULL,
    applied_ts   TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    applied_user VARCHAR(126) NOT NULL DEFAULT SESSION_USER
);

-- A shared library. Its rows elsewhere bear its host_id; revision counts the pushes.
CREATE TABLE IF NOT EXISTS studio_library_t (
    host_id    UUID NOT NULL PRIMARY KEY,
    library_id UUID NOT NULL UNIQUE,
    name       VARCHAR(126) NOT NULL UNIQUE,
    revision   BIGINT NOT NULL DEFAULT 0,
    created_ts TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Each thing that is shared, exactly as it was written, with the revision it came in.
CREATE TABLE IF NOT EXISTS studio_item_t (
    host_id           UUID NOT NULL REFERENCES studio_library_t(host_id),
    kind              VARCHAR(10) NOT NULL CHECK (kind IN ('server', 'tool', 'skill', 'agent')),
    item_id           UUID NOT NULL,
    name              VARCHAR(126) NOT NULL,
    content           TEXT NOT NULL,
    sha256            CHAR(64) NOT NULL,
    aggregate_version BIGINT NOT NULL DEFAULT 1,
    active            BOOLEAN NOT NULL DEFAULT true,
    revision          BIGINT NOT NULL,
    update_ts         TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_user       VARCHAR(126) NOT NULL DEFAULT SESSION_USER,
    PRIMARY KEY (host_id, kind, item_id)
);
CREATE INDEX IF NOT EXISTS idx_studio_item_revision ON studio_item_t (host_id, revision);

-- The bytes of files, each once.
CREATE TABLE IF NOT EXISTS studio_content_t (
    host_id UUID NOT NULL REFERENCES studio_library_t(host_id),
    sha256  CHAR(64) NOT NULL,
    bytes   BYTEA NOT NULL,
    PRIMARY KEY (host_id, sha256)
);
