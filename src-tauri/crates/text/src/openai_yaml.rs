//! `agents/openai.yaml` beside a skill's file: whether Codex lists the skill to its model.

use crate::yaml;

/// Where the file lies in the skill's folder.
pub const OPENAI_YAML: &str = "agents/openai.yaml";

/// What the file says of who may see the skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Codex's model sees it.
    Open,
    /// Only people can call it: `policy.allow_implicit_invocation` is false.
    OnlyForPeople,
    /// It is for other products: `policy.products` does not name Codex.
    OtherProducts,
}

/// Whether the file keeps Codex from listing the skill. A file that cannot be read, or has a value of another type than
/// Codex wants anywhere, says nothing.
pub fn policy(bytes: &[u8]) -> Policy {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    // Most say nothing of the kind, and need no reading.
    if !text.contains("allow_implicit_invocation") && !text.contains("products") {
        return Policy::Open;
    }
    let root = yaml::read(text, 0).ok().and_then(|tree| tree.root);
    let Some(root) = root.map(|root| root.to_json()).filter(|root| wrong_type(root).is_none()) else {
        return Policy::Open;
    };
    let policy = &root["policy"];
    let products = policy["products"].as_array().filter(|products| !products.is_empty());
    if policy["allow_implicit_invocation"] == false {
        Policy::OnlyForPeople
    } else if products.is_some_and(|products| !products.iter().any(|product| product == "codex")) {
        Policy::OtherProducts
    } else {
        Policy::Open
    }
}

/// The first value that has another type than Codex wants, for which it passes over the whole file: its path, and what it
/// has to be.
pub fn wrong_type(root: &serde_json::Value) -> Option<(String, &'static str)> {
    let map = |value: &serde_json::Value| value.is_null() || value.is_object();
    if !map(root) {
        return Some((String::new(), "a map"));
    }
    if let Some(part) = ["interface", "policy", "dependencies"].into_iter().find(|part| !map(&root[*part])) {
        return Some((part.to_owned(), "a map"));
    }
    let is_text = |value: &serde_json::Value| value.is_null() || value.is_string();
    for (key, value) in root["interface"].as_object().into_iter().flatten() {
        if INTERFACE.contains(&key.as_str()) && !is_text(value) {
            return Some((format!("interface.{key}"), "a text"));
        }
    }
    let policy = &root["policy"];
    let invocation = &policy["allow_implicit_invocation"];
    if !invocation.is_null() && !invocation.is_boolean() {
        return Some(("policy.allow_implicit_invocation".to_owned(), "true or false"));
    }
    let is_list_of = |value: &serde_json::Value, is_one: fn(&serde_json::Value) -> bool| {
        value.is_null() || value.as_array().is_some_and(|items| items.iter().all(is_one))
    };
    if !is_list_of(&policy["products"], serde_json::Value::is_string) {
        return Some(("policy.products".to_owned(), "a list of texts"));
    }
    if !is_list_of(&root["dependencies"]["tools"], serde_json::Value::is_object) {
        return Some(("dependencies.tools".to_owned(), "a list of maps"));
    }
    None
}

/// What the interface of Codex shows of a skill.
const INTERFACE: [&str; 6] =
    ["display_name", "short_description", "icon_small", "icon_large", "brand_color", "default_prompt"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_hides_a_skill_and_nothing_else_does() {
        let hides = |text: &str| policy(text.as_bytes()) != Policy::Open;
        assert!(hides("interface:\n  display_name: PDF\npolicy:\n  allow_implicit_invocation: false\n"));
        assert!(hides("policy:\n  products: [chatgpt]\n") && !hides("policy:\n  products: [chatgpt, codex]\n"));
        for other in [
            "",
            "policy:\n  allow_implicit_invocation: true\n",
            "allow_implicit_invocation: false\n",
            "interface:\n  allow_implicit_invocation: false\n",
            "policy:\n  allow_implicit_invocation: [\n",
            "policy: allow_implicit_invocation\n",
            "- allow_implicit_invocation: false\n",
            "interface:\n  display_name: [PDF]\npolicy:\n  allow_implicit_invocation: false\n",
            "policy:\n  allow_implicit_invocation: false\n  products: chatgpt\n",
        ] {
            assert!(!hides(other), "{other:?}");
        }
        assert_eq!(policy(&[0xff, 0xfe]), Policy::Open);
    }
}
