//! The tables a server needs: which it has, what is still to be done, and doing it.

use super::{Error, Remote};

/// One step of setting a server up. Append only: servers in the field have gone through each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number, from 1.
    pub version: i32,
    /// What it does, in a few words.
    pub title: &'static str,
    /// Its statements, as they are carried out.
    pub sql: &'static str,
}

/// What an administrator runs once, so that nobody needs more rights than they use.
pub const ROLES_SQL: &str = concat!(include_str!("sql/roles.sql"), "\n", include_str!("sql/grants.sql"));

/// The steps, each safe to carry out again. `light4j` are the statements that make light-4j's tables, and those that make
/// its vectors searchable.
pub const fn steps(light4j: [&'static str; 2]) -> [Step; 4] {
    [
        Step { version: 1, title: "Create the light-4j tables if they don't exist (needs pgvector)", sql: light4j[0] },
        Step { version: 2, title: "Create the Skill Studio tables", sql: include_str!("sql/sharing.sql") },
        Step { version: 3, title: "Index descriptions for semantic search (HNSW, cosine)", sql: light4j[1] },
        Step {
            version: 4,
            title: "Keep libraries apart: each login sees and changes only the libraries it is a member of",
            sql: concat!(include_str!("sql/separation.sql"), "\n", include_str!("sql/grants.sql")),
        },
    ]
}

/// The statements that note these steps as done, for who carries them out by hand.
pub fn noting(steps: &[Step]) -> String {
    let rows: Vec<String> =
        steps.iter().map(|step| format!("    ({}, '{}')", step.version, step.title.replace('\'', "''"))).collect();
    format!("INSERT INTO studio_schema_t (version, title) VALUES\n{}\nON CONFLICT DO NOTHING;\n", rows.join(",\n"))
}

/// What light-4j's tables must have, whoever made them.
const COLUMNS: &[(&str, &[&str])] = &[
    ("agent_definition_t", &["host_id", "agent_def_id", "agent_name", "model_provider", "model_name", "api_key_ref"]),
    ("agent_definition_t", &["temperature", "max_tokens", "aggregate_version", "active", "update_ts", "update_user"]),
    ("skill_t", &["host_id", "skill_id", "parent_skill_id", "name", "description", "content_markdown"]),
    ("skill_t", &["description_embedding", "version", "aggregate_version", "active", "update_ts", "update_user"]),
    ("tool_t", &["host_id", "tool_id", "name", "description", "implementation_type", "implementation_class"]),
    ("tool_t", &["mcp_server_name", "api_endpoint", "api_method", "script_content", "description_embedding"]),
    ("tool_t", &["version", "aggregate_version", "active", "update_ts", "update_user"]),
    ("tool_param_t", &["host_id", "param_id", "tool_id", "name", "param_type", "required", "default_value"]),
    ("tool_param_t", &["description", "validation_schema", "order_index", "aggregate_version", "active"]),
    ("agent_skill_t", &["host_id", "agent_def_id", "skill_id", "config", "priority", "sequence_id"]),
    ("skill_tool_t", &["host_id", "skill_id", "tool_id", "config", "access_level", "aggregate_version", "active"]),
    ("skill_dependency_t", &["host_id", "skill_id", "depends_on_skill_id", "required", "aggregate_version", "active"]),
];

/// Two who set the same server up at once wait for each other.
const SETTING_UP: i64 = i64::from_be_bytes(*b"SKSTudio");

impl Remote {
    /// Which of these steps are still to be done here; an error where a newer version has been here.
    pub fn pending(&self, steps: &[Step]) -> Result<Vec<Step>, Error> {
        let found = self.version()?;
        let known = steps.iter().map(|step| step.version).max().unwrap_or(0);
        if found > known {
            return Err(Error::Newer { found, known });
        }
        Ok(steps.iter().filter(|step| step.version > found).copied().collect())
    }

    /// Refuses a server that is not set up as these steps do it.
    pub fn check(&self, steps: &[Step]) -> Result<(), Error> {
        if self.pending(steps)?.is_empty() { Ok(()) } else { Err(Error::NotSetUp) }
    }

    /// Carries out what is still to be done, in one transaction; gives back what was.
    pub fn set_up(&self, steps: &[Step]) -> Result<Vec<Step>, Error> {
        let pending = self.pending(steps)?;
        if pending.is_empty() {
            return Ok(pending);
        }
        let mut client = self.connection()?;
        let done = self.wait_for(std::time::Duration::from_mins(10), async {
            let tx = client.transaction().await?;
            // Indexing a large library takes longer than a statement usually may.
            tx.batch_execute("SET LOCAL statement_timeout = 0").await?;
            tx.execute("SELECT pg_advisory_xact_lock($1)", &[&SETTING_UP]).await?;
            let mut done = Vec::new();
            if let Some(wrong) = wrong_column(&tx).await? {
                return Ok(Err(wrong));
            }
            for step in &pending {
                if version(&tx).await? >= step.version {
                    continue;
                }
                tx.batch_execute(step.sql).await?;
                done.push(*step);
                if has_own_tables(&tx).await? {
                    note(&tx, &done).await?;
                }
            }
            tx.commit().await.map(|()| Ok(done))
        });
        match done {
            Ok(Ok(done)) => Ok(done),
            Ok(Err((table, column))) => Err(Error::OtherTable { table, column }),
            Err(Error::Server { code, message }) if is_about_extension(&code) => {
                Err(Error::NoVectors { cause: message })
            }
            Err(error) => Err(error),
        }
    }

    fn version(&self) -> Result<i32, Error> {
        let client = self.connection()?;
        self.wait(async { version(&client).await })
    }
}

/// Codes of a server that lacks the files of an extension, or does not know its types.
fn is_about_extension(code: &str) -> bool {
    use tokio_postgres::error::SqlState;
    [SqlState::FEATURE_NOT_SUPPORTED, SqlState::UNDEFINED_FILE, SqlState::UNDEFINED_OBJECT]
        .iter()
        .any(|known| known.code() == code)
}

async fn has_own_tables(client: &impl deadpool_postgres::GenericClient) -> Result<bool, tokio_postgres::Error> {
    let row = client.query_one("SELECT to_regclass('studio_schema_t') IS NOT NULL", &[]).await?;
    row.try_get(0)
}

async fn version(client: &impl deadpool_postgres::GenericClient) -> Result<i32, tokio_postgres::Error> {
    if !has_own_tables(client).await? {
        return Ok(0);
    }
    client.query_one("SELECT coalesce(max(version), 0) FROM studio_schema_t", &[]).await?.try_get(0)
}

async fn note(client: &impl deadpool_postgres::GenericClient, done: &[Step]) -> Result<(), tokio_postgres::Error> {
    for step in done {
        let sql = "INSERT INTO studio_schema_t (version, title) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        client.execute(sql, &[&step.version, &step.title]).await?;
    }
    Ok(())
}

/// A table and a column it lacks, where a table of light-4j's name is something else.
async fn wrong_column(
    client: &impl deadpool_postgres::GenericClient,
) -> Result<Option<(String, String)>, tokio_postgres::Error> {
    for (table, columns) in COLUMNS {
        let sql = "SELECT c FROM unnest($2::text[]) c WHERE to_regclass($1) IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM pg_attribute a
            WHERE a.attrelid = to_regclass($1) AND a.attname = c AND NOT a.attisdropped) LIMIT 1";
        if let Some(row) = client.query_opt(sql, &[table, columns]).await? {
            return Ok(Some(((*table).to_owned(), row.try_get(0)?)));
        }
    }
    Ok(None)
}
