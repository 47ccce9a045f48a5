-- Nearest by meaning, as light-portal deploys it: beside the tables, for a server that is searched.
CREATE INDEX IF NOT EXISTS idx_skill_description_embedding ON skill_t USING hnsw (description_embedding vector_cosine_ops);
CREATE INDEX IF NOT EXISTS idx_tool_description_embedding ON tool_t USING hnsw (description_embedding vector_cosine_ops);
