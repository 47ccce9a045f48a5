-- Where a skill was imported from: the folder the author chose, and its skill file below it. It outlives the link, so that
-- an unlinked skill can be linked again, and a moved folder be told its new place once for all its skills.
CREATE TABLE skill_origin_t (
    host_id  TEXT NOT NULL,
    skill_id TEXT NOT NULL,
    root     TEXT NOT NULL,
    path     TEXT NOT NULL,
    PRIMARY KEY (host_id, skill_id),
    FOREIGN KEY (host_id, skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_skill_origin_root ON skill_origin_t (host_id, root);
-- Older libraries did not keep what was chosen: the folder around each linked one stands for it.
INSERT INTO skill_origin_t (host_id, skill_id, root, path)
    SELECT host_id, skill_id, rtrim(rtrim(folder, replace(folder, '/', '')), '/'),
        substr(folder, length(rtrim(folder, replace(folder, '/', ''))) + 1) || '/' || skill_file
    FROM skill_link_t WHERE folder LIKE '/_%/_%';
