//! What a client does otherwise in versions after the one that ran: why its list may differ from the one we say it makes.

use studio_clients::{Change, changes};
use studio_model::Client;

use crate::{captured::Capture, program::version_in};

/// What is known to have changed after the version that was captured, each with its version and the day it was seen.
pub fn changes_since(capture: &Capture) -> Vec<String> {
    Client::parse(&capture.client).map(|client| since(client, &capture.version)).unwrap_or_default()
}

fn since(client: Client, version: &str) -> Vec<String> {
    let Some(ran) = version_in(version) else { return Vec::new() };
    let is_later = |change: &&Change| version_in(change.version).is_some_and(|version| version > ran);
    let told = |Change { version, on, what }: &Change| format!("{version} ({on}): {what}");
    changes(client).iter().filter(is_later).map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_version_is_told_what_changed_after_it() {
        let told = since(Client::Codex, "0.169.0");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("0.171.0 (2026-11-28): ") && told[0].contains("5,440"), "{told:?}");
        for version in ["0.171.0", "0.172.1", "none"] {
            assert_eq!(since(Client::Codex, version), Vec::<String>::new(), "{version}");
        }
        assert_eq!(since(Client::Gemini, "0.1.0"), Vec::<String>::new());
    }
}
