//! Which adk-rust the studio takes itself for.

/// The version of the crate adk-skill whose reading, scores and contexts ours are.
pub const ADK_SKILL: &str = "0.6.0";

/// What that version takes for words, and later ones do, as a sentence: the only thing that selection changed in up to 2.3.0.
pub const ADK_WORDS: &str =
    "Words are ASCII letters and digits in adk-skill 0.6.0; since 1.0.0, any other letter is a word, too.";

#[cfg(test)]
mod tests {
    use super::{ADK_SKILL, ADK_WORDS};

    #[test]
    fn the_version_that_is_said_is_the_one_that_tests_run_beside_ours() {
        let workspace = include_str!("../../../../Cargo.toml");
        assert!(workspace.contains(&format!("\nadk-skill = \"={ADK_SKILL}\"\n")), "{ADK_SKILL}");
        assert!(ADK_WORDS.contains(&format!("adk-skill {ADK_SKILL};")), "{ADK_WORDS}");
    }
}
