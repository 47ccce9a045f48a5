//! A push: one transaction, in which nobody else pushes to the same library.

use std::future::Future;

use deadpool_postgres::Object;
use futures_util::future::join_all;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

use super::{
    Access, Error, ItemHead, Remote,
    items::PushItem,
    links::{self, OwnLinks},
    pulling, rows,
};

/// Most statements that are on their way at once: a server far away is asked before it has answered.
const TOGETHER: usize = 256;

/// A push that is under way. Unless it is committed, nothing of it ever happened.
#[derive(Debug)]
pub struct Push {
    remote: Remote,
    client: Option<Object>,
    host: Uuid,
    revision: i64,
    links: Vec<OwnLinks>,
}

impl Remote {
    /// Begins a push to a library: waits for who is pushing to it, and says what came after a revision.
    pub fn begin_push(&self, host: Uuid, after: i64) -> Result<(Push, Vec<ItemHead>), Error> {
        let client = self.connection()?;
        let mut push = Push { remote: self.clone(), client: Some(client), host, revision: 0, links: Vec::new() };
        let begin = async |client: &Object| {
            client.batch_execute("BEGIN").await?;
            let revision = pulling::revision(client, host, "FOR UPDATE").await?;
            Ok((revision, pulling::heads(client, host, after).await?))
        };
        let (revision, heads) = push.wait(begin)?;
        // Who only reads it can't hold its row.
        push.revision = revision.ok_or(Error::NotMember { access: Access::Writer })?.saturating_add(1);
        let heads = heads.ok_or_else(|| push.remote.too_much(pulling::TOO_MANY))?;
        Ok((push, heads))
    }
}

impl Push {
    /// The revision what is pushed will bear.
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// Which of these files the server does not have yet.
    pub fn missing_contents(&self, hashes: &[String]) -> Result<Vec<String>, Error> {
        let host = self.host;
        self.wait(async |client| {
            let sql = "SELECT h FROM unnest($2::bpchar[]) h WHERE NOT EXISTS
                (SELECT 1 FROM studio_content_t c WHERE c.host_id = $1 AND c.sha256 = h)";
            client.query(sql, &[&host, &hashes]).await?.iter().map(|row| row.try_get(0)).collect()
        })
    }

    /// Puts files there.
    pub fn put_contents(&self, contents: &[(String, Vec<u8>)]) -> Result<(), Error> {
        let host = self.host;
        self.wait(async |client| {
            let sql = "INSERT INTO studio_content_t (host_id, sha256, bytes)
                SELECT $1::uuid, * FROM unnest($2::text[], $3::bytea[]) ON CONFLICT DO NOTHING";
            let hashes: Vec<&str> = contents.iter().map(|(hash, _)| hash.as_str()).collect();
            let bytes: Vec<&[u8]> = contents.iter().map(|(_, bytes)| bytes.as_slice()).collect();
            client.execute(sql, &[&host, &hashes, &bytes]).await.map(drop)
        })
    }

    /// Puts these there. Each must be at the row version it names: another one ends the push.
    pub fn put(&mut self, items: &[PushItem]) -> Result<(), Error> {
        let (host, revision) = (self.host, self.revision);
        for part in items.chunks(TOGETHER) {
            let put = async |client: &Object| {
                let done = join_all(part.iter().map(|item| put_one(client, host, revision, item))).await;
                first_failure(done)
            };
            let done = self.wait(put)?;
            if let Some(at) = done.iter().position(|is_done| !is_done) {
                return Err(Error::Moved { kind: part[at].kind, id: part[at].id });
            }
        }
        let own = items.iter().filter_map(|item| OwnLinks::of(item.id, item.row.as_ref()?, item.expected == 0));
        self.links.extend(own);
        Ok(())
    }

    /// Draws the links of all that was put, and makes all of it so at once. Gives the revision.
    pub fn commit(mut self) -> Result<i64, Error> {
        let (host, revision, links) = (self.host, self.revision, std::mem::take(&mut self.links));
        for part in links.chunks(TOGETHER) {
            let draw = async |client: &Object| {
                first_failure(join_all(part.iter().map(|own| links::draw(client, host, own))).await)
            };
            self.wait(draw)?;
        }
        self.wait(async |client| {
            let sql = "UPDATE studio_library_t SET revision = $2 WHERE host_id = $1";
            client.execute(sql, &[&host, &revision]).await?;
            client.batch_execute("COMMIT").await
        })?;
        // What is committed needs no undoing: the connection may serve again.
        drop(self.client.take());
        Ok(revision)
    }

    fn wait<'a, T, F>(&'a self, work: impl FnOnce(&'a Object) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let Some(client) = &self.client else { return Err(Error::NotSetUp) };
        self.remote.wait(work(client))
    }
}

impl Drop for Push {
    fn drop(&mut self) {
        // Closing the connection has the server take everything back, whatever it was doing.
        if let Some(client) = self.client.take() {
            drop(Object::take(client));
        }
    }
}

/// The answers, or what went wrong first: what follows in a failed transaction fails for that alone.
fn first_failure<T>(done: Vec<Result<T, tokio_postgres::Error>>) -> Result<Vec<T>, tokio_postgres::Error> {
    let is_cause = |error: &tokio_postgres::Error| error.code() != Some(&SqlState::IN_FAILED_SQL_TRANSACTION);
    let (mut good, mut failures) = (Vec::with_capacity(done.len()), Vec::new());
    for one in done {
        match one {
            Ok(value) => good.push(value),
            Err(error) => failures.push(error),
        }
    }
    match failures.iter().position(is_cause).or(if failures.is_empty() { None } else { Some(0) }) {
        Some(at) => Err(failures.swap_remove(at)),
        None => Ok(good),
    }
}

/// Puts one thing and its row there; says whether it was at the version it was to be at.
async fn put_one(client: &Object, host: Uuid, revision: i64, item: &PushItem) -> Result<bool, tokio_postgres::Error> {
    let put = async {
        let is_row_put = rows::put(client, host, item).await?;
        Ok(is_row_put && put_item(client, host, revision, item).await?)
    };
    match put.await {
        // Something is there that the other side never knew of.
        Err(error) if is_taken(&error) => Ok(false),
        done => done,
    }
}

fn is_taken(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::UNIQUE_VIOLATION)
}

async fn put_item(client: &Object, host: Uuid, revision: i64, item: &PushItem) -> Result<bool, tokio_postgres::Error> {
    let (kind, is_active) = (item.kind.as_str(), item.row.is_some());
    let sql = if item.expected == 0 {
        "INSERT INTO studio_item_t (host_id, kind, item_id, aggregate_version, name, content, sha256, active, revision,
            update_user) VALUES ($1, $2, $3, $4::bigint + 1, $5, $6, $7, $8, $9, $10)"
    } else {
        "UPDATE studio_item_t SET aggregate_version = $4::bigint + 1, name = $5, content = $6, sha256 = $7, active = $8,
            revision = $9, update_user = $10, update_ts = CURRENT_TIMESTAMP
        WHERE host_id = $1 AND kind = $2 AND item_id = $3 AND aggregate_version = $4"
    };
    let statement = client.prepare_cached(sql).await?;
    let done = client
        .execute(
            &statement,
            &[
                &host,
                &kind,
                &item.id,
                &item.expected,
                &item.name,
                &item.content,
                &item.sha256,
                &is_active,
                &revision,
                &item.user,
            ],
        )
        .await?;
    Ok(done == 1)
}
