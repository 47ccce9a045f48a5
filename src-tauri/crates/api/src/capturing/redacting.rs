//! Texts without what must not be known of their author; what was taken out is told.

use std::ops::Range;

use studio_model::one_line;

use super::{finding, personal::Personal};
use crate::dto::{KeptText, TakenOut, TakenOutKind};

/// Characters that are told of what was taken out.
const MOST_TOLD: usize = 80;

/// Takes out of texts what must not be known.
pub(super) struct Redactor<'a> {
    personal: &'a Personal,
    taken_out: Vec<TakenOut>,
}

impl<'a> Redactor<'a> {
    pub(super) const fn new(personal: &'a Personal) -> Self {
        Self { personal, taken_out: Vec::new() }
    }

    /// A text without that. Where it is shorter than what stood there, a list may be cut otherwise.
    pub(super) fn text(&mut self, text: &str) -> String {
        let personal: &'a Personal = self.personal;
        let Personal { home, user, full_names, memories, git_words, commits } = personal;
        let home = home.as_deref().unwrap_or_default();
        let joined = home.replace('/', "-");
        let text = self.without(text, TakenOutKind::MemoryFile, "[memory file]", |text| {
            memories.iter().flat_map(|line| finding::texts(text, line)).collect()
        });
        let text = self.without(&text, TakenOutKind::GitState, "[git state]", |text| {
            let words = git_words.iter().flat_map(|word| finding::names(text, word));
            let commits = commits.iter().flat_map(|number| finding::commits(text, number));
            words.chain(commits).chain(finding::git_lines(text)).collect()
        });
        let text = self.without(&text, TakenOutKind::EmailAddress, "author@example.com", |text| {
            finding::addresses(text).collect()
        });
        let text = self.without(&text, TakenOutKind::HomeFolder, "~", |text| {
            finding::names(text, home).chain(finding::joined(text, &joined)).collect()
        });
        self.without(&text, TakenOutKind::UserName, "author", |text| {
            let full = full_names.iter().flat_map(|name| finding::names(text, name));
            finding::users(text, user).chain(full).collect()
        })
    }

    /// What was kept, with all that was taken out of it.
    pub(super) fn kept(self, text: String) -> KeptText {
        KeptText { text, taken_out: self.taken_out }
    }

    /// A text with `with` in each of the places that are found in it.
    fn without(
        &mut self,
        text: &str,
        kind: TakenOutKind,
        with: &str,
        places: impl Fn(&str) -> Vec<Range<usize>>,
    ) -> String {
        let mut places: Vec<Range<usize>> = places(text);
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
        match self.taken_out.iter_mut().find(|known| known.kind == kind && known.found == found) {
            Some(known) => known.times += 1,
            None => self.taken_out.push(TakenOut { kind, found, times: 1 }),
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
