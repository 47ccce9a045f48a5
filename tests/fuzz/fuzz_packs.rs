//! Readers of packs that come in: the manifest, its signature, keys, and the files that it tells of.

use std::{cell::Cell, fs};

use studio_api::dto::{ExportRequest, ExportTarget, SignatureVerdict};

use crate::{
    engine::{FEW, fuzz},
    fuzz_answers::studio,
    fuzz_texts::{JSON_WORDS, SKILL, YAML_WORDS, text},
};

const MANIFEST: &str = "skill-pack.json";
const SIGNATURE: &str = "skill-pack.json.minisig";

#[test]
fn packs_with_a_manifest() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = studio(folder.path());
    let skill = folder.path().join("a-skill");
    fs::create_dir_all(&skill).expect("the temporary folder can be written");
    fs::write(skill.join("SKILL.md"), SKILL).expect("the temporary folder can be written");
    studio.import_paths(&[skill.display().to_string()], false).expect("it comes in");
    let pack = folder.path().join("pack");
    let request = ExportRequest {
        target: ExportTarget::AgentSkills,
        out: pack.display().to_string(),
        client: None,
        skills: Vec::new(),
        agents: Vec::new(),
        name: None,
        is_overwriting: false,
    };
    let mut prepared = studio.prepare_export(&request).expect("the library can be exported");
    studio.add_manifest(&mut prepared).expect("it takes a manifest");
    studio.sign_export(&mut prepared).expect("it can be signed");
    studio.write_export(&prepared).expect("the temporary folder can be written");

    let read = |name: &str| fs::read(pack.join(name)).expect("the export has it");
    let (manifest, signature, skill) = (read(MANIFEST), read(SIGNATURE), read("a-skill/SKILL.md"));
    let key = studio.list_keys().expect("keys can be listed").own.expect("one was made").public_key;
    let paths = [pack.display().to_string()];
    let verdict = || studio.check_manifests(&paths, None).expect("a manifest is looked at").manifests.remove(0);
    assert!(matches!(verdict().signature, SignatureVerdict::Valid { .. }) && verdict().findings.is_empty());

    let own = [manifest.as_slice(), &signature, &skill, key.as_bytes()];
    let more = ["\"sha256\":", "\"files\":", "../", "untrusted comment: ", "trusted comment: ", "RWQ", "=="];
    let words: Vec<&str> = more.into_iter().chain(JSON_WORDS.iter().chain(YAML_WORDS).copied()).collect();
    let turn = Cell::new(0_usize);
    fuzz("pack", FEW, &own, &words, |bytes| {
        let (name, well) =
            [(MANIFEST, &manifest), (SIGNATURE, &signature), ("a-skill/SKILL.md", &skill)][turn.get() % 3];
        turn.set(turn.get() + 1);
        fs::write(pack.join(name), bytes).expect("the temporary folder can be written");
        let told = verdict();
        let is_signed = matches!(told.signature, SignatureVerdict::Valid { .. });
        if name == MANIFEST && bytes != well.as_slice() {
            assert!(!is_signed, "a manifest that was altered is not as it was signed: {told:?}");
        }
        if name == "a-skill/SKILL.md" && bytes != well.as_slice() {
            assert!(!told.findings.is_empty(), "a file that was altered is told: {told:?}");
        }
        drop(studio.check_import(&paths).expect("what comes in can be looked at"));
        let text = text(bytes);
        drop(studio.asked_to_trust("somebody", &text));
        if studio.trust_key("somebody", &text).is_ok() {
            studio.distrust_key("somebody").expect("it was trusted");
        }
        fs::write(pack.join(name), well).expect("the temporary folder can be written");
    });
}
