//! Reading, understanding and saving one skill, alone and against somebody else.

use studio_api::{
    ErrorCode,
    dto::{
        CandidateState, DefinitionPart, FieldForm, FrontmatterEdit, Merge, NewSkill, Policy, SaveOutcome, Scorer,
        StudioEvent, TrashKind,
    },
};

use crate::harness::{AsItIsNow, Bench, applied, refused, saved, skill, until};

fn conflict(outcome: SaveOutcome) -> Merge {
    match outcome {
        SaveOutcome::Conflict { merge } => merge,
        SaveOutcome::Saved { detail } => panic!("{} was saved over another change", detail.name),
    }
}

#[test]
fn a_save_changes_what_is_listed_searched_and_scored() {
    let bench = Bench::new();
    let id = bench.add_skill("one", skill("one", "First. Use when first.", "", "Body.")).id;
    let before = bench.get_skill(&id).unwrap();
    let detail = bench.save(&id, "SKILL.md", &skill("uno", "Primo. Use when primo.", "tags: [latin]\n", "Corpus."));
    assert_eq!((detail.name.as_str(), detail.tags.as_slice()), ("uno", &["latin".to_owned()][..]));
    assert!(detail.aggregate_version > before.aggregate_version);
    assert_ne!(detail.hash, before.hash);
    assert_eq!(bench.row("uno").id, id);
    let versions = bench.list_versions(&id).unwrap();
    assert_eq!(versions[0].reason.as_str(), "saved");
    assert!(versions[0].added > 0 && versions[0].removed > 0);
    let again = bench.save(&id, "SKILL.md", &bench.text(&id, "SKILL.md"));
    assert_eq!(again.versions, detail.versions, "saving the same text is no version");
    assert_eq!(again.aggregate_version, detail.aggregate_version);
}

#[test]
fn s0_24_a_stale_save_is_a_conflict_with_its_base() {
    let bench = Bench::new();
    let base = skill("one", "First. Use when first.", "", "Top.\n\nMiddle.\n\nBottom.");
    let id = bench.add_skill("one", &base).id;
    let read_at = bench.get_skill(&id).unwrap().aggregate_version;
    let theirs = base.replace("Top.", "Their top.");
    let other = bench.second();
    saved(other.save_file(&id, "SKILL.md", &theirs, read_at, None).unwrap());

    let mine = base.replace("Bottom.", "My bottom.");
    let merge = conflict(bench.save_file(&id, "SKILL.md", &mine, read_at, None).unwrap());
    assert_eq!(merge.source.as_str(), "library");
    assert_eq!((&merge.base, &merge.mine, &merge.theirs), (&base, &mine, &theirs));
    assert_eq!(merge.conflicts, 0);
    assert!(merge.merged.contains("Their top.") && merge.merged.contains("My bottom."));
    assert_eq!(bench.text(&id, "SKILL.md"), theirs, "nothing was written");

    // A third change between the merge and its save is seen too.
    let later = theirs.replace("Middle.", "Their middle.");
    saved(other.save_file(&id, "SKILL.md", &later, merge.aggregate_version, None).unwrap());
    let outcome =
        bench.save_file(&id, "SKILL.md", &merge.merged, merge.aggregate_version, Some(&merge.their_hash)).unwrap();
    let second = conflict(outcome);
    assert_eq!(second.theirs, later);
    let outcome =
        bench.save_file(&id, "SKILL.md", &second.merged, second.aggregate_version, Some(&second.their_hash)).unwrap();
    saved(outcome);
    assert_eq!(bench.list_versions(&id).unwrap()[0].reason.as_str(), "merged");
}

#[test]
fn what_another_process_saves_is_taken_in() {
    let bench = Bench::live();
    let id = bench.add_skill("one", skill("one", "First. Use when first.", "", "Body.")).id;
    let policy = Policy { top_k: 9, min_score: 0.1, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let finds = |query: &str| {
        let report = bench.score(query, Scorer::Adk, &policy).unwrap();
        report.candidates.iter().any(|candidate| candidate.state == CandidateState::Passes)
    };
    assert!(finds("first") && !finds("volcano"));
    bench.events.clear();
    let other = bench.second();
    let version = other.get_skill(&id).unwrap().aggregate_version;
    let text = skill("one", "Volcano. Use when it erupts.", "", "Body.");
    saved(other.save_file(&id, "SKILL.md", &text, version, None).unwrap());
    bench.events.wait_for(
        "the other process's save to be told",
        |event| matches!(event, StudioEvent::SkillChanged { skill_id } if *skill_id == id),
    );
    assert!(finds("volcano") && !finds("first"));
    other.trash_now(TrashKind::Skill, &id).unwrap();
    until("the skill to be gone from the scorers", || !finds("volcano"));
}

#[test]
fn a_change_of_another_file_is_no_conflict() {
    let bench = Bench::new();
    bench.write("one/SKILL.md", skill("one", "First. Use when first.", "", "Body."));
    bench.write("one/notes.md", "notes\n");
    let id = bench.import(&["one"]).imported[0].id.clone();
    let read_at = bench.get_skill(&id).unwrap().aggregate_version;
    saved(bench.second().save_file(&id, "notes.md", "their notes\n", read_at, None).unwrap());
    saved(bench.save_file(&id, "SKILL.md", &skill("one", "Mine. Use when mine.", "", "Body."), read_at, None).unwrap());
    let merge = conflict(bench.save_file(&id, "notes.md", "my notes\n", read_at, None).unwrap());
    assert_eq!((merge.base.as_str(), merge.theirs.as_str(), merge.conflicts), ("notes\n", "their notes\n", 1));
}

#[test]
fn studios_saving_at_once_lose_nothing() {
    const ROUNDS: usize = 15;
    let bench = Bench::new();
    let base = skill("one", "First. Use when first.", "", "Start.");
    let id = bench.add_skill("one", &base).id;
    let (other, third) = (bench.second(), bench.second());
    let save_all = |studio: &studio_api::Studio, who: &str| {
        for number in 0..ROUNDS {
            let mut line = format!("{who} {number}.");
            let mut version = studio.get_skill(&id).unwrap().aggregate_version;
            let mut text = format!("{}\n{line}\n", studio.get_file(&id, "SKILL.md").unwrap().text);
            let mut their_hash: Option<String> = None;
            loop {
                match studio.save_file(&id, "SKILL.md", &text, version, their_hash.as_deref()).unwrap() {
                    SaveOutcome::Saved { .. } => break,
                    SaveOutcome::Conflict { merge } => {
                        text = format!("{}\n{line}\n", merge.theirs);
                        version = merge.aggregate_version;
                        their_hash = Some(merge.their_hash);
                        line.push('.');
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| save_all(&bench, "here"));
        scope.spawn(|| save_all(&other, "there"));
        scope.spawn(|| save_all(&third, "elsewhere"));
    });
    let text = bench.text(&id, "SKILL.md");
    for number in 0..ROUNDS {
        for who in ["here", "there", "elsewhere"] {
            assert!(text.contains(&format!("\n{who} {number}.")), "{who} {number} is lost from:\n{text}");
        }
    }
}

#[test]
fn line_ends_and_marks_of_the_file_stay() {
    for (name, bytes, edit, expected) in [
        (
            "crlf",
            &b"---\r\nname: crlf\r\ndescription: a\r\n---\r\n\r\nOne.\r\nTwo.\r\n"[..],
            ("One.", "Uno."),
            &b"---\r\nname: crlf\r\ndescription: a\r\n---\r\n\r\nUno.\r\nTwo.\r\n"[..],
        ),
        (
            "bom",
            b"\xEF\xBB\xBF---\nname: bom\ndescription: a\n---\n\nOne.\n",
            ("One.", "Uno."),
            b"\xEF\xBB\xBF---\nname: bom\ndescription: a\n---\n\nUno.\n",
        ),
        (
            "mixed",
            b"---\r\nname: mixed\ndescription: a\r\n---\n\r\nOne.\nTwo.\r\n",
            ("Two.", "Due."),
            b"---\r\nname: mixed\ndescription: a\r\n---\n\r\nOne.\nDue.\r\n",
        ),
        (
            "open",
            b"---\nname: open\ndescription: a\n---\n\nOne.",
            ("One.", "Uno."),
            b"---\nname: open\ndescription: a\n---\n\nUno.",
        ),
    ] {
        let bench = Bench::new();
        bench.write(&format!("{name}/SKILL.md"), bytes);
        let id = bench.link(&[name]).imported[0].id.clone();
        let text = bench.text(&id, "SKILL.md");
        assert!(!text.contains('\r'));
        bench.save(&id, "SKILL.md", &text);
        assert_eq!(bench.read(&format!("{name}/SKILL.md")), bytes, "{name}: an unchanged save changes nothing");
        bench.save(&id, "SKILL.md", &text.replace(edit.0, edit.1));
        assert_eq!(bench.read(&format!("{name}/SKILL.md")), expected, "{name}");
    }
}

#[test]
fn a_binary_file_is_not_overwritten_with_text() {
    let bench = Bench::new();
    bench.write("one/SKILL.md", skill("one", "First. Use when first.", "", "Body."));
    bench.write("one/mark.bin", [0, 1, 2, 0xFF]);
    let id = bench.link(&["one"]).imported[0].id.clone();
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    let message = refused(bench.save_file(&id, "mark.bin", "", version, None), ErrorCode::Invalid);
    assert!(message.contains("mark.bin"), "{message}");
    assert_eq!(bench.read("one/mark.bin"), [0, 1, 2, 0xFF]);
}

#[test]
fn offsets_count_as_an_editor_does() {
    let bench = Bench::new();
    let text = "---\nname: 🎉家\ndescription: \"🎉 Ein Fest. Use when 家.\"\ntags: [a]\n---\n\n# 🎉\n\n[x](gone.md)\n";
    let id = bench.add_skill("party", text).id;
    let analysis = bench.analyze(&id, "SKILL.md", text).unwrap();
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |from: u32, to: u32| String::from_utf16(&units[from as usize..to as usize]).unwrap();
    let name = analysis.findings.iter().find(|finding| finding.code == "name-format").unwrap();
    assert!(at(name.from, name.to).contains("🎉家"), "{name:?}");
    assert_eq!((name.start.line, name.start.column), (2, 7));
    let link = analysis.findings.iter().find(|finding| finding.code == "link-missing").unwrap();
    assert!(at(link.from, link.to).contains("gone.md"), "{:?}", at(link.from, link.to));
    assert_eq!(link.start.line, 9);
    let frontmatter = analysis.frontmatter.unwrap();
    assert!(at(frontmatter.body_from, units.len() as u32).trim_start().starts_with("# 🎉"));
    let keys: Vec<_> = frontmatter.fields.iter().map(|field| (field.key.as_str(), field.form, field.line)).collect();
    assert_eq!(keys, [("name", FieldForm::Text, 2), ("description", FieldForm::Text, 3), ("tags", FieldForm::List, 4)]);
    assert!(analysis.preview.contains('🎉') && !analysis.preview.contains("<script"));

    for (edit, expected) in [
        (
            FrontmatterEdit::SetText { key: "name".to_owned(), value: "party".to_owned() },
            text.replace("🎉家\nd", "party\nd"),
        ),
        (
            FrontmatterEdit::SetItems { key: "tags".to_owned(), items: vec!["家".to_owned(), "b".to_owned()] },
            text.replace("[a]", "[家, b]"),
        ),
        (FrontmatterEdit::Remove { key: "tags".to_owned() }, text.replace("tags: [a]\n", "")),
    ] {
        let edits = bench.edit_frontmatter(text, &edit).unwrap();
        assert_eq!(applied(text, &edits), expected, "{edit:?}");
    }
}

#[test]
fn created_renamed_and_duplicated_skills_say_their_name_in_their_file() {
    let bench = Bench::new();
    let new = |name: &str, description: &str| NewSkill {
        name: name.to_owned(),
        description: description.to_owned(),
        ..NewSkill::default()
    };
    let created = bench.create_skill(&new("  night-shift ", "Covers: the night. Use when \"late\" #now")).unwrap();
    assert_eq!(created.name, "night-shift");
    assert_eq!(created.description, "Covers: the night. Use when \"late\" #now");
    let analysis = bench.analyze(&created.id, "SKILL.md", &bench.text(&created.id, "SKILL.md")).unwrap();
    assert!(analysis.findings.iter().all(|finding| finding.severity > studio_api::dto::Severity::Warning));

    let taken = refused(bench.create_skill(&new("night-shift", "")), ErrorCode::Invalid);
    assert!(taken.contains("night-shift"), "{taken}");
    for bad in ["", "   ", "two\nlines", &"n".repeat(127)] {
        refused(bench.create_skill(&new(bad, "d")), ErrorCode::Invalid);
        refused(bench.rename_skill(&created.id, bad), ErrorCode::Invalid);
    }
    for name in ["yes", "a: b", "# x", "日本", "'quoted'"] {
        let detail = bench.rename_skill(&created.id, name).unwrap();
        assert_eq!(detail.name, name);
        assert!(bench.find_skill(name).unwrap().text.starts_with("---\nname: "));
    }
    assert_eq!(bench.rename_skill(&created.id, "late-shift").unwrap().name, "late-shift");

    bench.create_file(&created.id, "references/rota.md").unwrap();
    bench.save(&created.id, "references/rota.md", "Mondays.\n");
    let copy = bench.duplicate_skill(&created.id).unwrap();
    let again = bench.duplicate_skill(&created.id).unwrap();
    assert_eq!((copy.name.as_str(), again.name.as_str()), ("late-shift-copy", "late-shift-copy-2"));
    assert_eq!(bench.text(&copy.id, "references/rota.md"), "Mondays.\n");
    bench.save(&copy.id, "references/rota.md", "Sundays.\n");
    assert_eq!(bench.text(&created.id, "references/rota.md"), "Mondays.\n");
}

#[test]
fn copies_of_odd_files_keep_their_bytes() {
    let bench = Bench::new();
    let wide: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(skill("wide", "Wide. Use when wide.", "", "Body.").encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let id = bench.add_skill("wide", &wide).id;
    let copy = bench.duplicate_skill(&id).unwrap();
    assert_eq!(copy.name, "wide-copy");
    let original = bench.get_skill(&id).unwrap();
    assert_eq!(copy.files[0].bytes, original.files[0].bytes + 2 * "-copy".len() as u32, "it is UTF-16 still");

    let nameless = bench.add_skill("nameless", "# Just a page\n").id;
    assert_eq!(bench.row("nameless").id, nameless);
    let copy = bench.duplicate_skill(&nameless).unwrap();
    assert_eq!(copy.name, "nameless-copy");
    let mended = bench.save(&nameless, "SKILL.md", "# Just another page\n");
    assert_eq!(mended.name, "nameless", "a file without a name keeps the one the library knows");
}

#[test]
fn ids_that_are_none_are_not_found() {
    let bench = Bench::new();
    let gone = "01890000-0000-7000-8000-000000000000";
    for id in ["", "x", gone] {
        refused(bench.get_skill(id), ErrorCode::NotFound);
        refused(bench.get_file(id, "SKILL.md"), ErrorCode::NotFound);
        refused(bench.save_file(id, "SKILL.md", "", 1, None), ErrorCode::NotFound);
        refused(bench.save_draft(id, "SKILL.md", "x"), ErrorCode::NotFound);
        refused(bench.trash_now(TrashKind::Skill, id), ErrorCode::NotFound);
        refused(bench.restore_now(TrashKind::Skill, id), ErrorCode::NotFound);
        refused(bench.rename_skill(id, "x"), ErrorCode::NotFound);
        refused(bench.duplicate_skill(id), ErrorCode::NotFound);
        refused(bench.create_file(id, "x.md"), ErrorCode::NotFound);
        refused(bench.get_version(id), ErrorCode::NotFound);
        refused(bench.restore_version(id), ErrorCode::NotFound);
        refused(bench.label_version(id, "x"), ErrorCode::NotFound);
        refused(bench.find_skill(id), ErrorCode::NotFound);
        refused(bench.find_agent(id), ErrorCode::NotFound);
        refused(bench.find_tool(id), ErrorCode::NotFound);
    }
}

#[test]
fn s1_13_a_definition_is_imported_edited_in_the_form_and_shown() {
    let bench = Bench::new();
    let metadata = "metadata:\n  author: me\n  display-name: Gas desk\n  capabilities: find leaks, close valves\n";
    let text = skill("gas", "Handles gas leaks. Use when gas leaks.", metadata, "Close the valve.");
    let id = bench.add_skill("gas", &text).id;
    let whole = |name: &str| -> serde_json::Value {
        serde_json::from_slice(&bench.skillctl(&["show", "skill", name, "--json"]).stdout).unwrap()
    };
    let shown = whole("gas")["definition"].clone();
    assert_eq!((&shown["display_name"], &shown["work_direction"]), (&"Gas desk".into(), &serde_json::Value::Null));
    assert_eq!(shown["capabilities"], serde_json::json!(["find leaks", "close valves"]));

    let mut now = text.clone();
    for (part, value) in [
        (DefinitionPart::WorkDirection, "Ask where it smells."),
        (DefinitionPart::OnActivate, "Say that help is coming."),
        (DefinitionPart::OnDeactivate, "Close the case: \"done\"."),
        (DefinitionPart::DisplayName, ""),
    ] {
        let edit = FrontmatterEdit::SetDefinition { part, value: value.to_owned() };
        now = applied(&now, &bench.edit_frontmatter(&now, &edit).unwrap());
    }
    let lines = "metadata:\n  author: me\n  capabilities: find leaks, close valves\n  work-direction: Ask where it smells.\n  \
                 on-activate: Say that help is coming.\n  on-deactivate: \"Close the case: \\\"done\\\".\"\n";
    assert_eq!(now, text.replace(metadata, lines), "only the entries change");
    bench.save(&id, "SKILL.md", &now);
    let form = bench.analyze(&id, "SKILL.md", &now).unwrap().frontmatter.unwrap();
    let kept: Vec<_> = form.definition.iter().map(|value| (value.part, value.text.as_str())).collect();
    assert_eq!(kept[1], (DefinitionPart::WorkDirection, "Ask where it smells."));
    let shown = whole("gas")["definition"].clone();
    assert_eq!(shown["display_name"], serde_json::Value::Null);
    assert_eq!(shown["on_deactivate"], "Close the case: \"done\".");
}

#[test]
fn a_name_goes_to_one_of_those_who_ask_for_it_at_once() {
    let bench = Bench::new();
    let new = NewSkill { name: "night-shift".to_owned(), description: "The night.".to_owned(), ..NewSkill::default() };
    let others: Vec<String> = (0..4)
        .map(|number| format!("day-{number}"))
        .map(|name| bench.add_skill(&name, skill(&name, &name, "", "")).id)
        .collect();
    let start = std::sync::Barrier::new(8);
    let (start, bench, new) = (&start, &bench, &new);
    let won = std::thread::scope(|scope| {
        let creating = (0..4).map(|_| {
            scope.spawn(move || {
                start.wait();
                bench.create_skill(new).is_ok()
            })
        });
        let mut all: Vec<_> = creating.collect();
        all.extend(others.iter().map(|id| {
            scope.spawn(move || {
                start.wait();
                bench.rename_skill(id, "night-shift").is_ok()
            })
        }));
        all.into_iter().map(|one| one.join().expect("nobody panics")).filter(|won| *won).count()
    });
    assert_eq!(won, 1, "whoever was first has the name, the others are refused");
    let called = bench.list_skills().unwrap().into_iter().filter(|row| row.name == "night-shift").count();
    assert_eq!(called, 1);
    let copies: Vec<String> = std::thread::scope(|scope| {
        let copying: Vec<_> =
            (0..4).map(|_| scope.spawn(|| bench.duplicate_skill(&others[0]).map(|copy| copy.name))).collect();
        copying.into_iter().map(|one| one.join().expect("nobody panics").unwrap()).collect()
    });
    let different: std::collections::HashSet<&String> = copies.iter().collect();
    assert_eq!(different.len(), copies.len(), "each copy has a name of its own: {copies:?}");
}

#[test]
fn a_name_is_judged_before_a_skill_is_made_or_renamed() {
    let bench = Bench::new();
    let taken = bench.add_skill("gas", skill("gas", "Handles gas. Use when gas leaks.", "", "Call.")).id;
    let why = |name: &str, skill: Option<&str>| bench.check_skill_name(name, skill).unwrap();
    for name in ["Gas Leak", "-gas", "gas-", "gas--leak", "燃气", "", &"a".repeat(65)] {
        let said = why(name, None).unwrap_or_else(|| panic!("{name:?} is no name"));
        assert!(said.starts_with("Use 1 to 64 lowercase letters, digits and single hyphens, such as "), "{said}");
        assert_eq!(why(name, Some(&taken)).as_ref(), Some(&said));
    }
    assert!(why("Gas Leak", None).unwrap().ends_with("such as gas-leak."));
    assert_eq!(why("gas", None).unwrap(), "A skill named gas already exists. Choose another name.");
    assert_eq!((why("gas", Some(&taken)), why(&"a".repeat(64), None)), (None, None));
}
