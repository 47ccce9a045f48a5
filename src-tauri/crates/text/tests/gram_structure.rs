//! A folder of exports, judged by the published reader of gram: `cargo xtask judges` asks for it.

#[path = "judges/structure.rs"]
mod structure;

/// `SKILL_STUDIO_JUDGED` names the folder.
#[test]
fn judges_what_lies_in_a_folder() {
    let folder = std::env::var_os("SKILL_STUDIO_JUDGED").expect("SKILL_STUDIO_JUDGED names a folder");
    let file = std::path::Path::new(&folder).join("gram/agents.gram");
    structure::heads(&std::fs::read_to_string(file).expect("the agents went out"));
}
