//! A program that plays an agent client: it asks its model's server as the real one does, with the list of skills it finds.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

/// Plays Claude Code: says its version, lists the skills it finds in the project and in the home folder as that does, asks
/// its model once, and tells the model all it can see of its home and environment.
const CLIENT: &str = r#"#!/usr/bin/env node
const fs = require("fs"), path = require("path");
if (process.argv.includes("--version")) { console.log("2.1.332 (Claude Code)"); process.exit(0); }
const walk = (at) => fs.readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
  const full = path.join(at, entry.name);
  if (entry.isDirectory()) return walk(full);
  return [[full, fs.readFileSync(full, "utf8")]];
});
const seen = [process.env.HOME, process.cwd()].flatMap(walk);
const skills = seen.filter(([name]) => /\.claude\/skills\/[^/]+\/SKILL\.md$/.test(name));
const words = (text) => (/description: (.*)/.exec(text) ?? ["", ""])[1];
const line = ([name, text]) => `- ${path.basename(path.dirname(name))}: ${words(text)}`;
const list = "The following skills are available for use with the Skill tool:\n\n"
  + skills.map(line).concat("- own: A skill of its own.").sort().join("\n");
const body = { model: "played", system: "You play.", tools: [{ name: "Skill" }], messages: [
  { role: "system", content: list },
  { role: "user", content: JSON.stringify({ seen, environment: process.env, arguments: process.argv.slice(2) }) }] };
BEFORE
fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: JSON.stringify(body) })
  .then((answer) => answer.json())
  .then((answer) => console.log(JSON.stringify({ "said": answer.content[0].text, "contextWindow": 200000 })));
"#;

/// What [`played_client`] does first where its model may have it load a skill: it asks the model a second time, with what
/// the skill brought.
pub const LOADS_SKILLS: &str = r"const first = fetch;
fetch = (url, asked) => first(url, asked).then((answer) => answer.json()).then((answer) => {
  const call = answer.content[0];
  if (call.type !== 'tool_use') return { json: () => answer };
  const folder = process.cwd() + '/.claude/skills/' + call.input.skill;
  const text = `Base directory for this skill: ${folder}\n\nBody.\n`;
  body.messages.push({ role: 'user', content: [
    { type: 'tool_result', tool_use_id: call.id, content: 'Launching skill: ' + call.input.skill },
    { type: 'text', text: call.input.args ? text + '\n\nARGUMENTS: ' + call.input.args : text }] });
  return first(url, { ...asked, body: JSON.stringify(body) });
});";

/// Writes a program that plays Claude Code into a folder, under that client's name: it does `before` before it asks its
/// model, as JavaScript in which `body` is what it asks.
pub fn played_client(folder: &Path, before: &str) -> PathBuf {
    played_program(folder, &CLIENT.replace("BEFORE", before))
}

/// Writes a program of this text into a folder, under Claude Code's name.
pub fn played_program(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("claude");
    fs::create_dir_all(folder).expect("folders can be made");
    fs::write(&path, text).expect("files can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    path
}
