//! Skills with their files: the list, changes, the timeline, drafts, links and the trash.

use studio_model::SkillId;
use studio_store::{
    Error, FileChange, FolderLink, HowUsed, LinkStatus, NewFile, Record, SKILL_FILE, SkillChange, SyncedFile, TrashKind,
};
use studio_testkit::{AgentBuilder, SkillBuilder, TempLibrary, agent_skill, skill_dependency};
use uuid::Uuid;

fn file(path: &str, text: &str, tokens: u32) -> NewFile {
    NewFile { path: path.to_owned(), bytes: text.as_bytes().to_vec(), is_executable: false, is_text: true, tokens }
}

fn record(reason: &str) -> Record {
    Record { reason: reason.to_owned(), added: 3, removed: 1, ..Record::default() }
}

/// Applies file changes at the version the skill has now.
fn change(library: &TempLibrary, skill: SkillId, files: Vec<FileChange>, reason: &str) -> Result<i64, Error> {
    let version = library.get_skill(skill)?.skill.audit.aggregate_version;
    library.update_skill(skill, version, &SkillChange { files, record: record(reason), ..SkillChange::default() })
}

/// The timeline as `version path reason`, newest first.
fn timeline(library: &TempLibrary, skill: SkillId) -> Vec<String> {
    let versions = library.list_versions(skill).unwrap();
    versions.iter().map(|row| format!("{} {} {}", row.aggregate_version, row.path, row.reason)).collect()
}

#[test]
fn a_link_can_be_cut_where_there_is_one_and_is_written_where_its_folder_is_followed_and_there() {
    use LinkStatus::{Changed, Held, Linked, Missing, None, Unlinked};
    for (status, is_linked, is_written) in [
        (None, false, false),
        (Unlinked, false, false),
        (Linked, true, true),
        (Changed, true, true),
        (Missing, true, false),
        (Held, true, false),
    ] {
        assert_eq!((status.is_linked(), status.is_written()), (is_linked, is_written), "{status:?}");
    }
}

#[test]
fn a_skill_comes_back_exactly_as_it_was_written() {
    let library = TempLibrary::new();
    let bytes = b"\xEF\xBB\xBF---\r\nname: x\0\xFF\r\n---\r\nbody";
    let skill = SkillBuilder::new("x")
        .bytes(bytes)
        .tags(&["b", "a"])
        .allowed_tools(&["Read", "Bash(git:*)"])
        .group("tools")
        .broken("yaml", 2)
        .body("nul \0 inside")
        .file("scripts/run.sh", "#!/bin/sh\n")
        .file("a.md", "")
        .link("/home/me/skills/x");
    let id = library.add_skill(skill);
    let detail = library.get_skill(id).unwrap();
    assert_eq!(detail.document.bytes, bytes);
    assert_eq!(detail.document.sha256, studio_store::sha256_hex(bytes));
    assert_eq!(detail.skill.content_markdown, "nul \0 inside");
    assert_eq!(detail.document.tags, ["b", "a"]);
    assert_eq!(detail.document.allowed_tools, ["Read", "Bash(git:*)"]);
    assert_eq!(detail.document.broken.unwrap().line, Some(2));
    assert_eq!(detail.document.tokens.files, 10);
    let paths: Vec<&str> = detail.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["a.md", "scripts/run.sh"]);
    assert_eq!(detail.link.unwrap().folder, "/home/me/skills/x");
    assert_eq!(library.read_file(id, SKILL_FILE).unwrap().bytes, bytes);
    assert_eq!(library.read_file(id, "scripts/run.sh").unwrap().bytes, b"#!/bin/sh\n");
    assert!(matches!(library.read_file(id, "nope").unwrap_err(), Error::NotFound { entity: "file", .. }));

    let mut seen = Vec::new();
    library.visit_skills(|skill| seen.push(skill)).unwrap();
    assert_eq!(seen[0].bytes, bytes);
    assert_eq!(seen[0].linked_file, Some(("/home/me/skills/x".to_owned(), "SKILL.md".to_owned())));
    assert_eq!(library.stored_skill(id).unwrap(), seen.pop());
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
}

#[test]
fn the_list_tells_all_a_row_shows() {
    let library = TempLibrary::new();
    let plain = library.add_skill(SkillBuilder::new("Beta").tags(&["t"]).group("g").file("f.md", "x"));
    let broken = library.add_skill(SkillBuilder::new("alpha").broken("frontmatter-yaml", 3).link("/x"));
    library.put_draft(plain, SKILL_FILE, "typed", "base").unwrap();
    let changed = SyncedFile { path: SKILL_FILE.to_owned(), is_changed_outside: true, ..SyncedFile::default() };
    library.put_synced(broken, std::slice::from_ref(&changed)).unwrap();
    let gone = library.add_skill(SkillBuilder::new("gone"));
    library.trash_skill(gone);

    let rows = library.list_skills().unwrap();
    let ids: Vec<_> = rows.iter().map(|row| row.id).chain([SkillId(Uuid::nil())]).collect();
    assert_eq!(library.skill_rows(&ids).unwrap(), rows, "one that is not there has no row");
    assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), [broken, plain], "by name in any case");
    assert_eq!(rows[0].broken.as_ref().unwrap().message, "frontmatter-yaml on line 3");
    assert!(rows[0].link == LinkStatus::Changed && !rows[0].has_draft);
    assert!(rows[1].link == LinkStatus::None && rows[1].has_draft && rows[1].broken.is_none());
    assert_eq!((rows[1].tags.as_slice(), rows[1].group.as_str()), (["t".to_owned()].as_slice(), "g"));
    assert_eq!((rows[1].tokens.description, rows[1].tokens.body, rows[1].tokens.files), (10, 20, 5));

    library.put_synced(broken, &[SyncedFile { is_changed_outside: false, ..changed }]).unwrap();
    assert_eq!(library.list_skills().unwrap()[0].link, LinkStatus::Linked);
    library.set_link_missing(broken, true).unwrap();
    assert_eq!(library.list_skills().unwrap()[0].link, LinkStatus::Missing);
    let counts = library.counts().unwrap();
    assert_eq!((counts.skills, counts.trashed), (2, 1));
}

#[test]
fn every_changed_file_can_be_brought_back_from_the_timeline() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x").file("a.md", "one").file("b.md", "b"));
    assert_eq!(timeline(&library, skill), ["1 SKILL.md created"]);

    change(&library, skill, vec![FileChange::Put(file("a.md", "two", 7))], "saved").unwrap();
    change(&library, skill, vec![FileChange::Put(file("a.md", "two", 7))], "saved").unwrap();
    change(&library, skill, vec![FileChange::Rename { from: "a.md".into(), to: "c.md".into() }], "renamed").unwrap();
    change(&library, skill, vec![FileChange::Delete { path: "b.md".into() }], "deleted").unwrap();
    let content = SkillBuilder::new("x").body("new").content();
    let saved = SkillChange { content: Some(content), record: record("saved"), ..SkillChange::default() };
    assert_eq!(library.update_skill(skill, 5, &saved).unwrap(), 6);
    assert_eq!(
        timeline(&library, skill),
        [
            "6 SKILL.md saved",
            "5 b.md deleted",
            "4 c.md renamed",
            "2 a.md saved",
            "1 a.md original",
            "1 SKILL.md created",
        ]
    );
    let contents: Vec<String> = library
        .list_versions(skill)
        .unwrap()
        .iter()
        .map(|row| String::from_utf8(library.read_version(row.id).unwrap().bytes).unwrap())
        .collect();
    assert_eq!(&contents[1..5], ["b", "two", "two", "one"]);
    let detail = library.get_skill(skill).unwrap();
    assert_eq!(detail.document.tokens.files, 7);
    assert_eq!(detail.skill.content_markdown, "new");
    assert_eq!(detail.versions, 6);

    let newest = &library.list_versions(skill).unwrap()[0];
    assert_eq!((newest.added, newest.removed, newest.user.as_str()), (3, 1, "tester"));
    library.label_version(newest.id, "before the demo").unwrap();
    assert_eq!(library.read_version(newest.id).unwrap().row.label, "before the demo");
    let base = studio_store::sha256_hex(b"one");
    assert_eq!(library.read_content(skill, "a.md", &base).unwrap().unwrap(), b"one");
    assert_eq!(library.read_content(skill, "a.md", "nothing").unwrap(), None);
}

#[test]
fn a_change_that_is_refused_leaves_nothing_behind() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x").file("a.md", "a").file("b.md", "b"));
    let before = library.get_skill(skill).unwrap();
    let put = || FileChange::Put(file("a.md", "changed", 1));
    let rename = |from: &str, to: &str| FileChange::Rename { from: from.into(), to: to.into() };
    for (second, expected) in [
        (rename("a.md", "b.md"), "file b.md already exists"),
        (rename("a.md", SKILL_FILE), "file SKILL.md already exists"),
        (rename("z.md", "y.md"), "file z.md not found"),
        (FileChange::Delete { path: "z.md".into() }, "file z.md not found"),
        (FileChange::Put(file(SKILL_FILE, "", 0)), "file SKILL.md already exists"),
    ] {
        assert_eq!(change(&library, skill, vec![put(), second], "saved").unwrap_err().to_string(), expected);
        assert_eq!(library.get_skill(skill).unwrap(), before);
        assert_eq!(timeline(&library, skill).len(), 1);
    }
}

#[test]
fn equal_bytes_are_no_new_version_but_their_findings_are_stored() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x"));
    let mut content = SkillBuilder::new("x").content();
    content.warnings = 4;
    let change = SkillChange { content: Some(content), group: Some("new".to_owned()), ..SkillChange::default() };
    library.update_skill(skill, 1, &change).unwrap();
    let detail = library.get_skill(skill).unwrap();
    assert_eq!((detail.document.warnings, detail.group.as_str(), detail.versions), (4, "new", 1));
}

#[test]
fn many_skills_come_in_together_and_a_bad_one_is_named_alone() {
    let library = TempLibrary::new();
    let same = SkillId(Uuid::now_v7());
    let mut twin = SkillBuilder::new("twin").build();
    twin.id = Some(same);
    let rows = [
        SkillBuilder::new("good").build(),
        SkillBuilder::new(&"x".repeat(127)).build(),
        SkillBuilder::new("twice").file("a", "1").file("a", "2").build(),
        twin.clone(),
        twin,
        SkillBuilder::new("orphan").parent(SkillId(Uuid::now_v7())).build(),
        SkillBuilder::new("last").build(),
    ];
    let outcomes = library.create_skills(&rows).unwrap();
    let told: Vec<String> =
        outcomes.iter().map(|o| o.as_ref().map_or_else(ToString::to_string, |_| "in".into())).collect();
    assert_eq!(told[0], "in");
    assert!(told[1].ends_with("name has 127 characters; the limit is 126"), "{}", told[1]);
    assert_eq!(told[2], "file a already exists");
    assert_eq!(told[3], "in");
    assert_eq!(told[4], format!("skill {same} has changed since it was read (version 0, now 1)"));
    assert!(told[5].contains("refers to an item that isn't in the library"), "{}", told[5]);
    assert_eq!(told[6], "in");
    let names: Vec<String> = library.list_skills().unwrap().into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["good", "last", "twin"]);
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
}

#[test]
fn skills_that_come_in_turn_come_in_together_or_not_at_all() {
    let library = TempLibrary::new();
    let rows = ["one", "two"].map(|name| Some(SkillBuilder::new(name).build()));
    let stopped = library.create_skills_in_turn(rows.clone().into_iter().chain([None]));
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert_eq!(library.list_skills().unwrap(), []);
    let outcomes = library.create_skills_in_turn(rows.into_iter()).unwrap();
    let ids: Vec<SkillId> = outcomes.into_iter().map(Result::unwrap).collect();
    assert_eq!(library.list_skills().unwrap().into_iter().map(|row| row.id).collect::<Vec<_>>(), ids);
}

#[test]
fn drafts_follow_their_file() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x").file("a.md", "a"));
    library.put_draft(skill, "a.md", "typed", "h1").unwrap();
    library.put_draft(skill, "a.md", "typed more", "h1").unwrap();
    change(&library, skill, vec![FileChange::Rename { from: "a.md".into(), to: "b.md".into() }], "renamed").unwrap();
    let drafts = library.list_drafts().unwrap();
    assert_eq!((drafts.len(), drafts[0].path.as_str(), drafts[0].text.as_str()), (1, "b.md", "typed more"));
    assert_eq!((drafts[0].skill_name.as_str(), drafts[0].base_sha256.as_str()), ("x", "h1"));
    library.trash_skill(skill);
    assert_eq!(library.list_drafts().unwrap(), []);
    library.restore_skill(skill);
    library.discard_draft(skill, "b.md").unwrap();
    assert_eq!(library.get_draft(skill, "b.md").unwrap(), None);
    let nobody = library.put_draft(SkillId(Uuid::now_v7()), "a", "", "").unwrap_err();
    assert!(matches!(nobody, Error::NotFound { entity: "skill", .. }));
}

#[test]
fn links_remember_what_library_and_folder_agreed_on() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x"));
    assert_eq!(library.get_link(skill).unwrap(), None);
    let synced = |path: &str, sha256: &str| SyncedFile {
        path: path.to_owned(),
        sha256: sha256.to_owned(),
        size: 5_000_000_000,
        mtime_ms: -1,
        is_changed_outside: false,
    };
    let link = FolderLink {
        skill,
        folder: "/f".to_owned(),
        skill_file: "SKILL.md".to_owned(),
        is_missing: false,
        files: vec![synced("SKILL.md", "1"), synced("a.md", "2")],
    };
    library.put_link(&link).unwrap();
    assert_eq!(library.get_link(skill).unwrap().unwrap(), link);
    library.put_synced(skill, &[synced("a.md", "3")]).unwrap();
    library.delete_synced(skill, "SKILL.md").unwrap();
    assert_eq!(library.list_links().unwrap()[0].files, [synced("a.md", "3")]);
    library.put_link(&FolderLink { folder: "/g".to_owned(), files: Vec::new(), ..link }).unwrap();
    assert_eq!(library.get_link(skill).unwrap().unwrap().files, []);
    library.delete_link(skill).unwrap();
    assert!(matches!(library.put_synced(skill, &[synced("a", "1")]), Err(Error::NotFound { entity: "link", .. })));
}

#[test]
fn whoever_loads_requires_or_is_below_a_skill_uses_it() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x"));
    let user = library.add_skill(SkillBuilder::new("user"));
    let agent = library.add_agent(AgentBuilder::new("nurse"));
    library.put_agent_skill(&agent_skill(agent, skill)).unwrap();
    library.put_skill_dependency(&skill_dependency(user, skill)).unwrap();
    let child = library.add_skill(SkillBuilder::new("Old child").parent(skill));
    let uses = library.get_skill(skill).unwrap().uses;
    assert_eq!(uses, library.skill_uses(skill).unwrap());
    let told: Vec<_> = uses.iter().map(|one| (one.id, one.name.as_str(), one.how)).collect();
    assert_eq!(
        told,
        [
            (agent.0, "nurse", HowUsed::Loaded),
            (child.0, "Old child", HowUsed::Child),
            (user.0, "user", HowUsed::Required)
        ]
    );
    library.trash_skill(child);
    assert_eq!(library.skill_uses(skill).unwrap().len(), 2);
}

#[test]
fn the_trash_gives_back_what_it_took() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x").file("a.md", "a"));
    let user = library.add_skill(SkillBuilder::new("user"));
    library.put_skill_dependency(&skill_dependency(user, skill)).unwrap();

    library.trash_skill(skill);
    let stale = library.set_skill_active(skill, 1, false).unwrap_err();
    assert!(matches!(stale, Error::Stale { entity: "skill", expected: 1, found: 2, .. }), "{stale}");
    let trash = library.list_trash().unwrap();
    assert_eq!((trash[0].name.as_str(), trash[0].trashed_at.as_str()), ("x", "2026-01-02T03:04:05.000Z"));
    assert_eq!(library.find_skills("x").unwrap(), []);
    assert!(library.get_skill(skill).unwrap().trashed_at.is_some());
    library.restore_skill(skill);
    assert_eq!(library.list_trash().unwrap(), []);
    assert_eq!(library.find_skills("x").unwrap(), [skill]);
    assert_eq!(library.read_file(skill, "a.md").unwrap().bytes, b"a");
    library.delete_skill_dependency(user, skill, 1).unwrap();
    library.delete(TrashKind::Skill, skill.0).unwrap();
    assert!(matches!(library.get_skill(skill), Err(Error::NotFound { entity: "skill", .. })));
    assert!(matches!(library.set_skill_active(skill, 1, false), Err(Error::NotFound { entity: "skill", .. })));
}

#[test]
fn settings_travel_with_the_library() {
    let library = TempLibrary::new();
    assert_eq!(library.get_setting("theme").unwrap(), None);
    library.set_setting("theme", "dark").unwrap();
    library.set_setting("theme", "light").unwrap();
    assert_eq!(library.get_setting("theme").unwrap().as_deref(), Some("light"));
    library.set_info("Clinic", true).unwrap();
    let info = library.info().unwrap();
    assert_eq!((info.name.as_str(), info.is_sample, info.host), ("Clinic", true, library.host()));
}
