-- Format 11.

-- The tables are those of format 10. Since then the skills of a session are rows of their own in `simulation_world_t`, named
-- in a world under `skill_hashes`. A studio that knows nothing of them takes them for worlds that no session has, and deletes
-- them with the next session: it is to refuse the file.
