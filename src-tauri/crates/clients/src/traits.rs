//! What every client answers.

use std::collections::HashMap;

use crate::{
    body::Body,
    compaction::Compaction,
    facts::{Change, Facts},
    front::Source,
    home::{Override, Plugin, ReadHome},
    line::{Kept, Line},
    reading::{Listed, Reading},
    recipe::Recipe,
    scope::Scope,
    sent::Sent,
    settings::Settings,
    text,
};

/// A client, by what it does with skills.
pub(crate) trait AgentClient: Sync {
    /// What is known of it, and since when.
    fn facts(&self) -> &Facts;

    /// What was seen to change between its versions, the oldest first.
    fn changes(&self) -> &'static [Change] {
        &[]
    }

    /// What it makes of a skill's files.
    fn read(&self, source: &Source<'_>) -> Reading;

    /// Tokens of the context of the model it uses by itself, where its list depends on that.
    fn window(&self) -> Option<u32> {
        None
    }

    /// How large its list may be; none where there is no limit.
    fn budget(&self, _settings: &Settings) -> Option<usize> {
        None
    }

    /// The text of an entry as it would write it with room for all.
    fn text(&self, listed: &Listed) -> String {
        listed.description.clone()
    }

    /// Calls entries otherwise where what others are called has a say in it.
    fn rename(&self, _lines: &mut [Line<'_>]) {}

    /// Puts the entries into the order they have among those of their scope.
    fn sort(&self, lines: &mut [Line<'_>]) {
        lines.sort_by(|a, b| (&a.name, a.path).cmp(&(&b.name, b.path)));
    }

    /// Whether that order is its own, not the one in which the file system gives files.
    fn has_own_order(&self) -> bool {
        true
    }

    /// What an entry takes with this text; with none where it is empty.
    fn size(&self, line: &Line<'_>, text: &str) -> usize;

    /// What is shown of each text: whole, some of it, nothing; or the entry is left out.
    fn cut(&self, lines: &[Line<'_>], _settings: &Settings) -> Vec<Kept> {
        text::all_whole(lines)
    }

    /// What the list takes with this much of each text.
    fn list_size(&self, lines: &[Line<'_>], kept: &[Kept]) -> usize {
        let size = |(line, kept): (&Line<'_>, &Kept)| Some(self.size(line, kept.text(line)?));
        lines.iter().zip(kept).filter_map(size).sum()
    }

    /// The paths as it shortens them, a line each; nothing where it writes them in full.
    fn short_paths(&self, _lines: &[Line<'_>]) -> Vec<String> {
        Vec::new()
    }

    /// How it cuts, in a sentence.
    fn rule(&self, settings: &Settings) -> String;

    /// What stands before the list; `roots` are short names of folders, with the folders.
    fn before_list(&self, _roots: &[(String, String)]) -> String {
        "\n\n<available_skills>\n".to_owned()
    }

    /// What stands before the entries of a scope; none where they are not told apart.
    fn heading(&self, _scope: Scope) -> Option<&'static str> {
        None
    }

    /// A line of the list.
    fn line(&self, name: &str, shown: &str, path: &str, scope: Scope) -> String;

    /// What stands before the names of skills that are listed without a text; none where they stand among the others.
    fn before_names(&self) -> Option<&'static str> {
        None
    }

    /// What stands after the list.
    fn after_list(&self) -> &'static str {
        "</available_skills>\n"
    }

    /// The tool that activates a skill, and its argument with the skill's name.
    fn tool(&self) -> (&'static str, &'static str) {
        ("activate_skill", "name")
    }

    /// Whether that tool takes arguments for the skill.
    fn takes_arguments(&self) -> bool {
        false
    }

    /// How it is started so that it sends its list to a server of ours; none where that is not known.
    fn recipe(&self) -> Option<&'static Recipe> {
        None
    }

    /// How much a skill weighs that it has used so often, the last time so many days ago.
    fn weight(&self, _uses: u32, _days: f64) -> f64 {
        0.0
    }

    /// The same by the counts it keeps in the home folder, by what it tells skills apart by.
    fn weights(&self, _home: &ReadHome<'_>, _now: f64) -> HashMap<String, f64> {
        HashMap::new()
    }

    /// How it cuts by what its settings say.
    fn settings(&self, _home: &ReadHome<'_>) -> Settings {
        Settings::default()
    }

    /// What those say of single skills, by what it tells skills apart by.
    fn overrides(&self, _home: &ReadHome<'_>) -> HashMap<String, Override> {
        HashMap::new()
    }

    /// The plugins it has, by name.
    fn plugins(&self, _home: &ReadHome<'_>) -> Vec<Plugin> {
        Vec::new()
    }

    /// The list in a text that it sent; none where there is none in it.
    fn sent(&self, _text: &str) -> Option<Sent> {
        None
    }

    /// The tools that a text it sent tells by name alone.
    fn tools_by_name<'t>(&self, _text: &'t str) -> Vec<&'t str> {
        Vec::new()
    }

    /// What it leaves of loaded skills when it compacts the conversation; none where that is not known.
    fn compaction(&self) -> Option<Compaction> {
        None
    }

    /// An activated skill as the model reads it.
    fn body(&self, body: &Body<'_>) -> String {
        body.standard(body.instructions)
    }
}
