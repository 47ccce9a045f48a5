//! Real skills of other people, where a folder with them is named by `SKILL_STUDIO_CORPUS`.

use std::path::PathBuf;

use crate::look;

#[test]
#[expect(clippy::print_stderr, reason = "a test that did nothing says so")]
fn the_corpus_is_found_whole() {
    let Some(corpus) = std::env::var_os("SKILL_STUDIO_CORPUS").map(PathBuf::from) else {
        eprintln!("skipped: SKILL_STUDIO_CORPUS names no folder of real skills");
        return;
    };
    let discovery = look(&corpus, None);
    assert_eq!(discovery.found.len(), 460);
    assert_eq!(discovery.skipped, []);
    let files: usize = discovery.found.iter().map(|skill| skill.files.len()).sum();
    assert_eq!(
        files, 770,
        "of 775 other files, three repositories' licences and two of their tools' files are in no skill"
    );
    assert!(discovery.found.iter().all(|skill| !skill.group.is_empty() && skill.folder_name.is_some()));
}
