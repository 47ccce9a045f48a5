//! Commands on the trash.

use studio_api::{
    ErrorCode, Studio,
    dto::{FolderOnDisk, TrashItem, TrashKind, TrashRef, WhenNeeded},
};

use crate::{
    arguments::{EntityKind, TrashAction, TrashedKind},
    output::{Failure, Outcome, Output},
};

/// Carries out one of the commands.
pub(crate) fn run(studio: &Studio, action: &TrashAction, output: &Output) -> Result<Outcome, Failure> {
    match action {
        TrashAction::List { kind } => list(studio, *kind, output),
        TrashAction::Put { kind, name, force } => put(studio, *kind, name, *force, output),
        TrashAction::Restore { kind, name, new_name } => restore(studio, *kind, name, new_name.as_deref(), output),
        TrashAction::Delete { kind, name, all } => {
            let doomed = match (kind, name) {
                (Some(kind), Some(name)) => vec![trashed(studio, *kind, name)?],
                _ if *all => studio.list_trash()?,
                _ => return Err(Failure::usage("specify what to delete permanently, or use --all")),
            };
            delete(studio, &doomed, output)
        }
    }
}

fn list(studio: &Studio, wanted: Option<TrashedKind>, output: &Output) -> Result<Outcome, Failure> {
    let mut lines = studio.list_trash()?;
    lines.retain(|line| wanted.is_none_or(|wanted| line.item.kind == kind(wanted)));
    output.result(&lines, |out| {
        for line in &lines {
            writeln!(out, "{}  {}  {}", line.trashed_at, word(line.item.kind), line.name)?;
        }
        Ok(())
    });
    Ok(Outcome::with_findings(lines.is_empty()))
}

fn put(studio: &Studio, what: EntityKind, name: &str, force: bool, output: &Output) -> Result<Outcome, Failure> {
    let item = named(studio, what, name)?;
    let when = if force { WhenNeeded::Trash } else { WhenNeeded::Refuse };
    let folders = match what {
        EntityKind::Skill => studio.list_folders_on_disk(std::slice::from_ref(&item.id))?,
        EntityKind::Tool | EntityKind::Agent | EntityKind::Pack | EntityKind::Server => Vec::new(),
    };
    let there = studio.trash_item(&item, when).map_err(|mut error| {
        if error.code == ErrorCode::Referenced {
            error.message.push_str(" Use --force to move it anyway.");
        }
        error
    })?;
    output.result(&there, |out| writeln!(out, "Moved {name} to the trash."));
    folders.iter().for_each(tell_of_folder);
    Ok(Outcome::Done)
}

/// Clients go on loading what lies in their folders.
fn tell_of_folder(folder: &FolderOnDisk) {
    let loaded =
        folder.client.map(|client| format!(", and {} can still load the skill from there", client.noun().label()));
    Output::note(format_args!("{} stays on disk{}", folder.path, loaded.unwrap_or_default()));
}

fn restore(
    studio: &Studio,
    kind: TrashedKind,
    name: &str,
    new_name: Option<&str>,
    output: &Output,
) -> Result<Outcome, Failure> {
    let line = trashed(studio, kind, name)?;
    let back = studio.restore_item(&line.item, new_name)?;
    output.result(&back, |out| writeln!(out, "Restored {}.", new_name.unwrap_or(&line.name)));
    Ok(Outcome::Done)
}

fn delete(studio: &Studio, doomed: &[TrashItem], output: &Output) -> Result<Outcome, Failure> {
    let items: Vec<TrashRef> = doomed.iter().map(|line| line.item.clone()).collect();
    let report = studio.delete_trashed(&items)?;
    output.result(&report, |out| {
        for kept in &report.kept {
            writeln!(out, "{kept}")?;
        }
        writeln!(out, "{} deleted, {} kept", report.deleted, report.kept.len())
    });
    Ok(Outcome::with_findings(!report.kept.is_empty()))
}

/// What is in use by that name or id, as it is now.
fn named(studio: &Studio, what: EntityKind, name: &str) -> Result<TrashRef, Failure> {
    let (kind, id, aggregate_version) = match what {
        EntityKind::Skill => {
            let skill = studio.find_skill(name)?.detail;
            (TrashKind::Skill, skill.id, skill.aggregate_version)
        }
        EntityKind::Tool => {
            let tool = studio.get_tool(&studio.find_tool(name)?.id)?;
            (TrashKind::Tool, tool.id, tool.aggregate_version)
        }
        EntityKind::Agent => {
            let id = studio.find_agent(name)?.info.id;
            (TrashKind::Agent, id.clone(), studio.get_agent(&id)?.edit.aggregate_version)
        }
        EntityKind::Pack => {
            let pack = studio.find_pack(name)?;
            (TrashKind::Pack, pack.id, pack.aggregate_version)
        }
        EntityKind::Server => {
            let found = studio.list_servers()?.into_iter().find(|server| server.name == name || server.id == name);
            let server = found.ok_or_else(|| Failure::input(format!("no server named {name}")))?;
            (TrashKind::Server, server.id, server.aggregate_version)
        }
    };
    Ok(TrashRef { kind, id, aggregate_version })
}

/// The newest line of the trash with that name or id.
fn trashed(studio: &Studio, wanted: TrashedKind, name: &str) -> Result<TrashItem, Failure> {
    let is_it = |line: &TrashItem| line.item.kind == kind(wanted) && (line.name == name || line.item.id == name);
    let found = studio.list_trash()?.into_iter().find(is_it);
    found.ok_or_else(|| Failure::input(format!("no {} named {name} in the trash", word(kind(wanted)))))
}

const fn kind(kind: TrashedKind) -> TrashKind {
    match kind {
        TrashedKind::Skill => TrashKind::Skill,
        TrashedKind::Tool => TrashKind::Tool,
        TrashedKind::Agent => TrashKind::Agent,
        TrashedKind::Server => TrashKind::Server,
        TrashedKind::Component => TrashKind::Component,
        TrashedKind::Pack => TrashKind::Pack,
        TrashedKind::Link => TrashKind::Link,
    }
}

const fn word(kind: TrashKind) -> &'static str {
    match kind {
        TrashKind::Skill => "skill",
        TrashKind::Tool => "tool",
        TrashKind::Agent => "agent",
        TrashKind::Server => "server",
        TrashKind::Component => "component",
        TrashKind::Pack => "pack",
        TrashKind::Link => "link",
    }
}
