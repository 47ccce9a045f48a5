//! The links of light-4j's tables, drawn when all they lead to is there.

use deadpool_postgres::Object;
use serde_json::Value;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::{
    items::{AgentLinks, Row, SkillLinks},
    rows::json,
};

/// The links of one thing.
#[derive(Clone, Debug)]
pub(super) struct OwnLinks {
    owner: Uuid,
    kind: Kind,
    /// Nothing of it can be there before.
    is_new: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Skill { parent: Option<Uuid>, links: SkillLinks },
    Agent(AgentLinks),
}

impl OwnLinks {
    /// Those of a row that has any, or may have had.
    pub(super) fn of(owner: Uuid, row: &Row, is_new: bool) -> Option<Self> {
        let kind = match row {
            Row::Skill { skill, links, .. } => {
                Kind::Skill { parent: skill.parent.map(|parent| parent.0), links: links.clone() }
            }
            Row::Agent { links, .. } => Kind::Agent(links.clone()),
            Row::Tool { .. } | Row::None => return None,
        };
        Some(Self { owner, kind, is_new })
    }
}

/// Makes the links of one thing these.
pub(super) async fn draw(client: &Object, host: Uuid, own: &OwnLinks) -> Result<(), tokio_postgres::Error> {
    match &own.kind {
        Kind::Skill { parent, links } => {
            if parent.is_some() {
                let sql = "UPDATE skill_t SET parent_skill_id = $3 WHERE host_id = $1 AND skill_id = $2";
                let statement = client.prepare_cached(sql).await?;
                client.execute(&statement, &[&host, &own.owner, parent]).await?;
            }
            tools(client, host, own, links).await?;
            requires(client, host, own, links).await
        }
        Kind::Agent(links) => skills(client, host, own, links).await,
    }
}

async fn tools(client: &Object, host: Uuid, own: &OwnLinks, links: &SkillLinks) -> Result<(), tokio_postgres::Error> {
    let ids: Vec<Uuid> = links.tools.iter().map(|link| link.0).collect();
    let access: Vec<&str> = links.tools.iter().map(|link| link.1).collect();
    let configs: Vec<Value> = links.tools.iter().map(|link| json(&link.2)).collect();
    let put = "INSERT INTO skill_tool_t AS l (host_id, skill_id, tool_id, access_level, config)
        SELECT $1::uuid, $2::uuid, * FROM unnest($3::uuid[], $4::text[], $5::jsonb[])
        ON CONFLICT (host_id, skill_id, tool_id) DO UPDATE SET access_level = excluded.access_level,
            config = excluded.config, active = true, aggregate_version = l.aggregate_version + 1,
            update_ts = CURRENT_TIMESTAMP
        WHERE (l.access_level, l.config, l.active) IS DISTINCT FROM (excluded.access_level, excluded.config, true)";
    write(client, put, &[&host, &own.owner, &ids, &access, &configs], ids.is_empty()).await?;
    cut(client, "skill_tool_t", ("skill_id", "tool_id"), host, own, &ids).await
}

async fn requires(
    client: &Object,
    host: Uuid,
    own: &OwnLinks,
    links: &SkillLinks,
) -> Result<(), tokio_postgres::Error> {
    let ids: Vec<Uuid> = links.requires.iter().map(|link| link.0).collect();
    let required: Vec<bool> = links.requires.iter().map(|link| link.1).collect();
    let put = "INSERT INTO skill_dependency_t AS l (host_id, skill_id, depends_on_skill_id, required)
        SELECT $1::uuid, $2::uuid, * FROM unnest($3::uuid[], $4::boolean[])
        ON CONFLICT (host_id, skill_id, depends_on_skill_id) DO UPDATE SET required = excluded.required, active = true,
            aggregate_version = l.aggregate_version + 1, update_ts = CURRENT_TIMESTAMP
        WHERE (l.required, l.active) IS DISTINCT FROM (excluded.required, true)";
    write(client, put, &[&host, &own.owner, &ids, &required], ids.is_empty()).await?;
    cut(client, "skill_dependency_t", ("skill_id", "depends_on_skill_id"), host, own, &ids).await
}

async fn skills(client: &Object, host: Uuid, own: &OwnLinks, links: &AgentLinks) -> Result<(), tokio_postgres::Error> {
    let ids: Vec<Uuid> = links.skills.iter().map(|link| link.0).collect();
    let priorities: Vec<i32> = links.skills.iter().map(|link| link.1).collect();
    let places: Vec<i32> = links.skills.iter().map(|link| link.2).collect();
    let configs: Vec<Value> = links.skills.iter().map(|link| json(&link.3)).collect();
    let put = "INSERT INTO agent_skill_t AS l (host_id, agent_def_id, skill_id, priority, sequence_id, config)
        SELECT $1::uuid, $2::uuid, * FROM unnest($3::uuid[], $4::int[], $5::int[], $6::jsonb[])
        ON CONFLICT (host_id, agent_def_id, skill_id) DO UPDATE SET priority = excluded.priority,
            sequence_id = excluded.sequence_id, config = excluded.config, active = true,
            aggregate_version = l.aggregate_version + 1, update_ts = CURRENT_TIMESTAMP
        WHERE (l.priority, l.sequence_id, l.config, l.active)
            IS DISTINCT FROM (excluded.priority, excluded.sequence_id, excluded.config, true)";
    write(client, put, &[&host, &own.owner, &ids, &priorities, &places, &configs], ids.is_empty()).await?;
    cut(client, "agent_skill_t", ("agent_def_id", "skill_id"), host, own, &ids).await
}

async fn write(
    client: &Object,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
    is_nothing: bool,
) -> Result<(), tokio_postgres::Error> {
    if is_nothing {
        return Ok(());
    }
    let statement = client.prepare_cached(sql).await?;
    client.execute(&statement, values).await.map(drop)
}

/// Takes the links out of use that are not among `kept`.
async fn cut(
    client: &Object,
    table: &str,
    (owner, other): (&str, &str),
    host: Uuid,
    own: &OwnLinks,
    kept: &[Uuid],
) -> Result<(), tokio_postgres::Error> {
    let sql = format!(
        "UPDATE {table} SET active = false, aggregate_version = aggregate_version + 1, update_ts = CURRENT_TIMESTAMP
        WHERE host_id = $1 AND {owner} = $2 AND active AND {other} <> ALL($3)"
    );
    write(client, &sql, &[&host, &own.owner, &kept], own.is_new).await
}
