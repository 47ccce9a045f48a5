-- Version 1. The seed's tables in SQLite's types, then the studio's own.
--
-- UUID is TEXT in lower case with hyphens, BOOLEAN is 0 or 1, TIMESTAMP is RFC 3339 TEXT in UTC, JSONB is TEXT that
-- json_valid() accepts, VARCHAR(n) is TEXT with a check of its length in characters. VECTOR(384) is 384 floats of four
-- bytes: the column keeps the seed's shape, but the vectors themselves live in index.db, which can be thrown away.
-- Wide columns stand last, so that reading the narrow ones never walks through them; names and meaning are the seed's.

PRAGMA application_id = 1397445460; -- 'SKST'

CREATE TABLE skill_t (
    host_id               TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    skill_id              TEXT NOT NULL CHECK (length(skill_id) = 36 AND skill_id = lower(skill_id)),
    parent_skill_id       TEXT,
    name                  TEXT NOT NULL CHECK (length(name) <= 126),
    description           TEXT CHECK (length(description) <= 1024),
    version               TEXT DEFAULT '1.0.0' CHECK (length(version) <= 20),
    aggregate_version     INTEGER DEFAULT 1 NOT NULL,
    active                INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts             TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user           TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    content_markdown      TEXT NOT NULL,
    description_embedding BLOB CHECK (length(description_embedding) = 1536),
    PRIMARY KEY (host_id, skill_id),
    FOREIGN KEY (host_id, parent_skill_id) REFERENCES skill_t (host_id, skill_id)
) STRICT;
CREATE INDEX idx_skill_active ON skill_t (active);
CREATE INDEX idx_skill_name ON skill_t (name);
-- Not the seed's: the list of ten thousand skills is read from this one alone, in its order.
CREATE INDEX idx_skill_list ON skill_t
    (host_id, active, name COLLATE NOCASE, skill_id, name, description, aggregate_version, update_ts);
-- Not the seed's: without it, every delete of a skill would look through all the others for its children.
CREATE INDEX idx_skill_parent ON skill_t (host_id, parent_skill_id) WHERE parent_skill_id IS NOT NULL;

CREATE TABLE tool_t (
    host_id               TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    tool_id               TEXT NOT NULL CHECK (length(tool_id) = 36 AND tool_id = lower(tool_id)),
    name                  TEXT NOT NULL CHECK (length(name) <= 126),
    description           TEXT NOT NULL,
    implementation_type   TEXT CHECK (implementation_type IN ('java', 'mcp_server', 'rest', 'python', 'javascript')),
    implementation_class  TEXT CHECK (length(implementation_class) <= 500),
    mcp_server_name       TEXT CHECK (length(mcp_server_name) <= 126),
    api_endpoint          TEXT CHECK (length(api_endpoint) <= 1024),
    api_method            TEXT CHECK (length(api_method) <= 10),
    script_content        TEXT,
    description_embedding BLOB CHECK (length(description_embedding) = 1536),
    version               TEXT DEFAULT '1.0.0' CHECK (length(version) <= 20),
    aggregate_version     INTEGER DEFAULT 1 NOT NULL,
    active                INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts             TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user           TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, tool_id)
) STRICT;
CREATE INDEX idx_tool_active ON tool_t (active);
CREATE INDEX idx_tool_name ON tool_t (name);

CREATE TABLE tool_param_t (
    host_id           TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    param_id          TEXT NOT NULL CHECK (length(param_id) = 36 AND param_id = lower(param_id)),
    tool_id           TEXT NOT NULL,
    name              TEXT NOT NULL CHECK (length(name) <= 255),
    param_type        TEXT NOT NULL CHECK (param_type IN ('string', 'number', 'boolean', 'object', 'array')),
    required          INTEGER DEFAULT 1 CHECK (required IN (0, 1)),
    default_value     TEXT CHECK (json_valid(default_value)),
    description       TEXT,
    validation_schema TEXT CHECK (json_valid(validation_schema)),
    order_index       INTEGER DEFAULT 0,
    aggregate_version INTEGER DEFAULT 1 NOT NULL,
    active            INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts         TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user       TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, param_id),
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_tool_param_tool ON tool_param_t (host_id, tool_id);

-- The seed refers to this table without defining it.
CREATE TABLE agent_definition_t (
    host_id           TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    agent_def_id      TEXT NOT NULL CHECK (length(agent_def_id) = 36 AND agent_def_id = lower(agent_def_id)),
    agent_name        TEXT NOT NULL CHECK (length(agent_name) <= 126),
    model_provider    TEXT NOT NULL CHECK (length(model_provider) <= 64),
    model_name        TEXT NOT NULL CHECK (length(model_name) <= 126),
    api_key_ref       TEXT CHECK (length(api_key_ref) <= 126),
    temperature       REAL DEFAULT 0.7 CHECK (temperature > -10 AND temperature < 10 AND temperature = round(temperature, 2)),
    max_tokens        INTEGER,
    aggregate_version INTEGER DEFAULT 1 NOT NULL,
    active            INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts         TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user       TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, agent_def_id),
    UNIQUE (host_id, agent_name)
) STRICT;

CREATE TABLE agent_skill_t (
    host_id           TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    agent_def_id      TEXT NOT NULL,
    skill_id          TEXT NOT NULL,
    config            TEXT DEFAULT '{}' CHECK (json_valid(config)),
    priority          INTEGER DEFAULT 0,
    sequence_id       INTEGER DEFAULT 0,
    aggregate_version INTEGER DEFAULT 1 NOT NULL,
    active            INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts         TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user       TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, agent_def_id, skill_id),
    FOREIGN KEY (host_id, agent_def_id) REFERENCES agent_definition_t (host_id, agent_def_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_agent_skill_agent ON agent_skill_t (agent_def_id);
CREATE INDEX idx_agent_skill_skill ON agent_skill_t (host_id, skill_id);

CREATE TABLE skill_tool_t (
    host_id           TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    skill_id          TEXT NOT NULL,
    tool_id           TEXT NOT NULL,
    config            TEXT DEFAULT '{}' CHECK (json_valid(config)),
    access_level      TEXT DEFAULT 'read' CHECK (access_level IN ('read', 'write', 'execute')),
    aggregate_version INTEGER DEFAULT 1 NOT NULL,
    active            INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts         TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user       TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, skill_id, tool_id),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, tool_id) REFERENCES tool_t (host_id, tool_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_skill_tool_skill ON skill_tool_t (skill_id);
CREATE INDEX idx_skill_tool_tool ON skill_tool_t (host_id, tool_id);

CREATE TABLE skill_dependency_t (
    host_id             TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    skill_id            TEXT NOT NULL,
    depends_on_skill_id TEXT NOT NULL,
    required            INTEGER DEFAULT 1 CHECK (required IN (0, 1)),
    aggregate_version   INTEGER DEFAULT 1 NOT NULL,
    active              INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts           TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user         TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, skill_id, depends_on_skill_id),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id),
    FOREIGN KEY (host_id, depends_on_skill_id) REFERENCES skill_t (host_id, skill_id)
) STRICT;
CREATE INDEX idx_skill_dependency_on ON skill_dependency_t (host_id, depends_on_skill_id);

-- From here on the studio's own tables.

CREATE TABLE library_t (
    host_id    TEXT NOT NULL PRIMARY KEY CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    name       TEXT NOT NULL,
    created_ts TEXT NOT NULL,
    is_sample  INTEGER NOT NULL DEFAULT 0 CHECK (is_sample IN (0, 1))
) STRICT;

-- SKILL.md exactly as written, and what reading it found.
CREATE TABLE skill_document_t (
    host_id            TEXT NOT NULL,
    skill_id           TEXT NOT NULL,
    sha256             TEXT NOT NULL CHECK (length(sha256) = 64),
    encoding           TEXT NOT NULL,
    group_name         TEXT NOT NULL DEFAULT '',
    tags               TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
    allowed_tools      TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(allowed_tools)),
    broken_code        TEXT,
    broken_message     TEXT,
    broken_line        INTEGER,
    broken_column      INTEGER,
    errors             INTEGER NOT NULL DEFAULT 0,
    warnings           INTEGER NOT NULL DEFAULT 0,
    tokens_description INTEGER NOT NULL DEFAULT 0,
    tokens_body        INTEGER NOT NULL DEFAULT 0,
    tokens_files       INTEGER NOT NULL DEFAULT 0,
    trashed_ts         TEXT,
    bytes              BLOB NOT NULL,
    PRIMARY KEY (host_id, skill_id),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;

CREATE INDEX idx_skill_document_list ON skill_document_t
    (host_id, skill_id, group_name, tags, tokens_description, tokens_body, tokens_files, errors, warnings,
     broken_code, broken_message, broken_line, broken_column, sha256);

-- A skill's other files.
CREATE TABLE skill_file_t (
    host_id       TEXT NOT NULL,
    skill_id      TEXT NOT NULL,
    path          TEXT NOT NULL,
    sha256        TEXT NOT NULL CHECK (length(sha256) = 64),
    is_executable INTEGER NOT NULL DEFAULT 0 CHECK (is_executable IN (0, 1)),
    is_text       INTEGER NOT NULL DEFAULT 0 CHECK (is_text IN (0, 1)),
    tokens        INTEGER NOT NULL DEFAULT 0,
    bytes         BLOB NOT NULL,
    PRIMARY KEY (host_id, skill_id, path),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;

-- The whole content of one file at one row version of its skill.
CREATE TABLE skill_version_t (
    host_id           TEXT NOT NULL,
    version_id        TEXT NOT NULL,
    skill_id          TEXT NOT NULL,
    aggregate_version INTEGER NOT NULL,
    created_ts        TEXT NOT NULL,
    user              TEXT NOT NULL,
    reason            TEXT NOT NULL,
    label             TEXT NOT NULL DEFAULT '',
    path              TEXT NOT NULL,
    sha256            TEXT NOT NULL CHECK (length(sha256) = 64),
    is_executable     INTEGER NOT NULL DEFAULT 0 CHECK (is_executable IN (0, 1)),
    added             INTEGER NOT NULL DEFAULT 0,
    removed           INTEGER NOT NULL DEFAULT 0,
    bytes             BLOB NOT NULL,
    PRIMARY KEY (host_id, version_id),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_skill_version_skill ON skill_version_t (host_id, skill_id, path, aggregate_version);

-- Text typed and not saved.
CREATE TABLE draft_t (
    host_id     TEXT NOT NULL,
    skill_id    TEXT NOT NULL,
    path        TEXT NOT NULL,
    text        TEXT NOT NULL,
    base_sha256 TEXT NOT NULL,
    saved_ts    TEXT NOT NULL,
    PRIMARY KEY (host_id, skill_id, path),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;

-- The folder a skill is linked to, and each of its files as it was when library and folder last agreed.
CREATE TABLE skill_link_t (
    host_id    TEXT NOT NULL,
    skill_id   TEXT NOT NULL,
    folder     TEXT NOT NULL,
    skill_file TEXT NOT NULL,
    is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
    PRIMARY KEY (host_id, skill_id),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_skill_link_folder ON skill_link_t (host_id, folder, skill_file);
CREATE TABLE skill_link_file_t (
    host_id            TEXT NOT NULL,
    skill_id           TEXT NOT NULL,
    path               TEXT NOT NULL,
    sha256             TEXT NOT NULL,
    size               INTEGER NOT NULL,
    mtime_ms           INTEGER NOT NULL,
    is_changed_outside INTEGER NOT NULL DEFAULT 0 CHECK (is_changed_outside IN (0, 1)),
    PRIMARY KEY (host_id, skill_id, path),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_link_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;

-- What the studio adds to an agent, so that agent_definition_t stays as the requirement has it.
CREATE TABLE agent_detail_t (
    host_id      TEXT NOT NULL,
    agent_def_id TEXT NOT NULL,
    description  TEXT,
    instruction  TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (host_id, agent_def_id),
    FOREIGN KEY (host_id, agent_def_id) REFERENCES agent_definition_t (host_id, agent_def_id) ON DELETE CASCADE
) STRICT;

-- Queries with the skills they should wake.
CREATE TABLE query_t (
    host_id  TEXT NOT NULL,
    query_id TEXT NOT NULL,
    text     TEXT NOT NULL,
    expected TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(expected)),
    source   TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (host_id, query_id)
) STRICT;

CREATE TABLE setting_t (
    host_id TEXT NOT NULL,
    key     TEXT NOT NULL,
    value   TEXT NOT NULL,
    PRIMARY KEY (host_id, key)
) STRICT;
