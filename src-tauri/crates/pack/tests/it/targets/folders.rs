//! Targets that keep skills as files: folders, archives, plugins, an index.

use std::fs;

use studio_model::Client;
use studio_pack::{
    ImportFormat, Options, discover,
    targets::{Field, Settings, Target, Why, exporter, has_folder, well_known},
};
use studio_text::{Target as Rules, adk};

use super::{PLAIN, bundle, codes, export, need, skill, told, with_file};

const RICH: &str = "---\nname: rich\ndescription: \"Does a --- b. Use when: asked\"\nversion: 2.1.0\ntags: [a, b]\nallowed-tools: [Read, 'Bash(git log:*)']\ndisable-model-invocation: true\n---\n\nBody.\n";

fn paths(export: &studio_pack::targets::Export) -> Vec<&str> {
    export.files.iter().map(|file| file.path.as_str()).collect()
}

fn text<'a>(export: &'a studio_pack::targets::Export, path: &str) -> &'a str {
    let file = export.files.iter().find(|file| file.path == path).expect("it is written");
    std::str::from_utf8(&file.bytes).unwrap()
}

#[test]
fn a_skill_that_suits_its_target_goes_out_byte_for_byte() {
    let bundle = bundle(vec![with_file(skill(2, PLAIN), "scripts/run.sh", b"#!/bin/sh\n", true)]);
    for (target, prefix) in
        [(Target::AgentSkills, "tides"), (Target::Adk, ".skills/tides"), (Target::ClaudePlugin, "skills/tides")]
    {
        let out = export(target, &bundle);
        assert_eq!(text(&out, &format!("{prefix}/SKILL.md")), PLAIN, "{target:?}");
        let script = out.files.iter().find(|file| file.path == format!("{prefix}/scripts/run.sh")).unwrap();
        assert!(script.is_executable);
        assert_eq!((out.losses.len(), out.refusals.len()), (0, 0), "{target:?}");
    }
}

#[test]
fn each_target_has_the_frontmatter_its_readers_take() {
    let bundle = bundle(vec![skill(2, RICH)]);
    let standard = export(Target::AgentSkills, &bundle);
    assert!(text(&standard, "rich/SKILL.md").contains("allowed-tools: Read Bash(git log:*)\n"));
    assert_eq!(
        told(&standard.losses),
        ["skill rich: disable-model-invocation", "skill rich: tags", "skill rich: version"]
    );
    let adk_export = export(Target::Adk, &bundle);
    let read = adk::parse(".skills/rich/SKILL.md", text(&adk_export, ".skills/rich/SKILL.md")).unwrap();
    assert_eq!(read.allowed_tools, ["Read", "Bash(git log:*)"]);
    assert_eq!((read.version.as_deref(), read.tags.len(), adk_export.losses.len()), (Some("2.1.0"), 2, 0));
    let client = |client| {
        let settings = Settings { client: Some(client), ..Settings::default() };
        exporter(Target::ClientFolder).unwrap().export(&bundle, &settings, &()).unwrap()
    };
    let (claude, codex) = (client(Client::ClaudeCode), client(Client::Codex));
    assert!(text(&claude, ".claude/skills/rich/SKILL.md").contains("disable-model-invocation: true\n"));
    assert_eq!(told(&claude.losses), ["skill rich: tags"], "Claude Code reads a version");
    assert_eq!(paths(&codex), [".agents/skills/rich/SKILL.md"]);
    let codex_losses = ["skill rich: disable-model-invocation", "skill rich: tags"];
    assert_eq!(told(&codex.losses), codex_losses, "Codex passes over the first");
}

#[test]
fn each_client_that_reads_a_folder_gets_its_own_and_is_said_to_ignore_only_what_it_was_seen_to() {
    let rich = RICH.replace("disable-model-invocation: true", "disable-model-invocation: true\neffort: high");
    let bundle = bundle(vec![skill(2, &rich)]);
    let out = |client| {
        let settings = Settings { client: Some(client), ..Settings::default() };
        exporter(Target::ClientFolder).unwrap().export(&bundle, &settings, &()).unwrap()
    };
    for (client, folder) in [
        (Client::Standard, ".agents/skills"),
        (Client::ClaudeCode, ".claude/skills"),
        (Client::Codex, ".agents/skills"),
        (Client::Copilot, ".github/skills"),
        (Client::Gemini, ".gemini/skills"),
        (Client::Opencode, ".opencode/skills"),
        (Client::Qwen, ".qwen/skills"),
        (Client::Kimi, ".kimi-code/skills"),
        (Client::Pi, ".pi/skills"),
        (Client::VsCode, ".github/skills"),
        (Client::Cursor, ".cursor/skills"),
        (Client::Antigravity, ".agents/skills"),
    ] {
        assert!(has_folder(client), "{client:?}");
        assert_eq!(paths(&out(client)), [format!("{folder}/rich/SKILL.md")], "{client:?}");
    }
    assert!(!has_folder(Client::Adk), "it has a target of its own");
    let effort = |client| told(&out(client).losses).contains(&"skill rich: effort".to_owned());
    assert!(effort(Client::Copilot) && !effort(Client::ClaudeCode));
    for client in [Client::Standard, Client::VsCode, Client::Cursor, Client::Antigravity] {
        assert!(!effort(client), "{client:?}");
    }
}

#[test]
fn x_19_each_target_refuses_what_its_own_readers_would() {
    let odd = "---\nname: My Skill\ndescription: Does it. Use when asked.\n---\nBody\n";
    let reserved = "---\nname: claude-helper\ndescription: Does <b>it</b>. Use when asked.\n---\nBody\n";
    let bundle = bundle(vec![skill(2, odd), skill(3, reserved)]);
    assert_eq!(codes(&export(Target::AgentSkills, &bundle)), ["name-format"]);
    assert_eq!(codes(&export(Target::Adk, &bundle)), [""; 0], "adk takes any name");
    let mut zip = codes(&export(Target::SkillZip, &bundle));
    zip.sort_unstable();
    assert_eq!(zip, ["description-brackets", "name-format", "name-reserved"]);
    assert_eq!(codes(&export(Target::Light4jSql, &bundle)), [""; 0], "the store's own names are light-4j's");
}

#[test]
fn a_clients_folder_is_refused_what_that_client_would_skip_and_no_more() {
    let named = |name: &str| format!("---\nname: {name}\ndescription: Does it. Use when asked.\n---\nBody\n");
    let long = format!("---\nname: long\ndescription: Use when asked. {}\n---\nBody\n", "More. ".repeat(200));
    let bundle = bundle(vec![skill(2, &named("My Skill")), skill(3, &named("odd/name")), skill(4, &long)]);
    let out = |client| {
        let settings = Settings { client: Some(client), ..Settings::default() };
        exporter(Target::ClientFolder).unwrap().export(&bundle, &settings, &()).unwrap()
    };
    let of_claude = out(Client::ClaudeCode);
    assert_eq!(codes(&of_claude), [""; 0], "it takes any name, and shows less of a long description");
    let places = ["My Skill", "long", "odd-name"].map(|name| format!(".claude/skills/{name}/SKILL.md"));
    assert_eq!(paths(&of_claude), places);
    assert_eq!(codes(&out(Client::Qwen)), ["client-dropped"; 2], "it takes neither blank nor slash in names");
    assert_eq!(codes(&out(Client::Copilot)), ["client-dropped"; 2], "the slash, and the long description");
    let mut of_standard = codes(&out(Client::Cursor));
    of_standard.sort_unstable();
    assert_eq!(of_standard, ["description-length", "name-format", "name-format"], "nobody measured it");
}

#[test]
fn an_upload_is_refused_before_it_is_packed_where_the_services_would() {
    let big = vec![7_u8; 25 * 1024 * 1024 + 1];
    let bundle = bundle(vec![
        with_file(skill(2, PLAIN), "assets/big.bin", &big, false),
        with_file(skill(3, &PLAIN.replace("tides", "nested")), "more/skill.md", b"---\nname: x\n---\n", false),
    ]);
    let mut refused = codes(&export(Target::SkillZip, &bundle));
    refused.sort_unstable();
    assert_eq!(refused, ["second-skill-file", "too-large"]);
    let mut many = skill(2, PLAIN);
    for number in 0..500 {
        many = with_file(many, &format!("references/{number}.txt"), b"x", false);
    }
    assert_eq!(codes(&export(Target::SkillZip, &super::bundle(vec![many]))), ["too-large"]);
}

#[test]
fn an_archive_has_one_folder_no_leftovers_and_always_the_same_bytes() {
    let skill =
        with_file(with_file(skill(2, PLAIN), "scripts/run.sh", b"#!/bin/sh\n", true), "evals/evals.json", b"{}", false);
    let skill = with_file(with_file(skill, "lib/__pycache__/x.pyc", b"x", false), "lib/evals/kept.txt", b"k", false);
    let bundle = bundle(vec![skill]);
    let out = export(Target::SkillZip, &bundle);
    assert!(out.is_one_file);
    assert_eq!(paths(&out), ["tides.skill"]);
    assert_eq!(told(&out.losses), ["skill tides: file evals/evals.json", "skill tides: file lib/__pycache__/x.pyc"]);
    let reasons: Vec<&Why> = out.losses.iter().map(|loss| &loss.why).collect();
    assert_eq!(reasons, [&Why::Evals, &Why::Leftover], "each has its own");
    assert_eq!(out, export(Target::SkillZip, &bundle));
    // The bytes are these on every machine, whatever its clock says.
    assert_eq!(
        studio_text::sha256_hex(&out.files[0].bytes),
        "a4137da22b35aa7122e72536304d29b32748a83a02a49c82c0e2d6fde1898272",
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tides.skill");
    fs::write(&path, &out.files[0].bytes).unwrap();
    let found = discover(&[path], &Options { format: Some(ImportFormat::SkillZip), ..Options::default() }, &()).found;
    assert_eq!((found.len(), found[0].folder_name.as_deref()), (1, Some("tides")));
    assert_eq!(found[0].bytes, PLAIN.as_bytes());
    let files: Vec<_> = found[0].files.iter().map(|file| (file.path.as_str(), file.is_executable)).collect();
    assert_eq!(files, [("lib/evals/kept.txt", false), ("scripts/run.sh", true)]);
}

#[test]
fn adk_is_given_no_file_that_it_would_take_for_another_skill() {
    let other = b"---\nname: other\ndescription: Another.\n---\nBody\n";
    let skill =
        with_file(with_file(skill(2, PLAIN), "assets/other.md", other, false), "references/other.md", other, false);
    let out = export(Target::Adk, &bundle(vec![skill]));
    assert_eq!(paths(&out), [".skills/tides/SKILL.md", ".skills/tides/references/other.md"]);
    assert_eq!(told(&out.losses), ["skill tides: file assets/other.md"]);
}

#[test]
fn two_skills_of_one_name_are_no_export_and_links_are_named() {
    let mut bundle = bundle(vec![skill(2, PLAIN), skill(3, PLAIN), skill(4, RICH)]);
    bundle.dependencies.push(need(4, 2));
    let out = export(Target::AgentSkills, &bundle);
    assert_eq!(codes(&out), ["same-place"]);
    assert!(told(&out.losses).contains(&"skill rich: requires tides".to_owned()), "{:?}", out.losses);
}

#[test]
fn a_plugin_is_its_own_marketplace() {
    let bundle = bundle(vec![skill(2, PLAIN)]);
    let out = export(Target::ClaudePlugin, &bundle);
    let read = |path: &str| serde_json::from_str::<serde_json::Value>(text(&out, path)).unwrap();
    let (plugin, market) = (read(".claude-plugin/plugin.json"), read(".claude-plugin/marketplace.json"));
    assert_eq!((&plugin["name"], &plugin["version"]), (&"my-library".into(), &"1.0.0".into()));
    assert_eq!((&market["plugins"][0]["name"], &market["plugins"][0]["source"]), (&"my-library".into(), &"./".into()));
    assert!(market["owner"]["name"].is_string());
}

#[test]
fn an_index_is_read_back_and_what_is_not_as_its_digest_says_stays_out() {
    let bundle = bundle(vec![
        skill(2, PLAIN),
        with_file(skill(3, &PLAIN.replace("tides", "with-files")), "references/more.md", b"More.", false),
    ]);
    let out = export(Target::WellKnown, &bundle);
    let folder = ".well-known/agent-skills";
    assert_eq!(
        paths(&out),
        [&format!("{folder}/index.json"), &format!("{folder}/tides/SKILL.md"), &format!("{folder}/with-files.zip")]
    );
    let site = tempfile::tempdir().unwrap();
    studio_pack::targets::Plan::of(site.path(), out.files.clone()).unwrap().write(|_, _| true).unwrap();
    let read = well_known::read_index(site.path());
    let names: Vec<_> = read.found.iter().map(|found| (found.bytes.len(), found.files.len())).collect();
    assert_eq!((names, read.skipped.len()), (vec![(PLAIN.len(), 0), (PLAIN.len() + 5, 1)], 0));
    fs::write(site.path().join(folder).join("tides/SKILL.md"), "---\nname: evil\n---\n").unwrap();
    let read = well_known::read_index(site.path());
    assert_eq!((read.found.len(), read.skipped[0].reason.as_str()), (1, "archive-damaged"));
    for (index, code) in [
        ("{\"skills\": [{\"name\": \"x\", \"type\": \"skill-md\", \"url\": \"../../../etc/passwd\"}]}", "not-found"),
        ("{\"skills\": [{\"name\": \"x\", \"type\": \"skill-md\", \"url\": \"https://e.org/SKILL.md\"}]}", "not-found"),
        ("{\"skills\": 3}", "unreadable"),
        ("{", "unreadable"),
        ("{\"$schema\": \"https://schemas.agentskills.io/discovery/9.0.0/schema.json\", \"skills\": []}", "unreadable"),
    ] {
        fs::write(site.path().join(folder).join("index.json"), index).unwrap();
        let read = well_known::read_index(site.path());
        assert_eq!((read.found.len(), read.skipped[0].reason.as_str()), (0, code), "{index}");
    }
}

#[test]
fn every_target_names_its_rules_and_what_reads_it_back() {
    let rules = |target| exporter(target).map(studio_pack::targets::Exporter::rules).unwrap_or_default();
    assert_eq!(rules(Target::SkillZip), [Rules::ClaudeUpload, Rules::OpenAiUpload]);
    assert_eq!((rules(Target::Adk), rules(Target::Light4jSql)), (&[Rules::Adk][..], &[Rules::Light4j][..]));
    for target in Target::ALL {
        assert_eq!(Target::parse(target.as_str()), Some(target));
        assert!(exporter(target).is_none_or(|exporter| exporter.target() == target), "{target:?}");
    }
}

#[test]
fn a_link_that_breaks_where_a_skill_goes_is_named() {
    let text = "---\nname: bread\ndescription: \"Bakes. Use when: asked\"\n---\n\nSee [flour](references/flour.md), \
                [gone](references/gone.md), [itself](SKILL.md), [oven](../oven/SKILL.md), [hot](../oven/assets/hot.png), \
                [cold](../oven/assets/cold.png), [shared](../common/x.md), [card](card.md), [web](https://h.example/a.md), \
                `scripts/of-a-project.sh` and [tests](evals/evals.json).\n";
    let oven = "---\nname: oven\ndescription: \"Heats. Use when: asked\"\n---\n\nHeat.\n";
    let oven = with_file(skill(3, oven), "assets/hot.png", b"PNG", false);
    let mut bread = skill(2, text);
    for (path, content) in [
        ("references/flour.md", "[mill](mill.md), [home](../SKILL.md), [card](card.md), [far](../../common/y.md)\n"),
        ("references/unread.txt", "[never](read.md)\n"),
        ("card.md", "---\nname: card\n---\n[deep](deep.md)\n"),
        ("evals/evals.json", "[]"),
    ] {
        bread = with_file(bread, path, content.as_bytes(), false);
    }
    let bundle = bundle(vec![bread, oven]);
    let everywhere =
        ["../oven/assets/cold.png", "../common/x.md", "../common/y.md", "references/gone.md", "references/mill.md"];
    let alone = ["../oven/SKILL.md", "../oven/assets/hot.png"];
    for (target, more) in [
        (Target::AgentSkills, vec!["deep.md"]),
        (Target::ClaudePlugin, vec!["deep.md"]),
        (Target::ClientFolder, vec!["deep.md"]),
        (Target::Adk, vec!["card.md"]),
        (Target::SkillZip, vec!["deep.md", alone[0], alone[1]]),
        (Target::WellKnown, vec!["deep.md", alone[0], alone[1]]),
    ] {
        let mut expected = [&everywhere[..], &more].concat();
        expected.sort_unstable();
        assert_eq!(broken(&export(target, &bundle)), expected, "{target:?}");
    }
    // Rows have no place for files, so only what the text itself leads to is missed.
    let mut expected = vec!["card.md", "evals/evals.json", "references/flour.md", "references/gone.md"];
    expected.extend(["../oven/assets/cold.png", "../common/x.md", alone[0], alone[1]]);
    expected.sort_unstable();
    for target in [Target::Light4jSql, Target::Light4jEvents] {
        assert_eq!(broken(&export(target, &bundle)), expected, "{target:?}");
    }
}

/// The files that links of an export lead to in vain.
fn broken(export: &studio_pack::targets::Export) -> Vec<&str> {
    let of_links = export.losses.iter().filter_map(|loss| match &loss.field {
        Field::LinkedFile(path) => Some(path.as_str()),
        _ => None,
    });
    of_links.collect()
}
