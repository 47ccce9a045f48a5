//! The list of skills an agent host shows its model, cut as the host cuts it: one file a host, behind one trait.
//!
//! A list is a pure function of the skills, how often each was used, and the [`Settings`] of host and model. What a host
//! does was measured on the version its [`Facts`] name, by what it sent to a server; the numbers are data and stand with
//! that version and date. Whatever a host writes around its list is not counted.
//!
//! Deliberately absent: which folders a host looks in, and what its prompt says beside the list.

mod adk;
mod claude;
mod codex;
mod copilot;
mod gemini;
mod kimi;
mod opencode;
mod qwen;
mod settings;
#[cfg(test)]
mod tests;
mod text;
mod whole;

pub use settings::Settings;

/// A host, by how it lists skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// None: everything is listed whole.
    Whole,
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
    /// GitHub Copilot CLI.
    Copilot,
    /// Gemini CLI.
    Gemini,
    /// opencode.
    Opencode,
    /// Qwen Code.
    Qwen,
    /// Kimi CLI.
    Kimi,
    /// adk-rust.
    Adk,
}

impl Host {
    /// Every host.
    pub const ALL: [Self; 9] = [
        Self::Whole,
        Self::Claude,
        Self::Codex,
        Self::Copilot,
        Self::Gemini,
        Self::Opencode,
        Self::Qwen,
        Self::Kimi,
        Self::Adk,
    ];

    fn client(self) -> &'static dyn Client {
        match self {
            Self::Whole => &whole::Whole,
            Self::Claude => &claude::Claude,
            Self::Codex => &codex::Codex,
            Self::Copilot => &copilot::Copilot,
            Self::Gemini => &gemini::Gemini,
            Self::Opencode => &opencode::Opencode,
            Self::Qwen => &qwen::Qwen,
            Self::Kimi => &kimi::Kimi,
            Self::Adk => &adk::Adk,
        }
    }

    /// What is known of the host, and since when.
    pub fn facts(self) -> Facts {
        self.client().facts()
    }
}

/// What is known of a host, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The version that was measured; empty where nothing needs measuring.
    pub version: &'static str,
    /// The day it was measured, as an ISO date.
    pub measured_on: &'static str,
    /// What sizes are counted in.
    pub unit: Unit,
}

/// What the size of a list is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Unicode scalar values.
    Characters,
    /// Columns of a terminal: a Chinese or Japanese character takes two.
    Columns,
    /// Tokens, taken for four bytes of UTF-8 each and rounded up line by line.
    Tokens,
}

/// A skill as a host would list it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description, whole.
    pub description: &'a str,
    /// What its frontmatter says under `when_to_use`.
    pub when_to_use: &'a str,
    /// The path of its file.
    pub path: &'a str,
    /// Whether its frontmatter says `disable-model-invocation: true`.
    pub is_for_users_only: bool,
    /// Whether `agents/openai.yaml` says `allow_implicit_invocation: false`.
    pub is_for_users_only_in_codex: bool,
    /// Whether its frontmatter names `paths`: it waits until such a file was read.
    pub waits_for_paths: bool,
    /// How often the host has used it.
    pub uses: u32,
}

/// The library as a host's model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// What became of each entry, as the host orders them.
    pub entries: Vec<Shown>,
    /// Size of the whole list.
    pub whole: usize,
    /// Size of what is shown.
    pub shown: usize,
    /// How large it may be, its own skills of a host taken off; none where the host has no limit.
    pub budget: Option<usize>,
}

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its place among the entries given.
    pub place: usize,
    /// What became of its description.
    pub state: State,
    /// The description as shown; empty where it was dropped.
    pub shown: String,
    /// Characters of the whole description, as the host would write it.
    pub whole_chars: usize,
    /// The path of its file as the host shortens it; none where the host writes it in full, or not at all.
    pub path: Option<String>,
}

/// What became of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Shown whole.
    Whole,
    /// Its end is cut.
    Shortened,
    /// Only the name is shown.
    NameOnly,
    /// Not in the list: there was no room for it.
    Absent,
    /// Not in the list: its frontmatter hides it from the model.
    Hidden,
    /// Not in the list: the host does not read its file.
    Refused,
}

/// How one host lists skills.
trait Client: Sync {
    fn facts(&self) -> Facts;

    /// How large a list may be; none where there is no limit.
    fn budget(&self, _settings: &Settings) -> Option<usize> {
        None
    }

    /// Why the host lists a skill at no time, where it does not.
    fn left_out(&self, _entry: &Entry<'_>) -> Option<State> {
        None
    }

    /// The description as the host would write it with room for all.
    fn description(&self, entry: &Entry<'_>) -> String {
        text::one_line(entry.description).into_owned()
    }

    /// What an entry takes with this description; with none where it is empty.
    fn size(&self, entry: &Entry<'_>, description: &str) -> usize;

    /// What is shown of each description: whole, some of it, nothing; or the entry is left out.
    fn cut(&self, lines: &[Line<'_>], settings: &Settings) -> Vec<Kept>;

    /// What the list takes with this much of each description.
    fn list_size(&self, lines: &[Line<'_>], kept: &[Kept]) -> usize {
        let size = |(line, kept): (&Line<'_>, &Kept)| Some(self.size(line.entry, kept.text(line)?));
        lines.iter().zip(kept).filter_map(size).sum()
    }

    /// The paths as the host shortens them, a line each; nothing where it writes them in full.
    fn short_paths(&self, _lines: &[Line<'_>]) -> Vec<String> {
        Vec::new()
    }

    /// How the host cuts, in a sentence.
    fn rule(&self, settings: &Settings) -> String;
}

/// An entry that a host lists, before anything is cut.
struct Line<'a> {
    entry: &'a Entry<'a>,
    description: String,
}

/// What is kept of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    Whole,
    /// The beginning, with what the host puts after it.
    Beginning(String),
    Name,
    Nothing,
}

impl Kept {
    /// The text that is shown of a line; none where the line is left out.
    fn text<'a>(&'a self, line: &'a Line<'_>) -> Option<&'a str> {
        match self {
            Self::Whole => Some(&line.description),
            Self::Beginning(text) => Some(text),
            Self::Name => Some(""),
            Self::Nothing => None,
        }
    }
}

/// Lists skills by name, as the host would.
pub fn list(host: Host, entries: &[Entry<'_>], settings: &Settings) -> List {
    let client = host.client();
    let mut places: Vec<usize> = (0..entries.len()).collect();
    places.sort_by_key(|place| (entries[*place].name, *place));
    let line = |entry| Line { entry, description: client.description(entry) };
    let is_listed = |place: &&usize| client.left_out(&entries[**place]).is_none();
    let lines: Vec<Line<'_>> = places.iter().filter(is_listed).map(|place| line(&entries[*place])).collect();
    let whole = client.list_size(&lines, &text::all_whole(&lines));
    let kept = client.cut(&lines, settings);
    let shown = client.list_size(&lines, &kept);
    let mut kept = kept.into_iter();
    let mut paths = client.short_paths(&lines).into_iter();
    let mut all = Vec::with_capacity(entries.len());
    for place in places {
        let entry = &entries[place];
        let description = client.description(entry);
        let whole_chars = description.chars().count();
        let left_out = client.left_out(entry);
        let path = if left_out.is_none() { paths.next() } else { None };
        let (state, text) = match left_out {
            Some(state) => (state, String::new()),
            None => match kept.next() {
                Some(Kept::Whole) => (State::Whole, description),
                Some(Kept::Beginning(text)) => (State::Shortened, text),
                Some(Kept::Name) => (State::NameOnly, String::new()),
                Some(Kept::Nothing) | None => (State::Absent, String::new()),
            },
        };
        all.push(Shown { place, state, shown: text, whole_chars, path });
    }
    List { entries: all, whole, shown, budget: client.budget(settings) }
}

/// How a host cuts, in a sentence.
pub fn rule(host: Host, settings: &Settings) -> String {
    host.client().rule(settings)
}
