-- Format 10.

-- A named selection of the library with the targets it is written to. `content` is the use-cases' own text. A name of the trash
-- is free for others.
CREATE TABLE pack_t (
    host_id           TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    pack_id           TEXT NOT NULL CHECK (length(pack_id) = 36 AND pack_id = lower(pack_id)),
    name              TEXT NOT NULL CHECK (length(name) <= 126),
    trashed_name      TEXT,
    content           TEXT NOT NULL,
    aggregate_version INTEGER DEFAULT 1 NOT NULL,
    active            INTEGER DEFAULT 1 CHECK (active IN (0, 1)),
    update_ts         TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    update_user       TEXT DEFAULT 'studio' CHECK (length(update_user) <= 126),
    PRIMARY KEY (host_id, pack_id),
    UNIQUE (host_id, name)
) STRICT;
CREATE TRIGGER undo_history_of_pack AFTER DELETE ON pack_t BEGIN
    DELETE FROM undo_history_t WHERE host_id = OLD.host_id AND scope = 'pack:' || OLD.pack_id;
END;

-- An export of a pack that was written.
CREATE TABLE pack_export_t (
    host_id   TEXT NOT NULL,
    export_id TEXT NOT NULL CHECK (length(export_id) = 36 AND export_id = lower(export_id)),
    pack_id   TEXT NOT NULL,
    made_ts   TEXT NOT NULL,
    kept      TEXT NOT NULL,
    PRIMARY KEY (host_id, export_id),
    FOREIGN KEY (host_id, pack_id) REFERENCES pack_t (host_id, pack_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_pack_export_pack ON pack_export_t (host_id, pack_id, made_ts);

-- Its files, by the folder of their target. `has_text` says whether the text is kept below.
CREATE TABLE pack_export_file_t (
    host_id   TEXT NOT NULL,
    export_id TEXT NOT NULL,
    folder    TEXT NOT NULL,
    path      TEXT NOT NULL,
    sha256    TEXT NOT NULL,
    bytes     INTEGER NOT NULL CHECK (bytes >= 0),
    has_text  INTEGER NOT NULL DEFAULT 0 CHECK (has_text IN (0, 1)),
    PRIMARY KEY (host_id, export_id, folder, path),
    FOREIGN KEY (host_id, export_id) REFERENCES pack_export_t (host_id, export_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_pack_export_file_text ON pack_export_file_t (host_id, sha256) WHERE has_text = 1;

-- Texts of such files, each once; they go with the last export that has them.
CREATE TABLE pack_text_t (
    host_id TEXT NOT NULL,
    sha256  TEXT NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (host_id, sha256)
) STRICT;
CREATE TRIGGER pack_text_of_deleted AFTER DELETE ON pack_export_file_t WHEN OLD.has_text = 1 BEGIN
    DELETE FROM pack_text_t WHERE host_id = OLD.host_id AND sha256 = OLD.sha256 AND NOT EXISTS
        (SELECT 1 FROM pack_export_file_t f
         WHERE f.host_id = OLD.host_id AND f.sha256 = OLD.sha256 AND f.has_text = 1);
END;
CREATE TRIGGER pack_text_of_forgotten AFTER UPDATE OF has_text ON pack_export_file_t
WHEN OLD.has_text = 1 AND NEW.has_text = 0 BEGIN
    DELETE FROM pack_text_t WHERE host_id = OLD.host_id AND sha256 = OLD.sha256 AND NOT EXISTS
        (SELECT 1 FROM pack_export_file_t f
         WHERE f.host_id = OLD.host_id AND f.sha256 = OLD.sha256 AND f.has_text = 1);
END;

-- What an author looked at in a scan and found harmless. `finding_key` covers the text: another text is another finding.
CREATE TABLE scan_dismissal_t (
    host_id      TEXT NOT NULL,
    finding_key  TEXT NOT NULL CHECK (length(finding_key) = 64),
    rule         TEXT NOT NULL,
    note         TEXT NOT NULL,
    dismissed_ts TEXT NOT NULL,
    PRIMARY KEY (host_id, finding_key)
) STRICT;
