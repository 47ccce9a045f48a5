//! What agent clients make of skills: where each looks, how it reads a `SKILL.md`, the list it puts before its model, and
//! how a body comes in; and the files in which each keeps its MCP servers. One folder a client, behind one trait.
//!
//! What is here was measured by what a client of the version that [`Facts`] name sent to a server; captures stand in
//! `fixtures/clients` and are compared by this crate's tests. What could not be measured says so and names its source
//! ([`Evidence`]).
//! Everything is pure: bytes in, value out. Nothing here touches a disk or a clock.

mod adk;
mod antigravity;
mod body;
mod called;
mod claude_code;
mod codex;
mod compaction;
mod copilot;
mod cursor;
mod cut;
mod documented;
mod facts;
mod filling;
mod front;
mod gemini;
mod home;
mod keys;
mod kimi;
mod line;
mod links;
mod lint;
mod list;
mod mcp_settings;
mod offered;
mod opencode;
mod order;
mod ordinary;
mod pi;
mod places;
mod qwen;
mod reading;
mod readings;
mod recipe;
mod same_name;
mod scope;
mod sent;
mod settings;
mod standard;
mod targets;
mod text;
mod traits;
mod vscode;
mod why;
mod written;

pub use body::Body;
pub use called::{label_in, listed_name, loading_name, names_of};
pub use compaction::{Attached, Compaction, Remnant};
pub use cut::{Cut, cut};
pub use facts::{Change, Evidence, Facts, SameName, Unit};
pub use front::SkillFile;
pub use home::{Override, Plugin, ReadHome};
pub use keys::{Key, KeyEffect, key_effect, keys};
pub use links::{LinkOf, link_not_followed, readers_of_link};
pub use lint::{lint, not_found_by, reads_otherwise, shadowed_by};
pub use list::{Entry, List, Shown, State, list, rule};
pub use mcp_settings::{Beside, McpSettings, PROJECT_MCP_SETTINGS, USER_MCP_SETTINGS};
pub use offered::{OfferedTool, offered_tools};
pub use places::{ClientPlace, NotFound, SkillFolders, home_folders, is_folder_of_clients, owner_of};
pub use reading::{Listed, Reading};
pub use readings::Readings;
pub use recipe::{Activation, Recipe, Wire};
pub use same_name::{Candidate, Taken, identity, taken_of};
pub use scope::Scope;
pub use sent::{EntryParts, Piece, Sent, SentEntry, entry_parts, pieces, words_around};
pub use settings::Settings;
pub use studio_model::Client;
pub use targets::{client_of, target_of};
pub use why::Why;
pub use written::{Written, WrittenPart, written};

use std::collections::HashMap;

use traits::AgentClient;

/// What is known of a client.
fn known(client: Client) -> &'static dyn AgentClient {
    match client {
        Client::Standard => &standard::Standard,
        Client::ClaudeCode => &claude_code::ClaudeCode,
        Client::Codex => &codex::Codex,
        Client::Copilot => &copilot::Copilot,
        Client::Gemini => &gemini::Gemini,
        Client::Opencode => &opencode::Opencode,
        Client::Qwen => &qwen::Qwen,
        Client::Kimi => &kimi::Kimi,
        Client::Pi => &pi::Pi,
        Client::VsCode => &vscode::VS_CODE,
        Client::Cursor => &cursor::CURSOR,
        Client::Antigravity => &antigravity::ANTIGRAVITY,
        Client::Adk => &adk::Adk,
    }
}

/// The facts about a client, how they are known and since when.
pub fn facts(client: Client) -> &'static Facts {
    known(client).facts()
}

/// What was seen to change between the versions of a client, the oldest first.
pub fn changes(client: Client) -> &'static [Change] {
    known(client).changes()
}

/// Tokens of the context of the model a client uses by itself, where its list depends on that.
pub fn window(client: Client) -> Option<u32> {
    known(client).window()
}

/// What a client makes of a skill's files.
pub fn read(client: Client, file: &SkillFile<'_>) -> Reading {
    reading_of(client, &front::Source::new(file))
}

/// What a client makes of a skill's files: one whose file is called otherwise than it looks for is not found at all.
fn reading_of(client: Client, source: &front::Source<'_>) -> Reading {
    if !source.is_found && !matches!(client, Client::Standard | Client::Adk) {
        return Reading::Dropped(Why::FileName);
    }
    known(client).read(source)
}

/// The name that stands in a `SKILL.md`, as YAML has it, whatever clients make of it.
pub fn name_in(bytes: &[u8]) -> Option<String> {
    studio_text::SkillDocument::read(&String::from_utf8_lossy(bytes)).name().map(str::to_owned)
}

/// The instructions in the text of a `SKILL.md`: what stands after its frontmatter, trimmed.
pub fn instructions_in(text: &str) -> &str {
    studio_text::SkillDocument::read(text).body_span().of(text).trim()
}

/// The text of an entry as a client writes it with room for all.
pub fn text(client: Client, listed: &Listed) -> String {
    known(client).text(listed)
}

/// What stands before a client's list; `roots` are the short names of the folders that its skills lie in, with the folders.
pub fn before_list(client: Client, roots: &[(String, String)]) -> String {
    known(client).before_list(roots)
}

/// A skill's line in a client's list: its name and what is shown of its text, the path of its file, and whose it is.
pub fn line(client: Client, name: &str, shown: &str, path: &str, scope: Scope) -> String {
    known(client).line(name, shown, path, scope)
}

/// What stands in a client's list before the entries of a scope; none where they are not told apart.
pub fn heading(client: Client, scope: Scope) -> Option<&'static str> {
    known(client).heading(scope)
}

/// What stands before the names of skills that a client lists without a text, where they stand apart from the others.
pub fn before_names(client: Client) -> Option<&'static str> {
    known(client).before_names()
}

/// What stands after a client's list.
pub fn after_list(client: Client) -> &'static str {
    known(client).after_list()
}

/// The tool of a client that activates a skill, its argument with the skill's name, and whether it takes arguments for the
/// skill, too. The standard's stands for that of a client whose model reads the file with its shell.
pub fn tool(client: Client) -> (&'static str, &'static str, bool) {
    let (tool, argument) = known(client).tool();
    (tool, argument, known(client).takes_arguments())
}

/// Whether the order of a client's list is its own, not the one in which the file system gives files.
pub fn has_own_order(client: Client) -> bool {
    known(client).has_own_order()
}

/// How a client is started so that it sends its list to a server of ours; none where that is not known.
pub fn recipe(client: Client) -> Option<&'static Recipe> {
    known(client).recipe()
}

/// How much a skill weighs for which its client counted so many uses, the last of them so many days ago: those that weigh
/// more keep their text longer. Nothing at a client that does not go by that.
pub fn weight(client: Client, uses: u32, days: f64) -> f64 {
    known(client).weight(uses, days)
}

/// How much each skill weighs by the counts a client keeps in the home folder, by its [`identity`]. `now` is in
/// milliseconds since 1970.
pub fn weights(client: Client, home: &ReadHome<'_>, now: f64) -> HashMap<String, f64> {
    known(client).weights(home, now)
}

/// How a client cuts by what its settings in the home folder say.
pub fn settings(client: Client, home: &ReadHome<'_>) -> Settings {
    known(client).settings(home)
}

/// What those settings say of single skills, by their [`identity`].
pub fn overrides(client: Client, home: &ReadHome<'_>) -> HashMap<String, Override> {
    known(client).overrides(home)
}

/// The plugins a client has, by name, as far as it is known how it lists their skills.
pub fn plugins(client: Client, home: &ReadHome<'_>) -> Vec<Plugin> {
    known(client).plugins(home)
}

/// The list in a text that a client sent; none where there is none in it.
pub fn sent(client: Client, text: &str) -> Option<Sent> {
    known(client).sent(text)
}

/// What a client leaves of loaded skills when it compacts the conversation; none where that is not known.
pub fn compaction(client: Client) -> Option<Compaction> {
    known(client).compaction()
}

/// An activated skill as a client's model reads it.
pub fn body(client: Client, body: &Body<'_>) -> String {
    known(client).body(body)
}
