//! Real skills of other people, where a folder with them is named by `SKILL_STUDIO_CORPUS`.

use std::path::Path;

use crate::look;

#[test]
#[ignore = "needs the corpus: SKILL_STUDIO_CORPUS=DIR cargo test -p studio-pack --test it the_corpus -- --ignored"]
fn the_corpus_is_found_whole() {
    let corpus = std::env::var_os("SKILL_STUDIO_CORPUS").expect("SKILL_STUDIO_CORPUS names a folder of skills");
    let discovery = look(Path::new(&corpus), None);
    assert_eq!(discovery.found.len(), 460);
    assert_eq!(discovery.skipped, []);
    let files: usize = discovery.found.iter().map(|skill| skill.files.len()).sum();
    assert_eq!(
        files, 770,
        "of 775 other files, three repositories' licences and two of their tools' files are in no skill"
    );
    assert!(discovery.found.iter().all(|skill| !skill.group.is_empty() && skill.folder_name.is_some()));
}
