//! Search by meaning where the library is too large for one computer.

use pgvector::Vector;
use studio_model::SharedKind;
use uuid::Uuid;

use super::{Error, Remote};

/// Candidates the index looks at before it gives the nearest: more find more of them, and take longer.
const LOOKED_AT: usize = 120;

/// Something on the server whose description means nearly the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// Its id there.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Its description, as light-4j's column has it.
    pub description: String,
    /// Cosine of the angle between both, 1 where they mean the same.
    pub similarity: f64,
}

impl Remote {
    /// The skills or tools of a library nearest to a vector, nearest first. `is_exact` compares with each of them.
    pub fn nearest(
        &self,
        host: Uuid,
        kind: SharedKind,
        vector: &[f32],
        limit: u32,
        is_exact: bool,
    ) -> Result<Vec<Near>, Error> {
        let (table, id) = match kind {
            SharedKind::Skill => ("skill_t", "skill_id"),
            SharedKind::Tool => ("tool_t", "tool_id"),
            SharedKind::Server | SharedKind::Agent => return Ok(Vec::new()),
        };
        let vector = Vector::from(vector.to_vec());
        let sql = format!(
            "SELECT {id}, name, coalesce(description, ''), 1 - (description_embedding <=> $2) FROM {table}
            WHERE host_id = $1 AND active AND description_embedding IS NOT NULL
            ORDER BY description_embedding <=> $2 LIMIT $3"
        );
        // Rows of other libraries are left out after the index has found them: it goes on until there are enough.
        let settings = if is_exact {
            "SET LOCAL enable_indexscan = off".to_owned()
        } else {
            let most = LOOKED_AT.max(limit as usize * 2).min(1_000);
            format!("SET LOCAL hnsw.ef_search = {most}; SET LOCAL hnsw.iterative_scan = strict_order")
        };
        let mut client = self.connection()?;
        self.wait(async {
            let tx = client.build_transaction().read_only(true).start().await?;
            tx.batch_execute(&settings).await?;
            let statement = tx.prepare_cached(&sql).await?;
            let rows = tx.query(&statement, &[&host, &vector, &i64::from(limit)]).await?;
            let near = rows.iter().map(|row| {
                Ok(Near {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    similarity: row.try_get(3)?,
                })
            });
            near.collect()
        })
    }
}
