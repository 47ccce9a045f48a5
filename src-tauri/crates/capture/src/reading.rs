//! What the recorder saw, read.

use std::collections::BTreeMap;

use serde_json::Value;
use studio_clients::{Activation, OfferedTool, Piece, Recipe, SentEntry, offered_tools, pieces, sent};

use crate::{
    CaptureError,
    captured::{Capture, CapturedEntry, CapturedList, CapturedPiece, CapturedRequest, CapturedTool, Options},
    folders::{Laid, called},
    recorder::{Request, Seen, has_tools},
};

/// Characters of what a client said that are shown where it sent nothing.
const MOST_SHOWN: usize = 600;

/// A run that is over.
pub(crate) struct Ended<'a> {
    pub(crate) recipe: &'static Recipe,
    pub(crate) options: &'a Options,
    pub(crate) program: &'a std::path::Path,
    pub(crate) version: String,
    pub(crate) seen: Seen,
    /// The skills that lay before the client.
    pub(crate) skills: &'a [Laid],
    /// How often it had used skills, by the names it has for them.
    pub(crate) uses: BTreeMap<String, u32>,
}

impl Ended<'_> {
    /// What was captured.
    pub(crate) fn read(self) -> Result<Capture, CaptureError> {
        let (client, wire) = (self.options.client, self.recipe.wire);
        let bodies = self.seen.requests.iter().filter(|request| is_asked(&request.path));
        let bodies: Vec<&Value> =
            bodies.filter_map(|request| request.body.as_ref()).filter(|body| has_tools(wire, body)).collect();
        let Some(first) = bodies.first() else { return Err(self.nothing()) };
        let model = first["model"].as_str().map(str::to_owned);
        let tools = offered_tools(client, wire, first);
        let first = pieces(wire, first);
        let then = bodies.get(1).filter(|_| self.options.activate.is_some()).map(|body| pieces(wire, body));
        let found = first.iter().find_map(|piece| Some((piece, sent(client, &piece.text)?)));
        let listing = found.as_ref().map(|(piece, _)| *piece);
        let pieces = self.pieces(&first, then.as_deref(), listing);
        let list = found.map(|(piece, list)| {
            let entry = |SentEntry { name, line, location }| CapturedEntry { name, line, location };
            let entries = list.entries.into_iter().map(entry).collect();
            let (before, names, after) = (list.before, list.names, list.after);
            CapturedList { role: piece.role.clone(), before, entries, names, after }
        });
        Ok(Capture {
            client: client.as_str().to_owned(),
            model,
            window: window(&self.seen.output),
            uses: self.uses,
            milliseconds: self.seen.milliseconds,
            requests: self.seen.requests.iter().map(shown).collect(),
            pieces,
            list,
            tools: tools
                .into_iter()
                .map(|OfferedTool { name, parameters }| CapturedTool { name, parameters })
                .collect(),
            version: self.version,
            outward: self.seen.outward,
            names_outward: self.seen.names_outward,
        })
    }

    /// Why there is nothing to read.
    fn nothing(self) -> CaptureError {
        let (client, seen) = (self.options.client, self.seen);
        let said = shortened(if seen.errors.trim().is_empty() { &seen.output } else { &seen.errors });
        match () {
            () if seen.is_out_of_time => CaptureError::Hangs { client, seconds: self.options.limit.as_secs(), said },
            () if seen.requests.is_empty() => CaptureError::NoRequest { client, outward: seen.outward, said },
            () => CaptureError::Other { client, program: self.program.to_owned(), requests: seen.requests.len() },
        }
    }

    /// The texts before the model, with what came in with a skill: with the answer to its model's call, or by a word.
    fn pieces(&self, first: &[Piece], then: Option<&[Piece]>, listing: Option<&Piece>) -> Vec<CapturedPiece> {
        let words = self.words();
        let is_loaded = |piece: &Piece| match (then, self.recipe.activation) {
            (Some(_), Activation::ToolCall) => piece.role != "assistant" && !first.contains(piece),
            (_, Activation::Word(_)) => words.as_ref().is_some_and(|words| piece.text.contains(words)),
            (None, Activation::ToolCall) => false,
        };
        let all = match self.recipe.activation {
            Activation::ToolCall => then.unwrap_or(first),
            Activation::Word(_) => first,
        };
        let piece = |piece: &Piece| CapturedPiece {
            is_list: listing == Some(piece),
            is_loaded: is_loaded(piece),
            role: piece.role.clone(),
            text: piece.text.clone(),
        };
        all.iter().map(piece).collect()
    }

    /// Words of the skill to load by which it is known where it came in: its longest line in which nothing is filled in.
    fn words(&self) -> Option<String> {
        let (name, _) = self.options.activate.as_ref()?;
        let laid = called(self.options.client, self.skills, name)?;
        let text = String::from_utf8_lossy(&laid.bytes);
        let lines = studio_clients::instructions_in(&text).lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.contains(['$', '`', '!']));
        lines.max_by_key(|line| line.len()).map(str::to_owned)
    }
}

/// Whether a path is one at which models are asked.
fn is_asked(path: &str) -> bool {
    ["/messages", "/responses", "/chat/completions", "enerateContent"].iter().any(|part| path.contains(part))
}

fn shown(request: &Request) -> CapturedRequest {
    CapturedRequest {
        method: request.method.clone(),
        path: request.path.clone(),
        chars: request.body.as_ref().map_or(0, |body| body.to_string().chars().count()),
    }
}

/// The context that a client says its model has.
fn window(output: &str) -> Option<u32> {
    let (_, after) = output.rsplit_once("\"contextWindow\":")?;
    let digits: String = after.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

pub(crate) fn shortened(said: &str) -> String {
    let said = said.trim();
    let from = said.char_indices().rev().nth(MOST_SHOWN).map_or(0, |(at, _)| at);
    said[from..].to_owned()
}
