//! The rows of light-4j's tables: what that platform reads of a thing that is shared.
//!
//! An update finds its row at the version both sides agreed on, or none.

use deadpool_postgres::Object;
use pgvector::Vector;
use serde_json::Value;
use studio_model::{Agent, Implementation, Parameter, SharedKind, Skill, Tool, sha256_hex};
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::items::{PushItem, Row};

/// Longest description of a skill that the column holds.
const LONGEST_DESCRIPTION: usize = 500;

/// Writes the row of a thing; says whether it was at the version it was to be at.
pub(super) async fn put(client: &Object, host: Uuid, item: &PushItem) -> Result<bool, tokio_postgres::Error> {
    match &item.row {
        None => delete(client, host, item).await,
        Some(Row::None) => Ok(true),
        Some(Row::Skill { skill, vector, .. }) => put_skill(client, host, item, skill, vector.as_deref()).await,
        Some(Row::Tool { tool, parameters, vector }) => {
            let is_put = put_tool(client, host, item, tool, vector.as_deref()).await?;
            put_parameters(client, host, item.id, parameters).await?;
            Ok(is_put)
        }
        Some(Row::Agent { agent, .. }) => put_agent(client, host, item, agent).await,
    }
}

/// One column of a row, and how its value is written.
type Column<'a> = (&'static str, &'static str, &'a (dyn ToSql + Sync));

/// Creates or updates a row.
async fn write(
    client: &Object,
    (table, id): (&str, &str),
    host: Uuid,
    item: &PushItem,
    columns: &[Column<'_>],
) -> Result<bool, tokio_postgres::Error> {
    let place = |at: usize, cast: &str| format!("${}{cast}", at + 5);
    let mut values: Vec<&(dyn ToSql + Sync)> = vec![&host, &item.id, &item.expected, &item.user];
    values.extend(columns.iter().map(|column| column.2));
    let sql = if item.expected == 0 {
        let names: Vec<String> = columns.iter().map(|(name, ..)| format!(", {name}")).collect();
        let names = names.concat();
        let places = columns.iter().enumerate().map(|(at, (_, cast, _))| format!(", {}", place(at, cast)));
        let places = places.collect::<Vec<_>>().concat();
        format!(
            "INSERT INTO {table} (host_id, {id}, aggregate_version, update_user{names})
            VALUES ($1, $2, $3::bigint + 1, $4{places})"
        )
    } else {
        let set = |(at, (name, cast, _)): (usize, &Column<'_>)| format!(", {name} = {}", place(at, cast));
        let sets = columns.iter().enumerate().map(set).collect::<Vec<_>>().concat();
        format!(
            "UPDATE {table} SET aggregate_version = $3::bigint + 1, update_user = $4, update_ts = CURRENT_TIMESTAMP{sets}
            WHERE host_id = $1 AND {id} = $2 AND aggregate_version = $3"
        )
    };
    let statement = client.prepare_cached(&sql).await?;
    Ok(client.execute(&statement, &values).await? == 1)
}

/// Takes a row out of use; an agent leaves its name to others.
async fn delete(client: &Object, host: Uuid, item: &PushItem) -> Result<bool, tokio_postgres::Error> {
    let own_name = item.id.to_string();
    let (place, columns): (_, &[Column<'_>]) = match item.kind {
        SharedKind::Server => return Ok(true),
        SharedKind::Tool => (("tool_t", "tool_id"), &[("active", "", &false)]),
        SharedKind::Skill => (("skill_t", "skill_id"), &[("active", "", &false)]),
        SharedKind::Agent => {
            (("agent_definition_t", "agent_def_id"), &[("active", "", &false), ("agent_name", "", &own_name)])
        }
    };
    write(client, place, host, item, columns).await
}

async fn put_skill(
    client: &Object,
    host: Uuid,
    item: &PushItem,
    skill: &Skill,
    vector: Option<&[f32]>,
) -> Result<bool, tokio_postgres::Error> {
    let (name, body, version) = (text(&skill.name), text(&skill.content_markdown), text(&skill.version));
    let description = skill.description.as_deref().map(|said| shortened(&text(said)));
    let vector = vector.map(|floats| Vector::from(floats.to_vec()));
    // Its parent may come later in the same push.
    let parent: Option<Uuid> = None;
    let columns: [Column<'_>; 7] = [
        ("active", "", &true),
        ("name", "", &name),
        ("description", "", &description),
        ("content_markdown", "", &body),
        ("version", "", &version),
        ("description_embedding", "", &vector),
        ("parent_skill_id", "", &parent),
    ];
    write(client, ("skill_t", "skill_id"), host, item, &columns).await
}

async fn put_tool(
    client: &Object,
    host: Uuid,
    item: &PushItem,
    tool: &Tool,
    vector: Option<&[f32]>,
) -> Result<bool, tokio_postgres::Error> {
    let (name, description, version) = (text(&tool.name), text(&tool.description), text(&tool.version));
    let vector = vector.map(|floats| Vector::from(floats.to_vec()));
    let kind = tool.implementation.as_ref().map(|how| how.kind().as_str());
    let (mut class, mut server, mut endpoint, mut method, mut script) = (None, None, None, None, None);
    match &tool.implementation {
        Some(Implementation::Java { class: name }) => class = Some(text(name)),
        Some(Implementation::McpServer { server: name }) => server = Some(text(name)),
        Some(Implementation::Rest { endpoint: url, method: verb }) => {
            (endpoint, method) = (Some(text(url)), Some(text(verb)));
        }
        Some(Implementation::Python { script: source } | Implementation::Javascript { script: source }) => {
            script = Some(text(source));
        }
        None => {}
    }
    let columns: [Column<'_>; 11] = [
        ("active", "", &true),
        ("name", "", &name),
        ("description", "", &description),
        ("version", "", &version),
        ("description_embedding", "", &vector),
        ("implementation_type", "", &kind),
        ("implementation_class", "", &class),
        ("mcp_server_name", "", &server),
        ("api_endpoint", "", &endpoint),
        ("api_method", "", &method),
        ("script_content", "", &script),
    ];
    write(client, ("tool_t", "tool_id"), host, item, &columns).await
}

async fn put_agent(client: &Object, host: Uuid, item: &PushItem, agent: &Agent) -> Result<bool, tokio_postgres::Error> {
    let (name, provider, model) = (text(&agent.name), text(&agent.model_provider), text(&agent.model_name));
    let key = agent.api_key_ref.as_deref().map(text);
    let temperature = format!("{:.2}", agent.temperature);
    let max_tokens = agent.max_tokens.and_then(|most| i32::try_from(most).ok());
    let columns: [Column<'_>; 7] = [
        ("active", "", &true),
        ("agent_name", "", &name),
        ("model_provider", "", &provider),
        ("model_name", "", &model),
        ("api_key_ref", "", &key),
        ("temperature", "::text::numeric", &temperature),
        ("max_tokens", "", &max_tokens),
    ];
    write(client, ("agent_definition_t", "agent_def_id"), host, item, &columns).await
}

/// Makes the parameters of a tool these. One that keeps its name keeps its row.
async fn put_parameters(
    client: &Object,
    host: Uuid,
    tool: Uuid,
    parameters: &[Parameter],
) -> Result<(), tokio_postgres::Error> {
    let ids: Vec<Uuid> = parameters.iter().map(|parameter| parameter_id(tool, &parameter.name)).collect();
    let put = "INSERT INTO tool_param_t AS p (host_id, param_id, tool_id, name, param_type, required, default_value,
            description, validation_schema, order_index) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (host_id, param_id) DO UPDATE SET param_type = $5, required = $6, default_value = $7,
            description = $8, validation_schema = $9, order_index = $10, active = true, update_ts = CURRENT_TIMESTAMP,
            aggregate_version = p.aggregate_version + 1
        WHERE (p.param_type, p.required, p.default_value, p.description, p.validation_schema, p.order_index, p.active)
            IS DISTINCT FROM ($5, $6, $7, $8, $9, $10, true)";
    for (id, parameter) in ids.iter().zip(parameters) {
        let (name, kind, order) = (text(&parameter.name), parameter.kind.as_str(), parameter.order_index as i32);
        let (default, schema) =
            (parameter.default_value.as_ref().map(json), parameter.validation_schema.as_ref().map(json));
        let description = parameter.description.as_deref().map(text);
        let statement = client.prepare_cached(put).await?;
        client
            .execute(
                &statement,
                &[&host, id, &tool, &name, &kind, &parameter.required, &default, &description, &schema, &order],
            )
            .await?;
    }
    let rest = "UPDATE tool_param_t SET active = false, aggregate_version = aggregate_version + 1,
            update_ts = CURRENT_TIMESTAMP WHERE host_id = $1 AND tool_id = $2 AND active AND param_id <> ALL($3)";
    let statement = client.prepare_cached(rest).await?;
    client.execute(&statement, &[&host, &tool, &ids]).await.map(drop)
}

/// The id of a parameter there: the same from whichever library it comes.
fn parameter_id(tool: Uuid, name: &str) -> Uuid {
    let digest = sha256_hex(format!("{tool}/{name}").as_bytes());
    let number = u128::from_str_radix(&digest[..32], 16).unwrap_or_default();
    // An id of our own making, as RFC 9562 marks them (version 8).
    Uuid::from_u128(number & !(0xf << 76) & !(0x3 << 62) | (0x8 << 76) | (0x2 << 62))
}

/// A text as `PostgreSQL` can hold it: without the one character it cannot.
pub(super) fn text(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// JSON as `PostgreSQL` can hold it.
pub(super) fn json(value: &Value) -> Value {
    match value {
        Value::String(said) => Value::String(text(said)),
        Value::Array(items) => Value::Array(items.iter().map(json).collect()),
        Value::Object(fields) => Value::Object(fields.iter().map(|(key, value)| (text(key), json(value))).collect()),
        other => other.clone(),
    }
}

fn shortened(description: &str) -> String {
    description.chars().take(LONGEST_DESCRIPTION).collect()
}
