-- Version 2. Sets of labelled queries, runs over them, and overlaps an author has looked at.

ALTER TABLE query_t ADD COLUMN set_name TEXT NOT NULL DEFAULT 'queries';
-- Empty for queries older than this version. Nothing asks for it yet, but it could not be found out later.
ALTER TABLE query_t ADD COLUMN created_ts TEXT NOT NULL DEFAULT '';
CREATE INDEX idx_query_set ON query_t (host_id, set_name);

-- Runs of a scorer over labelled queries. What was asked and what came of it is the use-cases' own text. The results
-- are large and stand last, so that a list of runs never walks through them.
CREATE TABLE run_t (
    host_id     TEXT NOT NULL,
    run_id      TEXT NOT NULL,
    finished_ts TEXT NOT NULL,
    elapsed_ms  INTEGER NOT NULL,
    label       TEXT NOT NULL DEFAULT '',
    request     TEXT NOT NULL,
    summary     TEXT NOT NULL,
    results     TEXT NOT NULL,
    PRIMARY KEY (host_id, run_id)
) STRICT;

-- Pairs of skills that may be alike, with the hash of the texts that were looked at.
CREATE TABLE overlap_dismissal_t (
    host_id    TEXT NOT NULL,
    a_skill_id TEXT NOT NULL,
    b_skill_id TEXT NOT NULL CHECK (a_skill_id < b_skill_id),
    texts_hash TEXT NOT NULL,
    PRIMARY KEY (host_id, a_skill_id, b_skill_id),
    FOREIGN KEY (host_id, a_skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, b_skill_id) REFERENCES skill_t (host_id, skill_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_overlap_dismissal_b ON overlap_dismissal_t (host_id, b_skill_id);
