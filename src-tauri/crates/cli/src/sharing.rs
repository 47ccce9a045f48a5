//! Sharing a library through a `PostgreSQL` server: setting it up, pushing, pulling.

use std::io;

use serde_json::json;
use studio_api::{
    Error, ErrorCode, Studio,
    dto::{PullRequest, SetUpPlan, SharingPlace, SharingReport, SharingSide},
    plural,
};

use crate::{
    arguments::{Place, PreferredSide, Pull, Push, Search},
    export::tell_of_vectors,
    output::{Failure, Outcome, Output, Page},
};

/// Where the password of an address stands that names none, as for `PostgreSQL`'s own programs.
const PASSWORD: &str = "PGPASSWORD";

/// Pushes, or says what the server still needs.
pub(crate) fn push(studio: &Studio, push: &Push, output: &Output) -> Result<Outcome, Failure> {
    let place = place(studio, &push.place)?;
    if push.plan {
        let plan = studio.plan_sharing(&place).map_err(explained)?;
        output.result(&plan, |out| script(&plan, out));
        return Ok(Outcome::Done);
    }
    if push.migrate {
        told(&studio.set_up_sharing(&place).map_err(explained)?);
    }
    match studio.wait_until_described(tell_of_vectors) {
        // Without the model the rows have no vectors: everything else is pushed all the same.
        Err(error) if error.code == ErrorCode::ModelMissing => Output::note(error.message),
        described => described?,
    }
    let report = studio.push(&place, push.dry_run).map_err(explained)?;
    Ok(show(&report, if push.dry_run { "Would push to" } else { "Pushed to" }, output))
}

/// What a server still needs, as one script for psql, and the roles.
fn script(plan: &SetUpPlan, out: &mut Page<'_>) -> io::Result<()> {
    if plan.steps.is_empty() {
        writeln!(out, "-- {} is already set up.", plan.address)?;
    } else {
        out.block("BEGIN;\nSET LOCAL client_min_messages = warning;\n\n")?;
        for step in &plan.steps {
            writeln!(out, "-- Step {}: {}", step.version, step.title)?;
            out.block(&format!("\n{}\n", step.sql))?;
        }
        out.block("COMMIT;\n\n")?;
    }
    writeln!(out, "-- Roles for an administrator to create:")?;
    out.block(&format!("\n{}", plan.roles))
}

/// Pulls.
pub(crate) fn pull(studio: &Studio, pull: &Pull, output: &Output) -> Result<Outcome, Failure> {
    let prefer = pull.prefer.map(|side| match side {
        PreferredSide::Mine => SharingSide::Mine,
        PreferredSide::Theirs => SharingSide::Theirs,
    });
    let place = place(studio, &pull.place)?;
    if pull.status {
        let status = studio.refresh_sharing(&place).map_err(explained)?;
        output.result(&status, |out| {
            status.things.iter().try_for_each(|thing| {
                writeln!(out, "{:<17} {:<7} {}", thing.state.as_str(), thing.kind.as_str(), thing.name)
            })
        });
        return Ok(Outcome::Done);
    }
    let most_trashed = if pull.allow_trash { u32::MAX } else { 0 };
    let request = PullRequest { prefer, only: None, is_dry_run: pull.dry_run, most_trashed };
    let report = studio.pull(&place, &request).map_err(explained)?;
    Ok(show(&report, if pull.dry_run { "Would pull from" } else { "Pulled from" }, output))
}

/// Searches the server by meaning.
pub(crate) fn search(studio: &Studio, remote: &str, search: &Search, output: &Output) -> Result<Outcome, Failure> {
    let (remote, allow_unencrypted) = (remote.to_owned(), search.allow_unencrypted);
    let place = place(studio, &Place { remote, tenant: None, allow_unencrypted })?;
    let hits = studio.search_remote(&place, &search.query, search.limit).map_err(explained)?;
    output.result(&json!({ "query": search.query, "hits": hits }), |out| {
        hits.iter().try_for_each(|hit| {
            writeln!(out, "{:.3}  {:<6} {:<30} {}", hit.score, hit.kind.as_str(), hit.name, hit.state.as_str())
        })
    });
    Ok(if hits.is_empty() { Outcome::Findings } else { Outcome::Done })
}

/// The place that was named; whether it may be connected to without encryption is allowed here.
fn place(studio: &Studio, given: &Place) -> Result<SharingPlace, Failure> {
    let password = std::env::var(PASSWORD).ok().filter(|password| !password.is_empty());
    let place = SharingPlace {
        address: password.map_or_else(|| given.remote.clone(), |password| with_password(&given.remote, &password)),
        library: given.tenant.clone(),
    };
    if given.allow_unencrypted {
        studio.allow_unencrypted(&place)?;
    }
    Ok(place)
}

/// The address with this password, where it has none of its own.
fn with_password(address: &str, password: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let authority = rest.split(['/', '?']).next().unwrap_or(rest);
    match authority.rsplit_once('@') {
        Some((user, _)) if !user.contains(':') => {
            let escaped: Vec<String> = password.bytes().map(|byte| format!("%{byte:02X}")).collect();
            let escaped = escaped.concat();
            format!("{scheme}://{user}:{escaped}{}", &rest[user.len()..])
        }
        _ => address.to_owned(),
    }
}

fn told(done: &SetUpPlan) {
    for step in &done.steps {
        Output::note(format_args!("{}: completed step {}: {}.", done.address, step.version, step.title));
    }
}

/// What a pipeline does about a server that is not ready, or that asks for a word first.
fn explained(error: Error) -> Failure {
    let advice = match error.code {
        ErrorCode::NotSetUp => {
            "Run skillctl push --remote URL with --plan to see what's missing, or with --migrate to set up the database."
        }
        ErrorCode::Unencrypted => "To connect all the same, run again with --allow-unencrypted.",
        ErrorCode::WouldTrash => "Run again with --dry-run to list them, or with --allow-trash to pull all the same.",
        _ => return error.into(),
    };
    Error { message: format!("{} {advice}", error.message), ..error }.into()
}

fn show(report: &SharingReport, verb: &str, output: &Output) -> Outcome {
    for loss in &report.losses {
        Output::note(format_args!("{} {}, {}: {}", loss.kind, loss.name, loss.field, loss.why));
    }
    for left in &report.skipped {
        Output::note(format_args!("skipped {} {}: {}", left.kind, left.name, left.message));
    }
    output.result(report, |out| {
        let SharingReport { created, updated, merged, unchanged, .. } = report;
        writeln!(
            out,
            "{verb} {} at {}: {created} created, {updated} updated, {merged} merged, {unchanged} unchanged.",
            report.library, report.address
        )?;
        trashed(report, out)?;
        for conflict in &report.conflicts {
            let fields =
                if conflict.fields.is_empty() { String::new() } else { format!(" ({})", conflict.fields.join(", ")) };
            writeln!(
                out,
                "Conflict: {} {} changed here (version {}) and on the server (version {}){fields}.",
                conflict.kind, conflict.name, conflict.local_version, conflict.remote_version
            )?;
        }
        if !report.conflicts.is_empty() {
            writeln!(
                out,
                "Pull to merge changes. Resolve any remaining conflicts with `pull --prefer mine` or `pull --prefer theirs`."
            )?;
        }
        Ok(())
    });
    let is_clean = report.conflicts.is_empty() && report.skipped.is_empty();
    if is_clean { Outcome::Done } else { Outcome::Findings }
}

/// What goes to the trash here, each by name.
fn trashed(report: &SharingReport, out: &mut Page<'_>) -> io::Result<()> {
    if report.trashed.is_empty() {
        return Ok(());
    }
    let items = plural(report.trashed.len(), "item", "items");
    let more = if report.is_trashing_many { " (needs --allow-trash)" } else { "" };
    writeln!(out, "{items} to trash{more}:")?;
    report.trashed.iter().try_for_each(|gone| writeln!(out, "  {:<7} {}", gone.kind.as_str(), gone.name))
}

#[cfg(test)]
mod tests {
    use super::with_password;

    #[test]
    fn a_password_of_the_environment_takes_the_place_of_none_only() {
        let escaped = with_password("postgresql://ann@db:5432/team?sslmode=require", "a b");
        assert_eq!(escaped, "postgresql://ann:%61%20%62@db:5432/team?sslmode=require");
        let own = "postgresql://ann:own@db/team";
        assert_eq!(with_password(own, "other"), own);
    }
}
