//! Writes of packs, sets of changes, versions and imports that the studio is killed in.

use studio_api::dto::{
    Expectation, ExportTarget, FindOptions, FindRequest, FindScope, PackAlong, PackContent, PackEdit, PackGates,
    PackPlanRequest, PackTarget, PackWriteRequest, ReplaceFile, ReplaceRequest, Scorer, ServerEdit, ToolCase,
    ToolboxEdit, TrashKind, TrashRef, WhenNeeded,
};

use super::{Kind, Writer, number_of, sentence, text};
use crate::toolbox::{server, stdio};

/// Skills that these writes need.
pub(super) const SKILLS: [&str; 5] = ["replaced", "undone", "restored", "returned", "exported"];

/// Each leaves its number to be found again, like those beside them.
pub(super) const WRITES: [Kind; 8] = [
    ("replaced", |writer, number| drop(replace(writer, "replaced", number))),
    ("undone", |writer, number| {
        let set = replace(writer, "undone", number);
        writer.studio.undo_change_set(&set).unwrap();
        assert!(number_of(&writer.text("undone", "SKILL.md")) < number);
        writer.studio.redo_change_set(&set).unwrap();
    }),
    ("restored", |writer, number| {
        writer.save("restored", "SKILL.md", &text("restored", number));
        let wanted = writer.studio.list_versions(&writer.id("restored")).unwrap().remove(0);
        // Every write before this one was at most that far.
        writer.save("restored", "SKILL.md", &text("restored", number - 1));
        writer.studio.restore_version(&wanted.id).unwrap();
    }),
    ("returned", |writer, number| {
        bring_back(writer);
        writer.save("returned", "SKILL.md", &text("returned", number));
        let row = writer.row("returned");
        let item = TrashRef { kind: TrashKind::Skill, id: row.id, aggregate_version: row.aggregate_version };
        writer.studio.trash_item(&item, WhenNeeded::Trash).unwrap();
        bring_back(writer);
    }),
    ("called", |writer, number| {
        let tool = writer.studio.list_tools().unwrap().into_iter().find(|tool| tool.name == "hammer").unwrap();
        let known = writer.studio.list_tool_cases(&tool.id).unwrap().cases.pop();
        let case = ToolCase {
            id: known.map(|case| case.id).unwrap_or_default(),
            tool_id: tool.id,
            name: sentence(number),
            arguments: "{}".to_owned(),
            expected: Expectation::Success,
            last: None,
        };
        writer.studio.save_tool_case(&case).unwrap();
    }),
    ("fetched", |writer, number| {
        let known = writer.studio.list_servers().unwrap().into_iter().find(|known| known.name == "fetched");
        let edit = ServerEdit {
            id: known.as_ref().map(|known| known.id.clone()),
            aggregate_version: known.map_or(0, |known| known.aggregate_version),
            ..server("fetched", stdio("true", &[&sentence(number)], &[]))
        };
        writer.studio.import_toolbox(&ToolboxEdit { servers: vec![edit], ..ToolboxEdit::default() }).unwrap();
    }),
    ("packed", |writer, number| {
        let known = writer.studio.list_packs().unwrap().packs.pop();
        let target =
            PackTarget { target: ExportTarget::AgentSkills, client: None, plugin: None, folder: "skills".to_owned() };
        let content = PackContent {
            skills: vec![writer.id("exported")],
            along: PackAlong { required_skills: true, tools: false, agents: false, queries: false },
            targets: vec![target],
            version: format!("1.0.{number}"),
            gates: PackGates { enforced: Vec::new(), min_accuracy: None, scorer: Scorer::Bm25, query_set: None },
        };
        let (id, aggregate_version) = known.map_or((None, 0), |pack| (Some(pack.id), pack.aggregate_version));
        writer.studio.save_pack(&PackEdit { id, aggregate_version, name: "care".to_owned(), content }).unwrap();
    }),
    ("exported", |writer, number| {
        writer.save("exported", "SKILL.md", &text("exported", number));
        let pack_id = writer.studio.list_packs().unwrap().packs.pop().unwrap().id;
        let out = Some(writer.folder.join("dist").to_str().unwrap().to_owned());
        let plan_id = writer.studio.plan_pack(&PackPlanRequest { pack_id, out }).unwrap().plan_id;
        // What a killed export left is taken back or was complete, and our own in any case.
        let request = PackWriteRequest { plan_id, is_overwriting: false, is_signed: false, overrides: Vec::new() };
        writer.studio.write_pack(&request).unwrap();
    }),
];

/// Replaces the number of the write before in a skill; gives the set of changes.
fn replace(writer: &Writer<'_>, skill: &str, number: u64) -> String {
    let options = FindOptions { is_case_sensitive: true, is_whole_word: false, is_regex: true };
    let query = "Number \\d+".to_owned();
    let asked = FindRequest {
        query: query.clone(),
        options,
        scope: FindScope::Skills { ids: vec![writer.id(skill)] },
        has_bundled_files: false,
        replacement: None,
        limit: 10,
    };
    let found = writer.studio.find_in_files(&asked).unwrap();
    let files = found.files.iter().map(|file| ReplaceFile {
        skill_id: file.skill_id.clone(),
        path: file.path.clone(),
        hash: file.hash.clone(),
        starts: file.matches.iter().map(|found| found.range.from).collect(),
    });
    let replacement = format!("Number {number}");
    let request = ReplaceRequest { query, options, replacement, files: files.collect() };
    let report = writer.studio.replace_in_files(&request).unwrap();
    assert!(report.refused.is_empty() && report.done > 0, "{report:?}");
    report.set.unwrap().id
}

/// Takes the skill that comes and goes out of the trash, where it was left there.
pub(super) fn bring_back(writer: &Writer<'_>) {
    let trashed = writer.studio.list_trash().unwrap();
    if let Some(line) = trashed.into_iter().find(|line| line.name == "returned") {
        writer.studio.restore_item(&line.item, None).unwrap();
    }
}

/// The last number the skill that comes and goes is known to have come back with.
pub(super) fn returned(writer: &Writer<'_>) -> u64 {
    let trashed = writer.studio.list_trash().unwrap();
    // In the trash it has the number it did not come back with yet; each is one more than the last.
    trashed.iter().find(|line| line.name == "returned").map_or_else(
        || number_of(&writer.text("returned", "SKILL.md")),
        |line| number_of(&line.description).saturating_sub(1),
    )
}

/// The version in a text such as `1.0.7`.
fn patch_of(version: &str) -> u64 {
    version.rsplit('.').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The version of the pack.
pub(super) fn packed(writer: &Writer<'_>) -> Option<u64> {
    writer.studio.list_packs().unwrap().packs.first().map(|pack| patch_of(&pack.content.version))
}

/// The version of the newest export, which lies on the disk as it was kept.
pub(super) fn exported(writer: &Writer<'_>) -> Option<u64> {
    let pack = writer.studio.list_packs().unwrap().packs.pop()?;
    let kept = writer.studio.list_pack_exports(&pack.id).unwrap().exports.into_iter().next()?;
    let left: Vec<_> =
        std::fs::read_dir(writer.folder.join("dist")).unwrap().flatten().map(|one| one.file_name()).collect();
    assert_eq!(left, ["skills"], "nothing else is left of exports");
    let file = writer.folder.join("dist/skills/exported/SKILL.md");
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text, super::text("exported", number_of(&text)), "an exported file is whole");
    Some(number_of(&text).min(patch_of(&kept.version)))
}
