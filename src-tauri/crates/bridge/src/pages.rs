//! The built interface, under the very policy the window has.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use serde_json::Value;

/// The window's configuration, which holds the policy.
const WINDOW: &str = include_str!("../../../tauri.conf.json");
/// Lets the one inline style of a page through, as the window does.
const NONCE: &str = "bridge";

/// A file with what a browser is told of it.
pub(crate) struct Page {
    pub(crate) bytes: Vec<u8>,
    pub(crate) content_type: &'static str,
    pub(crate) policy: String,
}

/// Reads a file of the interface; none where there is none, or where the path leads out of the folder.
pub(crate) fn read(folder: &Path, path: &str) -> Option<Page> {
    let asked = PathBuf::from(path.trim_start_matches('/'));
    if !asked.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let file = if asked.as_os_str().is_empty() { folder.join("index.html") } else { folder.join(asked) };
    let bytes = fs::read(&file).ok()?;
    let content_type = content_type(&file);
    let bytes = if content_type.starts_with("text/html") { with_nonce(&bytes) } else { bytes };
    Some(Page { bytes, content_type, policy: policy() })
}

fn with_nonce(page: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(page).replace("<style>", &format!("<style nonce=\"{NONCE}\">")).into_bytes()
}

/// The window's policy.
fn policy() -> String {
    let window: Value = serde_json::from_str(WINDOW).expect("the build has read it");
    let rules = window["app"]["security"]["csp"].as_object().expect("the window has a policy");
    let rule = |(name, sources): (&String, &Value)| {
        let sources = sources.as_str().unwrap_or_default();
        let nonce = if name == "style-src" { format!(" 'nonce-{NONCE}'") } else { String::new() };
        format!("{name} {sources}{nonce}")
    };
    rules.iter().map(rule).collect::<Vec<_>>().join("; ")
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_windows_policy_and_no_path_leads_out() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("ui")).unwrap();
        fs::write(folder.path().join("secret"), "no").unwrap();
        fs::write(folder.path().join("ui/index.html"), "<style>a</style>").unwrap();
        let ui = folder.path().join("ui");
        let page = read(&ui, "/").unwrap();
        assert_eq!(page.bytes, br#"<style nonce="bridge">a</style>"#);
        assert!(page.policy.contains("style-src 'self' 'nonce-bridge'; "), "{}", page.policy);
        assert!(page.policy.contains("object-src 'none'"), "{}", page.policy);
        for path in ["/../secret", "/./../secret", "//secret", "/missing.js"] {
            assert!(read(&ui, path).is_none(), "{path}");
        }
    }
}
