//! What a skill shows in its fences: keys of JSON and YAML, arguments, and the names a program uses.

use std::collections::HashSet;

use super::usage::is_among;
use crate::Span;

/// Words that a program says before a name it gives.
const DEFINING: &str = "async class const def fn from func function import let type var";

/// Languages that programs are written in, as fences are marked with them.
const LANGUAGES: &str = "\
    apex bicep c c# c++ cpp cs csharp cshtml css dart elixir ex go graphql groovy hcl html java javascript js jsx kotlin kt \
    lua mjs objc perl php powershell proto ps1 pwsh py python python3 r razor rb rs ruby rust scala scss sql svelte swift \
    terraform tf ts tsx typescript vb vue xaml xml";

/// Languages of command lines: they show programs, and a text about tools has them too.
const SHELLS: &str = "bash bat cmd console fish sh shell terminal zsh";

/// The names in a skill's fences.
#[derive(Debug, Default)]
pub(super) struct Shown<'a> {
    keys: HashSet<&'a str>,
    /// Those that a program or a command line uses, but as a text.
    of_programs: HashSet<&'a str>,
    defined: HashSet<&'a str>,
    words: HashSet<&'a str>,
    has_program: bool,
}

impl<'a> Shown<'a> {
    /// Reads every fence once.
    pub(super) fn of(text: &'a str, fences: &[Span]) -> Self {
        let mut shown = Self::default();
        for fence in fences {
            let language = language(text, *fence);
            let is_program = is_among(&language, LANGUAGES);
            shown.has_program |= is_program;
            shown.read(fence.of(text), is_program || is_among(&language, SHELLS));
        }
        shown
    }

    /// Whether a name stands there as a key, an argument, or something the program defines.
    pub(super) fn is_key(&self, name: &str) -> bool {
        self.keys.contains(name)
    }

    /// Whether a program or a command line there uses a name.
    pub(super) fn is_in_program(&self, name: &str) -> bool {
        self.of_programs.contains(name)
    }

    /// Whether a name is given there.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// Whether a word stands there at all.
    pub(super) fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Whether one of them is a program.
    pub(super) fn has_program(&self) -> bool {
        self.has_program
    }

    fn read(&mut self, fence: &'a str, is_program: bool) {
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let (mut rest, mut before) = (fence, "");
        while let Some(start) = rest.find(is_part) {
            let gap = &rest[..start];
            let name = &rest[start..];
            let end = name.find(|character| !is_part(character)).unwrap_or(name.len());
            let (name, after) = name.split_at(end);
            let is_defined = gap.trim().is_empty() && is_among(before, DEFINING);
            let is_named = after.trim_start_matches(['"', '\'']).trim_start_matches(' ').starts_with([':', '=']);
            if is_defined {
                self.defined.insert(name);
            }
            if is_defined || is_named || gap.ends_with('.') {
                self.keys.insert(name);
            }
            if is_program && !gap.ends_with(['"', '\'']) {
                self.of_programs.insert(name);
            }
            self.words.insert(name);
            (rest, before) = (after, name);
        }
    }
}

/// The language that a fence is marked with, in lower case; empty where it is with none.
fn language(text: &str, fence: Span) -> String {
    let line = text[..fence.start].rsplit(['\n', '\r']).next().unwrap_or_default();
    let mark = line.trim_start_matches(|character: char| character.is_whitespace() || "`~>".contains(character));
    let end = mark.find(|character: char| character.is_whitespace() || "{,:".contains(character));
    mark[..end.unwrap_or(mark.len())].to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::Shown;
    use crate::Span;

    #[test]
    fn keys_and_names_of_programs_are_told_apart_from_texts() {
        let fence = "{\"order_id\": \"refund_order\"}\nregion = 3\ndef make_it(x):\n  api.sendIt(callMe, 'quoted_one')";
        let text = format!("> ```Python {{.x}}{fence}");
        let shown = Shown::of(&text, &[Span::new(text.len() - fence.len(), text.len())]);
        for name in ["order_id", "region", "make_it", "sendIt"] {
            assert!(shown.is_key(name), "{name}");
        }
        assert!(shown.is_defined("make_it") && !shown.is_defined("sendIt"));
        assert!(shown.has_program() && shown.is_in_program("callMe") && !shown.is_key("callMe"));
        for name in ["refund_order", "quoted_one", "nowhere"] {
            assert!(!shown.is_key(name) && !shown.is_in_program(name), "{name}");
        }
        assert!(shown.has("refund_order") && !shown.has("nowhere"));
    }
}
