//! The command that shows a library at a glance.

use studio_api::{
    dto::{DuplicateSets, GroupOverview, LibraryOverview, NearDuplicates, Severity, SkillPlace, Tokens},
    list_clients, plural,
};

use crate::{
    arguments::Overview,
    check::tell_client,
    evaluate::wait_for_vectors,
    opening::Opened,
    output::{Failure, Outcome, Output, Page, place_of, with_place},
};

/// Shows groups, problems by rule, duplicates, stale links and skills that no query reaches.
pub(crate) fn run(studio: &Opened, arguments: &Overview, output: &Output) -> Result<Outcome, Failure> {
    let group = arguments.group.as_deref();
    let of_client = |group: Option<&str>| match arguments.client {
        Some(client) => studio.get_overview_for(group, client),
        None => studio.get_overview(group),
    };
    if studio.is_of_folder()
        && arguments.client.is_none()
        && let Some(client) = studio.get_library_client()?.client
        && list_clients().iter().any(|one| one.name == client && one.is_linted)
    {
        tell_client(client, "--client");
    }
    let mut overview = of_client(None)?;
    if let Some(group) = group {
        if !overview.groups.iter().any(|one| one.name == group) {
            return Err(Failure::input(format!("no group named {group}")));
        }
        overview = of_client(Some(group))?;
    }
    wait_for_vectors(studio, arguments.by_meaning)?;
    overview.near = Some(studio.find_near_duplicates(group)?);
    output.result(&overview, |out| {
        counts(out, &overview, group)?;
        sets(out, "identical", &overview.identical)?;
        sets(out, "same name, different text", &overview.same_name)?;
        overview.near.iter().try_for_each(|near| pairs(out, near))
    });
    Ok(Outcome::Done)
}

fn counts(out: &mut Page<'_>, overview: &LibraryOverview, group: Option<&str>) -> std::io::Result<()> {
    let LibraryOverview { skills, tokens, links, queries, .. } = overview;
    writeln!(out, "{}, {}", plural(skills, "skill", "skills"), plural(total(*tokens), "token", "tokens"))?;
    for one in overview.groups.iter().filter(|one| group.is_none_or(|group| one.name == group)) {
        let GroupOverview { name, skills, errors, warnings, hints, duplicates, .. } = one;
        let name = if name.is_empty() { "(no group)" } else { name.as_str() };
        let counts = [
            plural(skills, "skill", "skills"),
            plural(total(one.tokens), "token", "tokens"),
            plural(errors, "error", "errors"),
            plural(warnings, "warning", "warnings"),
            format!("{hints} info"),
            plural(duplicates, "duplicate", "duplicates"),
        ];
        writeln!(out, "group  {name}: {}", counts.join(", "))?;
    }
    for rule in &overview.rules {
        let severity = match rule.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        writeln!(
            out,
            "{severity}  {}: {} in {} ({})",
            rule.code,
            rule.problems,
            plural(rule.skills, "skill", "skills"),
            rule.meaning
        )?;
    }
    writeln!(out, "links  {} changed on disk, {} missing, {} not synced", links.changed, links.missing, links.held)?;
    writeln!(out, "test queries  {}, {} without any", queries.queries, plural(queries.without, "skill", "skills"))?;
    match queries.never_picked {
        Some(never) => writeln!(out, "never picked in the latest run  {never}"),
        None => Ok(()),
    }
}

fn sets(out: &mut Page<'_>, what: &str, found: &DuplicateSets) -> std::io::Result<()> {
    writeln!(out, "{what}  {}, {}", plural(found.found, "set", "sets"), plural(found.skills, "skill", "skills"))?;
    for set in &found.sets {
        let places: Vec<String> = set.places.iter().map(place).collect();
        writeln!(out, "  {} ({}): {}", set.name, set.skills, places.join(", "))?;
    }
    Ok(())
}

fn pairs(out: &mut Page<'_>, near: &NearDuplicates) -> std::io::Result<()> {
    let more = if near.has_more { "more than " } else { "" };
    writeln!(out, "near-duplicates  {more}{}", plural(near.found, "pair", "pairs"))?;
    for pair in &near.pairs {
        let [a, b] = [&pair.a, &pair.b].map(|skill| with_place(&skill.name, &place(skill)));
        writeln!(out, "  {:.2}  {a} / {b}", pair.similarity)?;
    }
    Ok(())
}

fn place(skill: &SkillPlace) -> String {
    place_of(&skill.group, &skill.path)
}

const fn total(tokens: Tokens) -> u32 {
    tokens.description + tokens.body + tokens.files
}
