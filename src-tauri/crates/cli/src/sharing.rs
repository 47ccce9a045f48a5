//! Sharing a library through a `PostgreSQL` server: setting it up, pushing, pulling.

use serde_json::json;
use studio_api::{
    Error, ErrorCode, Studio,
    dto::{PullRequest, SetUpPlan, SharingPlace, SharingReport, SharingSide},
};

use crate::{
    arguments::{Place, PreferredSide, Pull, Push},
    export::tell_of_vectors,
    output::{Failure, Outcome, Output},
};

/// Where the password of an address stands that names none, as for `PostgreSQL`'s own programs.
const PASSWORD: &str = "PGPASSWORD";

/// Pushes, or says what the server still needs.
pub(crate) fn push(studio: &Studio, push: &Push, output: &Output) -> Result<Outcome, Failure> {
    let place = place(&push.place);
    if push.plan {
        let plan = studio.plan_sharing(&place)?;
        output.result(&plan, |out| {
            for step in &plan.steps {
                writeln!(out, "-- Step {}: {}", step.version, step.title)?;
                out.block(&format!("\n{}\n", step.sql))?;
            }
            if plan.steps.is_empty() {
                writeln!(out, "-- {} is already set up.", plan.address)?;
            }
            writeln!(out, "-- Roles for an administrator to create:")?;
            out.block(&format!("\n{}", plan.roles))
        });
        return Ok(Outcome::Done);
    }
    if push.migrate {
        told(&studio.set_up_sharing(&place)?);
    }
    match studio.wait_until_described(tell_of_vectors) {
        // Without the model the rows have no vectors: everything else is pushed all the same.
        Err(error) if error.code == ErrorCode::ModelMissing => Output::note(error.message),
        described => described?,
    }
    let report = studio.push(&place, push.dry_run).map_err(explained)?;
    Ok(show(&report, if push.dry_run { "Would push to" } else { "Pushed to" }, output))
}

/// Pulls.
pub(crate) fn pull(studio: &Studio, pull: &Pull, output: &Output) -> Result<Outcome, Failure> {
    let prefer = pull.prefer.map(|side| match side {
        PreferredSide::Mine => SharingSide::Mine,
        PreferredSide::Theirs => SharingSide::Theirs,
    });
    let place = place(&pull.place);
    if pull.status {
        let status = studio.refresh_sharing(&place).map_err(explained)?;
        output.result(&status, |out| {
            status.things.iter().try_for_each(|thing| {
                writeln!(out, "{:<17} {:<7} {}", thing.state.as_str(), thing.kind.as_str(), thing.name)
            })
        });
        return Ok(Outcome::Done);
    }
    let request = PullRequest { prefer, only: None, is_dry_run: pull.dry_run };
    let report = studio.pull(&place, &request).map_err(explained)?;
    Ok(show(&report, if pull.dry_run { "Would pull from" } else { "Pulled from" }, output))
}

/// Searches the server by meaning.
pub(crate) fn search(
    studio: &Studio,
    remote: &str,
    query: &str,
    limit: u32,
    output: &Output,
) -> Result<Outcome, Failure> {
    let place = place(&Place { remote: remote.to_owned(), tenant: None });
    let hits = studio.search_remote(&place, query, limit).map_err(explained)?;
    output.result(&json!({ "query": query, "hits": hits }), |out| {
        hits.iter().try_for_each(|hit| {
            writeln!(out, "{:.3}  {:<6} {:<30} {}", hit.score, hit.kind.as_str(), hit.name, hit.state.as_str())
        })
    });
    Ok(if hits.is_empty() { Outcome::Findings } else { Outcome::Done })
}

fn place(given: &Place) -> SharingPlace {
    let password = std::env::var(PASSWORD).ok().filter(|password| !password.is_empty());
    SharingPlace {
        address: password.map_or_else(|| given.remote.clone(), |password| with_password(&given.remote, &password)),
        library: given.tenant.clone(),
    }
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

/// What a pipeline does about a server that is not ready.
fn explained(error: Error) -> Failure {
    if error.code != ErrorCode::NotSetUp {
        return error.into();
    }
    let advice =
        "Run skillctl push --remote URL with --plan to see what's missing, or with --migrate to set up the database.";
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
