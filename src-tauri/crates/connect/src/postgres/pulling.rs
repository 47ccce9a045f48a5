//! What a library on a server holds: what has changed, and what it is.

use std::collections::HashMap;

use deadpool_postgres::GenericClient;
use studio_model::{SharedKind, sha256_hex};
use tokio_postgres::Row;
use uuid::Uuid;

use super::{Access, Error, Remote};

/// One thing that is shared, without what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemHead {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id there.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Hash of what it is; none where it is deleted.
    pub sha256: Option<String>,
    /// Its row version there.
    pub version: i64,
    /// The push it came with.
    pub revision: i64,
    /// Who pushed it.
    pub user: String,
    /// When, RFC 3339.
    pub at: String,
}

/// One thing that is shared, with what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id there.
    pub id: Uuid,
    /// As its authors wrote it.
    pub content: String,
    /// Hash of that.
    pub sha256: String,
    /// Its row version there.
    pub version: i64,
}

/// Things that were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Items {
    /// Those that are as they were pushed. One that is not there any more is not among them.
    pub found: Vec<Item>,
    /// Those that no studio pushed so: with another hash than they say, or larger than [`MOST_BYTES`].
    pub refused: Vec<Uuid>,
}

/// Most bytes of one thing, without the files it names.
pub const MOST_BYTES: i32 = 10 * 1024 * 1024;
/// Bytes of things that are asked for at once; an answer may have more, by one file.
const TOGETHER_BYTES: u64 = 40 * 1024 * 1024;
/// Things that are asked for at once: fewer than the rows an answer may have, however small they are.
const TOGETHER: usize = 10_000;
/// Heads that are asked for at once, for the same reason.
const HEADS: usize = 50_000;
/// Things a library may have: a server could go on with them without end, an answer at a time.
const MOST_HEADS: usize = 200_000;
/// Bytes their heads may have.
const MOST_SAID: usize = 64 * 1024 * 1024;
/// What more than that is called.
pub(super) const TOO_MANY: &str = "more than 200,000 items, or more than 64 MB of their names";
/// Bytes that one question may bring in, in all its answers.
const MOST_TOGETHER: usize = 400 * 1024 * 1024;
/// What more than that is called.
const TOO_LARGE: &str = "more than 400 MB in response to one request";

/// A row of light-4j's that something else than a studio wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElsewhereRow {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id there.
    pub id: Uuid,
    /// Its name there.
    pub name: String,
    /// Its row version there.
    pub version: i64,
}

impl Remote {
    /// What came to a library after a revision, by revision, and the revision it is at: as of one moment.
    pub fn changes(&self, host: Uuid, after: i64) -> Result<(i64, Vec<ItemHead>), Error> {
        let mut client = self.connection()?;
        let (revision, heads) = self.wait(async {
            let tx = client.build_transaction().read_only(true);
            let tx = tx.isolation_level(tokio_postgres::IsolationLevel::RepeatableRead).start().await?;
            let revision = revision(&tx, host, "").await?;
            Ok((revision, heads(&tx, host, after).await?))
        })?;
        let revision = revision.ok_or(Error::NotMember { access: Access::Reader })?;
        Ok((revision, heads.ok_or_else(|| self.too_much(TOO_MANY))?))
    }

    /// What these things are.
    pub fn items(&self, host: Uuid, kind: SharedKind, ids: &[Uuid]) -> Result<Items, Error> {
        let client = self.connection()?;
        let mut sizes: Vec<(Uuid, u64)> = Vec::with_capacity(ids.len());
        for ids in ids.chunks(TOGETHER) {
            let part: Vec<(Uuid, u64)> = self.wait(async {
                let sql = "SELECT item_id, octet_length(content) FROM studio_item_t
                    WHERE host_id = $1 AND kind = $2 AND item_id = ANY($3) AND active";
                let rows = client.query(sql, &[&host, &kind.as_str(), &ids]).await?;
                rows.iter().map(|row| Ok((row.try_get(0)?, size(row)?))).collect()
            })?;
            sizes.extend(part);
        }
        let (mut rows, mut bytes): (Vec<Item>, usize) = (Vec::new(), 0);
        // What is larger than one may be comes empty.
        let most = u64::from(MOST_BYTES.unsigned_abs());
        for part in parts(sizes.into_iter().map(|(id, size)| (id, size.min(most)))) {
            let part: Vec<Item> = self.wait(async {
                let sql = "SELECT item_id, CASE WHEN octet_length(content) <= $4 THEN content ELSE '' END, sha256,
                        aggregate_version
                    FROM studio_item_t WHERE host_id = $1 AND kind = $2 AND item_id = ANY($3) AND active";
                let rows = client.query(sql, &[&host, &kind.as_str(), &part, &MOST_BYTES]).await?;
                rows.iter().map(|row| item(kind, row)).collect()
            })?;
            bytes += part.iter().map(|item| item.content.len()).sum::<usize>();
            if bytes > MOST_TOGETHER {
                return Err(self.too_much(TOO_LARGE));
            }
            rows.extend(part);
        }
        let is_as_pushed = |item: &Item| sha256_hex(item.content.as_bytes()) == item.sha256;
        let (found, refused): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_as_pushed);
        Ok(Items { found, refused: refused.into_iter().map(|item| item.id).collect() })
    }

    /// How many bytes files have, by hash; without those that are not there.
    pub fn content_sizes(&self, host: Uuid, hashes: &[String]) -> Result<HashMap<String, u64>, Error> {
        let client = self.connection()?;
        let mut sizes = HashMap::with_capacity(hashes.len());
        for hashes in hashes.chunks(TOGETHER) {
            let part: Vec<(String, u64)> = self.wait(async {
                let sql = "SELECT sha256, octet_length(bytes) FROM studio_content_t
                    WHERE host_id = $1 AND sha256 = ANY($2)";
                let rows = client.query(sql, &[&host, &hashes]).await?;
                rows.iter().map(|row| Ok((row.try_get(0)?, size(row)?))).collect()
            })?;
            sizes.extend(part);
        }
        Ok(sizes)
    }

    /// The bytes of files, by hash; without those that are not there, or are not what their hashes say.
    pub fn contents(&self, host: Uuid, hashes: &[String]) -> Result<HashMap<String, Vec<u8>>, Error> {
        let sizes = self.content_sizes(host, hashes)?;
        let client = self.connection()?;
        let (mut found, mut total): (HashMap<String, Vec<u8>>, usize) = (HashMap::new(), 0);
        for part in parts(sizes) {
            let mut part: HashMap<String, Vec<u8>> = self.wait(async {
                let sql = "SELECT sha256, bytes FROM studio_content_t WHERE host_id = $1 AND sha256 = ANY($2)";
                let rows = client.query(sql, &[&host, &part]).await?;
                rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
            })?;
            total += part.values().map(Vec::len).sum::<usize>();
            if total > MOST_TOGETHER {
                return Err(self.too_much(TOO_LARGE));
            }
            part.retain(|hash, bytes| sha256_hex(bytes) == *hash);
            found.extend(part);
        }
        Ok(found)
    }

    /// The rows of light-4j's tables that no studio wrote as they are now.
    pub fn written_elsewhere(&self, host: Uuid) -> Result<Vec<ElsewhereRow>, Error> {
        let client = self.connection()?;
        self.wait(async {
            let one = |kind: &str, table: &str, id: &str, name: &str| {
                format!(
                    "SELECT '{kind}' AS kind, r.{id} AS id, r.{name} AS name, r.aggregate_version FROM {table} r
                    LEFT JOIN studio_item_t i ON i.host_id = r.host_id AND i.kind = '{kind}' AND i.item_id = r.{id}
                    WHERE r.host_id = $1 AND (i.item_id IS NULL AND r.active OR i.aggregate_version <> r.aggregate_version)"
                )
            };
            let sql = [
                one("tool", "tool_t", "tool_id", "name"),
                one("skill", "skill_t", "skill_id", "name"),
                one("agent", "agent_definition_t", "agent_def_id", "agent_name"),
            ];
            let rows = client.query(&format!("{} ORDER BY kind, name, id", sql.join(" UNION ALL ")), &[&host]).await?;
            rows.iter().map(elsewhere).collect()
        })
    }
}

/// Things in parts that are asked for at once, as there are so many and they have so many bytes; one that has more than that
/// is a part of its own.
fn parts<T>(sizes: impl IntoIterator<Item = (T, u64)>) -> Vec<Vec<T>> {
    let (mut parts, mut bytes) = (vec![Vec::new()], 0_u64);
    for (thing, size) in sizes {
        let is_full = parts.last().is_some_and(|part: &Vec<T>| part.len() == TOGETHER);
        if is_full || bytes.saturating_add(size) > TOGETHER_BYTES {
            parts.push(Vec::new());
            bytes = 0;
        }
        bytes = bytes.saturating_add(size);
        parts.last_mut().expect("it begins with one").push(thing);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The second column, a number of bytes.
fn size(row: &Row) -> Result<u64, tokio_postgres::Error> {
    Ok(u64::from(row.try_get::<_, i32>(1)?.unsigned_abs()))
}

/// The revision a library is at; none where it is not shown to this login. `lock` says how its row is held.
pub(super) async fn revision(
    client: &impl GenericClient,
    host: Uuid,
    lock: &str,
) -> Result<Option<i64>, tokio_postgres::Error> {
    let sql = format!("SELECT revision FROM studio_library_t WHERE host_id = $1 {lock}");
    client.query_opt(&sql, &[&host]).await?.map(|row| row.try_get(0)).transpose()
}

/// What came after a revision, some at a time; none where that is more than a library has.
pub(super) async fn heads(
    client: &impl GenericClient,
    host: Uuid,
    after: i64,
) -> Result<Option<Vec<ItemHead>>, tokio_postgres::Error> {
    let sql = format!(
        "SELECT kind, item_id, name, sha256, active, aggregate_version, revision, update_user,
            to_char(update_ts, 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')
        FROM studio_item_t
        WHERE host_id = $1 AND revision >= $2 AND (revision > $2 OR (kind, item_id) > ($3::text, $4::uuid))
        ORDER BY revision, kind, item_id LIMIT {HEADS}"
    );
    let (mut heads, mut said): (Vec<ItemHead>, usize) = (Vec::new(), 0);
    loop {
        let last = heads.last();
        let after = last.map_or(after, |last| last.revision);
        let (kind, id) = (last.map(|last| last.kind.as_str()), last.map(|last| last.id));
        let rows = client.query(&sql, &[&host, &after, &kind, &id]).await?;
        said += rows.iter().map(Row::raw_size_bytes).sum::<usize>();
        if heads.len() + rows.len() > MOST_HEADS || said > MOST_SAID {
            return Ok(None);
        }
        for row in &rows {
            heads.push(head(row)?);
        }
        if rows.len() < HEADS {
            return Ok(Some(heads));
        }
    }
}

fn head(row: &Row) -> Result<ItemHead, tokio_postgres::Error> {
    let is_active: bool = row.try_get(4)?;
    Ok(ItemHead {
        kind: kind(row)?,
        id: row.try_get(1)?,
        name: row.try_get(2)?,
        sha256: is_active.then(|| row.try_get(3)).transpose()?,
        version: row.try_get(5)?,
        revision: row.try_get(6)?,
        user: row.try_get(7)?,
        at: row.try_get(8)?,
    })
}

fn item(kind: SharedKind, row: &Row) -> Result<Item, tokio_postgres::Error> {
    Ok(Item { kind, id: row.try_get(0)?, content: row.try_get(1)?, sha256: row.try_get(2)?, version: row.try_get(3)? })
}

fn elsewhere(row: &Row) -> Result<ElsewhereRow, tokio_postgres::Error> {
    Ok(ElsewhereRow { kind: kind(row)?, id: row.try_get(1)?, name: row.try_get(2)?, version: row.try_get(3)? })
}

/// The first column; the table allows these names only.
fn kind(row: &Row) -> Result<SharedKind, tokio_postgres::Error> {
    Ok(SharedKind::parse(row.try_get(0)?).unwrap_or(SharedKind::Server))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn large_things_are_asked_for_a_few_at_a_time() {
        let lengths = |size: u64| {
            let parts = parts((0..9).map(|thing| (thing, size)));
            assert_eq!(parts.concat(), (0..9).collect::<Vec<_>>());
            parts.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(lengths(100), [9]);
        assert_eq!(lengths(10 << 20), [4, 4, 1]);
        assert_eq!(lengths(50 << 20), [1; 9]);
        assert_eq!(lengths(u64::MAX), [1; 9]);
        assert_eq!(parts::<u8>([]), Vec::<Vec<u8>>::new());
        // However small they are, an answer has fewer rows than it may have.
        let many = parts((0..25_000).map(|thing| (thing, 1)));
        assert_eq!(many.iter().map(Vec::len).collect::<Vec<_>>(), [10_000, 10_000, 5_000]);
    }
}
