//! `agents/openai.yaml` beside a skill's file: whether Codex lists the skill to its model.

use crate::yaml;

/// Where the file lies in the skill's folder.
pub const OPENAI_YAML: &str = "agents/openai.yaml";

/// Whether the file keeps Codex from listing the skill: only people can call it then. A file that cannot be read, or that
/// says so anywhere but under `policy`, does not.
pub fn hides_from_codex(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // Most say nothing of the kind, and need no reading.
    if !text.contains("allow_implicit_invocation") {
        return false;
    }
    let root = yaml::read(text, 0).ok().and_then(|tree| tree.root);
    root.is_some_and(|root| root.to_json()["policy"]["allow_implicit_invocation"] == false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_hides_a_skill_and_nothing_else_does() {
        let hides = |text: &str| hides_from_codex(text.as_bytes());
        assert!(hides("interface:\n  display_name: PDF\npolicy:\n  allow_implicit_invocation: false\n"));
        for other in [
            "",
            "policy:\n  allow_implicit_invocation: true\n",
            "allow_implicit_invocation: false\n",
            "interface:\n  allow_implicit_invocation: false\n",
            "policy:\n  allow_implicit_invocation: [\n",
            "policy: allow_implicit_invocation\n",
            "- allow_implicit_invocation: false\n",
        ] {
            assert!(!hides(other), "{other:?}");
        }
        assert!(!hides_from_codex(&[0xff, 0xfe]));
    }
}
