-- Format 8.

-- What an agent of the library was when a session began: its skills with their texts, its tools and components. Sessions that
-- part from each other share it; it goes with the last of them.
CREATE TABLE simulation_world_t (
    host_id    TEXT NOT NULL,
    world_hash TEXT NOT NULL CHECK (length(world_hash) = 64),
    world      TEXT NOT NULL,
    PRIMARY KEY (host_id, world_hash)
) STRICT;

-- A simulated session. `runner` names the program that is at work in it, for as long as it is: one that ended meanwhile is
-- how an interrupted session is told. The session it parted from may be gone.
CREATE TABLE simulation_t (
    host_id       TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    simulation_id TEXT NOT NULL CHECK (length(simulation_id) = 36 AND simulation_id = lower(simulation_id)),
    world_hash    TEXT NOT NULL,
    started_ts    TEXT NOT NULL,
    updated_ts    TEXT NOT NULL,
    setup         TEXT NOT NULL,
    summary       TEXT NOT NULL,
    parent_id     TEXT,
    parent_events INTEGER,
    runner        TEXT,
    PRIMARY KEY (host_id, simulation_id),
    FOREIGN KEY (host_id, world_hash) REFERENCES simulation_world_t (host_id, world_hash)
) STRICT;
CREATE INDEX idx_simulation_world ON simulation_t (host_id, world_hash);

-- What happened in it, in its order. `calls` is what was carried out for an event that answers a call.
CREATE TABLE simulation_event_t (
    host_id       TEXT NOT NULL,
    simulation_id TEXT NOT NULL,
    event_index   INTEGER NOT NULL CHECK (event_index >= 0),
    event         TEXT NOT NULL,
    calls         TEXT,
    PRIMARY KEY (host_id, simulation_id, event_index),
    FOREIGN KEY (host_id, simulation_id) REFERENCES simulation_t (host_id, simulation_id) ON DELETE CASCADE
) STRICT;

-- What a session should come to, and what became of that when it was run last.
CREATE TABLE simulation_case_t (
    host_id    TEXT NOT NULL CHECK (length(host_id) = 36 AND host_id = lower(host_id)),
    case_id    TEXT NOT NULL CHECK (length(case_id) = 36 AND case_id = lower(case_id)),
    created_ts TEXT NOT NULL,
    kept       TEXT NOT NULL,
    PRIMARY KEY (host_id, case_id)
) STRICT;
