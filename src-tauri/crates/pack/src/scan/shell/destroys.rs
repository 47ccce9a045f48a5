//! Commands that delete what nobody asked them to delete: a home, a disk.

use super::{
    Reader, names,
    value::{Origin, Value, Word},
};
use crate::scan::pattern::{has, patterns};

pub(super) const DESTROYS: &str =
    "This deletes what the user has on this computer. Remove it, or name exactly what is to be deleted.";

/// What limits what `find` finds.
const LIMITS: [&str; 9] =
    ["-name", "-iname", "-path", "-wholename", "-regex", "-iregex", "-empty", "-filter", "-include"];
/// Endings of what people make themselves.
const OWN: [&str; 20] = [
    ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".pdf", ".jpg", ".jpeg", ".png", ".heic", ".mp4",
    ".mov", ".txt", ".md", ".csv", ".sql", ".key", ".kdbx",
];
/// Commands that delete, or leave nothing in a file.
const DELETERS: [&str; 8] = ["rm", "shred", "srm", "remove-item", "ri", "truncate", "unlink", "rmdir"];
/// What there is no end of, and nothing in.
const FILLERS: [&str; 4] = ["if=/dev/zero", "if=/dev/urandom", "if=/dev/random", "if=/dev/null"];

patterns! {
    // A device that is a whole disk.
    DISK = r"^/dev/(?:[shv]d[a-z]|nvme\d+n\d+|mmcblk\d+|r?disk\d+)$";
}

pub(super) fn is_disk(path: &str) -> bool {
    has(&DISK, path)
}

/// Whether a command that looks for files finds all of a home.
pub(super) fn is_unlimited(words: &[Word], is_whole: impl Fn(&Word) -> bool) -> bool {
    let is_limit = |(at, word): (usize, &Word)| {
        let value = words.get(at + 1).map_or("", |value| value.text.as_str());
        let is_all = value.chars().all(|letter| "*./".contains(letter)) && !value.is_empty()
            || OWN.iter().any(|ending| value.to_ascii_lowercase().ends_with(ending));
        // All but a few is nearly all.
        let is_turned = at.checked_sub(1).is_some_and(|before| ["!", "-not"].contains(&words[before].text.as_str()));
        !is_turned && LIMITS.iter().any(|limit| limit.eq_ignore_ascii_case(&word.text)) && !is_all
    };
    let is_limited = words.iter().enumerate().any(is_limit);
    !is_limited && words.iter().any(is_whole)
}

impl Reader<'_, '_> {
    /// Whether a command deletes what is the user's.
    pub(super) fn destroys(&self, name: &str, words: &[Word], input: &Value) -> bool {
        let is_whole = |word: &Word| self.is_all(word);
        let texts = || words.iter().map(|word| word.text.as_str());
        if DELETERS.contains(&name) && name != "rmdir" && words.iter().any(|word| word.origin.has(Origin::LISTED)) {
            return true;
        }
        match name {
            "remove-item" | "ri" | "del" | "erase" | "rd" | "rmdir" if input.origin.has(Origin::LISTED) => {
                words.iter().all(|word| word.text.starts_with(['-', '/', '$']) || word.origin.has(Origin::LISTED))
            }
            "del" | "erase" | "rd" | "rmdir" => {
                texts().any(|text| text.eq_ignore_ascii_case("/s")) && words.iter().any(is_whole)
            }
            "chmod" | "chown" | "chgrp" => {
                let is_deep = texts().any(|text| text == "--recursive" || text.starts_with('-') && text.contains('R'));
                is_deep && words.iter().skip(1).any(is_whole)
            }
            "mv" => words.last().map(|word| word.text.as_str()) == Some("/dev/null") && words.iter().any(is_whole),
            "rm" | "shred" | "srm" | "remove-item" | "ri" | "trash" => self.removes(name, words),
            "find" => {
                let deletes = texts().any(|text| text == "-delete")
                    || texts().any(|text| text.starts_with("-exec")) && texts().any(|text| DELETERS.contains(&text));
                deletes && is_unlimited(words, is_whole)
            }
            "dd" => {
                let is_found = |path: &str| path.starts_with("$()") || path.starts_with("/dev/$()");
                let is_target =
                    |text: &str| text.strip_prefix("of=").is_some_and(|path| is_disk(path) || is_found(path));
                texts().any(is_target)
                    && (texts().any(|text| FILLERS.contains(&text)) || input.origin.has(Origin::UNREAD))
            }
            "wipefs" | "blkdiscard" => texts().any(is_disk),
            _ if name.starts_with("mkfs") => texts().any(is_disk),
            _ => false,
        }
    }

    /// Whether a command removes all of a home, or the keys in it.
    fn removes(&self, name: &str, words: &[Word]) -> bool {
        let texts = || words.iter().map(|word| word.text.as_str());
        let is_deep = |text: &str| {
            text == "--recursive"
                || text.eq_ignore_ascii_case("-recurse")
                || text.starts_with('-') && !text.starts_with("--") && text.contains(['r', 'R'])
        };
        let is_keys = |word: &Word| {
            let path = word.text.trim_end_matches(['*', '/']);
            // What was put there before is one's own.
            let is_own = self.machine.files.keys().any(|known| known.starts_with(&format!("{path}/")));
            !is_own && (path.ends_with("/.ssh") || path.ends_with("/.gnupg")) && !path.starts_with("$TMP")
        };
        let holds_keys = words.iter().any(is_keys) && (name == "shred" || texts().any(is_deep));
        let mut places = words.iter().filter(|word| !word.text.starts_with('-'));
        texts().any(|text| text == "--no-preserve-root")
            || holds_keys
            || texts().any(is_deep) && places.any(|word| self.is_all(word))
    }

    /// Whether a word means all of a home or of a disk.
    fn is_all(&self, word: &Word) -> bool {
        let is_here = ["*", ".", "./*", "./", "{*,.*}"].contains(&word.text.as_str());
        names::is_whole_disk(&word.text) || is_here && names::is_whole_disk(&self.machine.folder)
    }
}
