//! What is kept of a capture, and read again: the author's lines whole, the client's own texts by name, length and hash.
//!
//! Memory files and the state of a repository are never copied for a client, so nothing of either came in; what a line
//! says of them, of the author's home folder or of their name is taken out here.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use studio_capture::{Capture, CapturedEntry, CapturedList, Comparison};
use studio_store::sha256_hex;

use super::{personal::Personal, redacting::Redactor};
use crate::{
    Error, ErrorCode,
    dto::{CapturedLine, CapturedListing, Host, KeptText, SkillUses},
};

/// What is kept of a capture.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The client's stable name.
    client: String,
    /// The version it says it has.
    #[serde(default)]
    version: String,
    /// The model it asked for.
    model: Option<String>,
    /// Tokens of the context it says that model has.
    window: Option<u32>,
    /// How often it had used skills.
    #[serde(default)]
    uses: BTreeMap<String, u32>,
    /// Its list; none where it sent none.
    list: Option<KeptList>,
}

/// A list that is kept.
#[derive(Serialize, Deserialize)]
struct KeptList {
    role: String,
    before: Measured,
    own: Vec<OwnEntry>,
    lines: Vec<CapturedEntry>,
    names: Vec<String>,
    after: Measured,
}

/// A text of the client's own.
#[derive(Serialize, Deserialize)]
pub(super) struct Measured {
    chars: usize,
    sha256: String,
}

/// The entry of a skill of the client's own.
#[derive(Serialize, Deserialize)]
pub(super) struct OwnEntry {
    name: String,
    #[serde(flatten)]
    entry: Measured,
}

impl Measured {
    /// A text by its length and hash.
    pub(super) fn of(text: &str) -> Self {
        Self { chars: text.chars().count(), sha256: sha256_hex(text.as_bytes()) }
    }
}

/// The entries of a list that are of the client's own skills, and the author's.
pub(super) fn own_and_authors<'a>(
    list: &'a CapturedList,
    comparison: &Comparison,
) -> (Vec<OwnEntry>, Vec<&'a CapturedEntry>) {
    let names: HashSet<&String> = comparison.own.iter().map(|(name, _)| name).collect();
    let is_own = |entry: &&CapturedEntry| names.contains(&entry.name);
    let (own, authors): (Vec<&CapturedEntry>, Vec<&CapturedEntry>) = list.entries.iter().partition(is_own);
    let own = own.into_iter().map(|entry| OwnEntry { name: entry.name.clone(), entry: Measured::of(&entry.line) });
    (own.collect(), authors)
}

/// The names that a list has apart from its entries, without those of the client's own skills.
pub fn authors_names<'a>(list: &'a CapturedList, comparison: &'a Comparison) -> impl Iterator<Item = &'a String> {
    let authors: HashSet<&String> = comparison.theirs.iter().collect();
    list.names.iter().filter(move |name| authors.contains(name))
}

/// What is kept of a capture, as JSON text, without what must not be known of its author.
pub fn kept_capture(capture: &Capture, comparison: &Comparison, personal: &Personal) -> KeptText {
    let mut redactor = Redactor::new(personal);
    let list = capture.list.as_ref().map(|list| kept_list(list, comparison, &mut redactor));
    let listed = listed(capture, comparison);
    let uses = capture.uses.iter().filter(|(name, _)| listed.contains(name));
    let uses = uses.map(|(name, uses)| (redactor.text(name), *uses)).collect();
    let kept = Kept {
        client: capture.client.clone(),
        version: capture.version.clone(),
        model: capture.model.clone(),
        window: capture.window,
        uses,
        list,
    };
    redactor.kept(serde_json::to_string_pretty(&kept).unwrap_or_default() + "\n")
}

/// The author's skills that are in the list, by name.
fn listed<'a>(capture: &'a Capture, comparison: &'a Comparison) -> HashSet<&'a String> {
    let names = |list: &'a CapturedList| {
        let (_, entries) = own_and_authors(list, comparison);
        entries.into_iter().map(|entry| &entry.name).chain(authors_names(list, comparison))
    };
    capture.list.iter().flat_map(names).collect()
}

fn kept_list(list: &CapturedList, comparison: &Comparison, redactor: &mut Redactor<'_>) -> KeptList {
    let (own, lines) = own_and_authors(list, comparison);
    let line = |entry: &CapturedEntry| CapturedEntry {
        name: redactor.text(&entry.name),
        line: redactor.text(&entry.line),
        location: entry.location.as_ref().map(|location| redactor.text(location)),
    };
    let lines = lines.into_iter().map(line).collect();
    let names = authors_names(list, comparison).map(|name| redactor.text(name)).collect();
    let (before, after) = (Measured::of(&list.before), Measured::of(&list.after));
    KeptList { role: list.role.clone(), before, own, lines, names, after }
}

/// The list for a session that a text holds which was kept of a capture.
pub fn captured_listing(kept: &str) -> Result<CapturedListing, Error> {
    let unread = |why: &str| Error::new(ErrorCode::Invalid, format!("This isn't a saved capture: {why}."));
    let kept: Kept = serde_json::from_str(kept).map_err(|cause| unread(&cause.to_string()))?;
    let client = Host::parse(&kept.client);
    let client = client.ok_or_else(|| unread(&format!("unknown client “{}”", kept.client)))?;
    let list = kept.list.ok_or_else(|| {
        let message = format!("{} sent no skill list when this was captured.", client.noun().label());
        Error::new(ErrorCode::Invalid, message)
    })?;
    Ok(CapturedListing {
        client,
        version: kept.version,
        window_tokens: kept.window,
        uses: uses(kept.uses),
        lines: list.lines.into_iter().map(line).collect(),
        names: list.names,
    })
}

fn line(entry: CapturedEntry) -> CapturedLine {
    CapturedLine { name: entry.name, line: entry.line, location: entry.location }
}

fn uses(counted: BTreeMap<String, u32>) -> Vec<SkillUses> {
    counted.into_iter().map(|(skill, uses)| SkillUses { skill, uses }).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn entry(name: &str, line: &str) -> CapturedEntry {
        CapturedEntry { name: name.to_owned(), line: line.to_owned(), location: None }
    }

    /// One of Claude Code with a skill of its own and one of the author's, and one more of each by name alone.
    pub(in super::super) fn capture() -> (Capture, Comparison) {
        let pdf = "- pdf: Reads /home/max/forms.";
        let list = CapturedList {
            role: "system".to_owned(),
            before: "These are the skills:\n\n".to_owned(),
            entries: vec![entry("own", "- own: Is the client's."), entry("pdf", pdf)],
            names: vec!["notes".to_owned(), "guide".to_owned()],
            after: String::new(),
        };
        let capture = Capture {
            client: "claude-code".to_owned(),
            version: "2.1.332".to_owned(),
            model: None,
            window: Some(200_000),
            uses: [("pdf".to_owned(), 3), ("diary".to_owned(), 7)].into_iter().collect(),
            milliseconds: 1,
            requests: Vec::new(),
            pieces: Vec::new(),
            list: Some(list),
            tools: Vec::new(),
            outward: Vec::new(),
            names_outward: true,
        };
        let (own, theirs) = (vec![("own".to_owned(), 23)], vec![pdf.to_owned(), "notes".to_owned()]);
        (capture, Comparison { own, theirs, ..Comparison::default() })
    }

    #[test]
    fn what_is_kept_is_read_as_the_list_of_a_session() {
        let (capture, comparison) = capture();
        let nobody = Personal::default();
        let kept = kept_capture(&capture, &comparison, &nobody);
        assert!(kept.taken_out.is_empty());
        for other in ["Is the client's", "These are", "guide", "diary"] {
            assert!(!kept.text.contains(other), "{other}: {}", kept.text);
        }
        let read = captured_listing(&kept.text).unwrap();
        assert_eq!((read.client, read.version.as_str()), (Host::ClaudeCode, "2.1.332"));
        assert_eq!((read.window_tokens, read.lines.len()), (Some(200_000), 1));
        assert_eq!(read.lines[0].line, "- pdf: Reads /home/max/forms.");
        assert_eq!(read.names, ["notes"]);
        assert_eq!(read.uses, [SkillUses { skill: "pdf".to_owned(), uses: 3 }]);
        let max = Personal { home: Some("/home/max".to_owned()), ..Personal::default() };
        let kept = kept_capture(&capture, &comparison, &max);
        let told: Vec<(&str, u32)> = kept.taken_out.iter().map(|one| (one.found.as_str(), one.times)).collect();
        assert_eq!(told, [("/home/max", 1)]);
        assert_eq!(captured_listing(&kept.text).unwrap().lines[0].line, "- pdf: Reads ~/forms.");
    }

    #[test]
    fn what_holds_no_list_is_refused_with_the_reason() {
        let refused = |kept: &str| captured_listing(kept).unwrap_err().message;
        assert!(refused("{").starts_with("This isn't a saved capture: "), "{}", refused("{"));
        let unknown = refused(r#"{"client": "nobody", "list": null}"#);
        assert_eq!(unknown, "This isn't a saved capture: unknown client “nobody”.");
        // One that was kept before there were counts of uses is read, too.
        let earlier = r#"{"client": "claude-code", "version": "1.0.0", "model": null, "window": null, "list": null}"#;
        let none = refused(earlier);
        assert_eq!(none, "Claude Code sent no skill list when this was captured.");
    }
}
