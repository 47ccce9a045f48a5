//! Texts without what must not be known of their author; what was taken out is told.

use std::{
    collections::{HashMap, hash_map::Entry},
    ops::Range,
};

use studio_model::one_line;

use super::{
    finding,
    needles::Needles,
    personal::{LEAST_CHARS, Personal},
};
use crate::dto::{KeptText, TakenOut, TakenOutKind};

/// Characters that are told of what was taken out.
const MOST_TOLD: usize = 80;

/// Takes out of texts what must not be known.
pub(super) struct Redactor<'a> {
    personal: &'a Personal,
    full_names: Needles,
    memories: Needles,
    git_words: Needles,
    commits: Needles,
    taken_out: Vec<TakenOut>,
    /// Where each stands there.
    places: HashMap<(TakenOutKind, String), usize>,
}

impl<'a> Redactor<'a> {
    pub(super) fn new(personal: &'a Personal) -> Self {
        Self {
            personal,
            full_names: Needles::whole(&personal.full_names),
            memories: Needles::by_beginning(&personal.memories, LEAST_CHARS),
            git_words: Needles::whole(&personal.git_words),
            commits: Needles::by_beginning(&personal.commits, finding::SHORTEST_COMMIT),
            taken_out: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// A text without that. Where it is shorter than what stood there, a list may be cut otherwise.
    pub(super) fn text(&mut self, text: &str) -> String {
        let home = self.personal.home.as_deref().unwrap_or_default();
        let joined = home.replace('/', "-");
        let lines = finding::lines(text, &self.memories).collect();
        let text = self.without(text, TakenOutKind::MemoryFile, "[memory file]", lines);
        let words = finding::whole_names(&text, &self.git_words);
        let state = words.chain(finding::commits(&text, &self.commits)).chain(finding::git_lines(&text)).collect();
        let text = self.without(&text, TakenOutKind::GitState, "[git state]", state);
        let addresses = finding::addresses(&text).collect();
        let text = self.without(&text, TakenOutKind::EmailAddress, "author@example.com", addresses);
        let folders = finding::names(&text, home).chain(finding::joined(&text, &joined)).collect();
        let text = self.without(&text, TakenOutKind::HomeFolder, "~", folders);
        let full = finding::whole_names(&text, &self.full_names);
        let names = finding::users(&text, &self.personal.user).chain(full).collect();
        self.without(&text, TakenOutKind::UserName, "author", names)
    }

    /// What was kept, with all that was taken out of it.
    pub(super) fn kept(self, text: String) -> KeptText {
        KeptText { text, taken_out: self.taken_out }
    }

    /// A text with `with` in each of these places.
    fn without(&mut self, text: &str, kind: TakenOutKind, with: &str, mut places: Vec<Range<usize>>) -> String {
        places.retain(|place| &text[place.clone()] != with);
        places.sort_by_key(|place| (place.start, std::cmp::Reverse(place.end)));
        let (mut left, mut end) = (String::with_capacity(text.len()), 0);
        for place in places {
            if place.start < end {
                continue;
            }
            left.extend([&text[end..place.start], with]);
            end = place.end;
            self.note(kind, &text[place]);
        }
        left.push_str(&text[end..]);
        left
    }

    fn note(&mut self, kind: TakenOutKind, found: &str) {
        let found: String = one_line(found).chars().take(MOST_TOLD).collect();
        match self.places.entry((kind, found)) {
            Entry::Occupied(place) => self.taken_out[*place.get()].times += 1,
            Entry::Vacant(place) => {
                let found = place.key().1.clone();
                place.insert(self.taken_out.len());
                self.taken_out.push(TakenOut { kind, found, times: 1 });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn max() -> Personal {
        let set = |text: &str| [text.to_owned()].into_iter().collect();
        Personal {
            home: Some("/home/max".to_owned()),
            user: "max".to_owned(),
            full_names: set("Max Planted"),
            memories: set("The garage opens at half past seven."),
            git_words: ["feature/garage", "Open the garage twice"].map(str::to_owned).into_iter().collect(),
            commits: set("0123456789abcdef0123456789abcdef01234567"),
        }
    }

    #[test]
    fn home_and_user_are_left_out_where_they_tell_who_it_was() {
        let max = max();
        for (text, left) in [
            ("Reads /home/max/notes. Use when asked.", "Reads ~/notes. Use when asked."),
            ("Asks max@example.com at the max of /Users/max.", "Asks author@example.com at the max of /Users/author."),
            ("Sees /home/maxima, /srv/max-2 and climax@home.", "Sees /home/maxima, /srv/max-2 and climax@home."),
            ("Kept in projects/-home-max-work, ~max, by Max Planted.", "Kept in projects/~-work, ~author, by author."),
            ("Kept in projects/-home-maxima.", "Kept in projects/-home-maxima."),
            ("", ""),
        ] {
            assert_eq!(Redactor::new(&max).text(text), left);
        }
        let nobody = Personal::default();
        assert_eq!(Redactor::new(&nobody).text("/home/max"), "/home/max");
    }

    #[test]
    fn lines_of_memory_files_are_taken_out_however_clients_write_and_cut_them() {
        let lines = ["The garage opens at half past seven.", r#"Ask "Zoe" & don't tell <Ann> of it."#];
        let known = Personal { memories: lines.map(str::to_owned).into_iter().collect(), ..Personal::default() };
        for (text, left) in [
            ("- x: The garage opens at half past seven. Now.", "- x: [memory file] Now."),
            ("- x: The garage opens at half past…", "- x: [memory file]…"),
            ("- x: The garage opens at half...", "- x: [memory file]..."),
            ("- x: The garage opens at half (file: /x/SKILL.md)", "- x: [memory file] (file: /x/SKILL.md)"),
            ("<d>The garage opens at ha</d>", "<d>[memory file]</d>"),
            ("<d>\nThe garage opens at ha\n</d>", "<d>\n[memory file]\n</d>"),
            ("The garage opens at half past", "[memory file]"),
            ("The garage opens at half price today.", "The garage opens at half price today."),
            (r#"Ask "Zoe" & don't tell &lt;Ann&gt; of it. Now."#, "[memory file] Now."),
            ("Ask &quot;Zoe&quot; &amp; don&apos;t tell &lt;Ann&gt; of it. Now.", "[memory file] Now."),
            ("Ask &quot;Zoe&quot; &amp; don&ap…", "[memory file]…"),
        ] {
            assert_eq!(Redactor::new(&known).text(text), left);
        }
    }

    #[test]
    fn names_and_words_of_git_are_taken_out_of_markup() {
        let set = |text: &str| [text.to_owned()].into_iter().collect();
        let (full_names, git_words) = (set("Zoe O'Neil"), set("Open \"A\" & \"B\" twice"));
        let known = Personal { full_names, git_words, ..Personal::default() };
        let text = "Zoe O&apos;Neil, Zoe O'Neil: Open &quot;A&quot; &amp; &quot;B&quot; twice.";
        assert_eq!(Redactor::new(&known).text(text), "author, author: [git state].");
    }

    #[test]
    fn each_kind_is_taken_out_and_told_with_how_often_it_stood_there() {
        let max = max();
        let mut redactor = Redactor::new(&max);
        let text = "The garage opens at half past seven. Ask max@example.com on feature/garage (0123456): \
                    Open the garage twice, as /home/max/notes and /home/max/plans say.\nOn branch planted\n";
        let left = redactor.text(text);
        let expected = "[memory file] Ask author@example.com on [git state] ([git state]): [git state], \
                        as ~/notes and ~/plans say.\n[git state]\n";
        assert_eq!(left, expected);
        let told: Vec<(TakenOutKind, String, u32)> =
            redactor.taken_out.iter().map(|one| (one.kind, one.found.clone(), one.times)).collect();
        let one = |kind, found: &str, times| (kind, found.to_owned(), times);
        assert_eq!(
            told,
            [
                one(TakenOutKind::MemoryFile, "The garage opens at half past seven.", 1),
                one(TakenOutKind::GitState, "feature/garage", 1),
                one(TakenOutKind::GitState, "0123456", 1),
                one(TakenOutKind::GitState, "Open the garage twice", 1),
                one(TakenOutKind::GitState, "On branch planted", 1),
                one(TakenOutKind::EmailAddress, "max@example.com", 1),
                one(TakenOutKind::HomeFolder, "/home/max", 2),
            ]
        );
        assert_eq!(Redactor::new(&max).text(&left), left, "nothing more is found in what is left");
    }
}
