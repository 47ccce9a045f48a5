//! Token counts, those of the samples known beforehand: a first start then needs no encoder, which costs a third of a
//! second and 46 MiB that are never given back.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use studio_text::{sha256_hex, tokens};

/// Counts by length and the first digits of the SHA-256 of the text; made by the test below.
const TABLE: &str = include_str!("../../../../../skills/tokens.json");

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    // The table is checked by a test; without it everything is counted.
    let counts: HashMap<String, u32> = serde_json::from_str(TABLE).unwrap_or_default();
    let lengths = counts.keys().filter_map(|key| key.split('-').next()?.parse().ok()).collect();
    Known { counts, lengths }
});

struct Known {
    counts: HashMap<String, u32>,
    /// Lengths of the texts in it: most other texts are told apart without hashing them.
    lengths: HashSet<usize>,
}

/// Estimated tokens of a text.
pub(crate) fn count(text: &str) -> u32 {
    known(text).unwrap_or_else(|| tokens::count(text) as u32)
}

/// Tokens of the catalogue entry (name and description) and of the instructions.
pub(crate) fn count_tiers(name: Option<&str>, description: Option<&str>, body: &str) -> (u32, u32) {
    (count(&catalogue_entry(name, description)), count(body))
}

fn catalogue_entry(name: Option<&str>, description: Option<&str>) -> String {
    format!("{}: {}", name.unwrap_or_default(), description.unwrap_or_default())
}

fn known(text: &str) -> Option<u32> {
    if text.is_empty() {
        return Some(0);
    }
    if !KNOWN.lengths.contains(&text.len()) {
        return None;
    }
    KNOWN.counts.get(&key(text)).copied()
}

fn key(text: &str) -> String {
    format!("{}-{}", text.len(), &sha256_hex(text.as_bytes())[..16])
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use studio_pack::{Options, discover};
    use studio_testkit::repository;
    use studio_text::{SkillDocument, decode::decode, tokens};

    use crate::base::token_counts::{KNOWN, catalogue_entry, key};

    /// The table holds the counts of the samples as they are; `UPDATE_SAMPLES=1` writes it.
    #[test]
    fn the_table_is_fresh() {
        let samples = repository().join("skills");
        let mut texts = Vec::new();
        for found in discover(std::slice::from_ref(&samples), &Options::default(), &()).found {
            let document = SkillDocument::read(&decode(&found.bytes).text);
            texts.push(catalogue_entry(document.name(), document.description()));
            texts.push(document.body().to_owned());
            texts.extend(found.files.iter().map(|file| decode(&file.bytes).text));
        }
        let fresh: BTreeMap<String, u32> = texts.iter().map(|text| (key(text), tokens::count(text) as u32)).collect();
        if std::env::var_os("UPDATE_SAMPLES").is_some() {
            let text = serde_json::to_string_pretty(&fresh).unwrap();
            fs::write(samples.join("tokens.json"), text + "\n").unwrap();
            return;
        }
        let kept: BTreeMap<String, u32> = KNOWN.counts.clone().into_iter().collect();
        assert!(
            kept == fresh,
            "skills/tokens.json is stale: run `UPDATE_SAMPLES=1 cargo test -p studio-api token_counts`"
        );
    }
}
