//! What a skill as a whole says of the names in its text: that it is the manual of a program, that its fences use a name
//! as a program's, that it calls one a function or a parameter elsewhere.

use std::collections::HashSet;

use super::{
    body::Scan,
    look::{Look, Mention, is_deed},
    shown::Shown,
    usage::{Usage, is_among, is_called_otherwise},
};
use crate::{Severity, Span};

/// Words of the interfaces by which programs give tools to models. A text with several of them is about such programs, and
/// the tools it names are theirs.
const TOOL_INTERFACES: &str = "\
    @function_tool @mcp.tool @tool AgentExecutor FunctionTool KernelFunction McpServerTool ToolNode addTool bind_tools \
    budget_tokens call_tool function_call function_tool inputSchema input_schema list_tools max_tokens registerTool \
    server.tool stop_reason toolChoice toolConfig tool_call tool_call_id tool_calls tool_choice tool_result tool_use \
    tool_use_id";

/// So many of them are several.
const SEVERAL: usize = 2;

/// What a skill as a whole says of its names.
#[derive(Debug)]
pub(super) struct About<'a> {
    shown: Shown<'a>,
    /// The names it calls a function, a parameter or the like, or says the file of.
    otherwise: HashSet<&'a str>,
    /// Whether it shows code of a program.
    has_program: bool,
    /// Whether it speaks of servers that bring tools.
    has_servers: bool,
    /// Whether it is about programs that give tools to models.
    is_of_tool_interfaces: bool,
}

impl<'a> About<'a> {
    /// Reads a text once more, its code spans and fences being known.
    pub(super) fn of(text: &'a str, scan: &Scan) -> Self {
        let shown = Shown::of(text, &scan.fences);
        let written: HashSet<&str> = scan.code_spans.iter().map(|code| code.of(text)).collect();
        let interfaces = TOOL_INTERFACES.split(' ').filter(|word| written.contains(word) || shown.has(word));
        Self {
            is_of_tool_interfaces: interfaces.take(SEVERAL).count() == SEVERAL,
            has_program: shown.has_program() || written.iter().any(|written| is_code(written)),
            has_servers: text.contains("MCP"),
            otherwise: otherwise(text, &scan.code_spans),
            shown,
        }
    }

    /// Whether it is about programs that give tools to models: their tools are not those of the agent that reads it.
    pub(super) fn is_of_tool_interfaces(&self) -> bool {
        self.is_of_tool_interfaces
    }

    /// How bad it is that there is no tool of a name, where the sentence alone says `severity`; none in doubt.
    pub(super) fn weigh(&self, mention: Mention<'_>, usage: Usage, severity: Severity) -> Option<Severity> {
        if mention.look == Look::Remote {
            return Some(severity);
        }
        if self.is_of_tool_interfaces || self.is_settled(mention, usage) {
            return None;
        }
        if !self.has_program {
            return Some(severity);
        }
        match (mention.look, usage) {
            (Look::Dotted, _) => None,
            _ if mention.has_arguments => None,
            (_, Usage::None | Usage::Used | Usage::Called) => {
                (self.has_servers && is_deed(mention.name)).then_some(Severity::Info)
            }
            _ => Some(severity),
        }
    }

    /// Whether the text says elsewhere what a name stands for.
    fn is_settled(&self, mention: Mention<'_>, usage: Usage) -> bool {
        let name = mention.name;
        if self.shown.is_defined(name) {
            return true;
        }
        match usage {
            Usage::CalledTool => false,
            // What is called is no key.
            Usage::Used if self.shown.is_key(name) => true,
            _ => self.shown.is_in_program(name) || self.otherwise.contains(name),
        }
    }
}

/// Whether backticks hold a piece of a program: a call, an annotation, a tag.
fn is_code(written: &str) -> bool {
    written.starts_with(['@', '<']) || written.contains("()") || written.contains("=>") || written.contains("::")
}

/// The names that a text calls something else than tools.
fn otherwise<'a>(text: &'a str, code_spans: &[Span]) -> HashSet<&'a str> {
    let called = code_spans.iter().filter(|code| is_called_otherwise(text, **code));
    let mut names: HashSet<&str> = called.filter_map(|code| Some(Mention::of(text, *code)?.name)).collect();
    // `` `name` in `scripts/file.py` ``: a function of that file.
    for pair in code_spans.windows(2) {
        if let [name, file] = pair
            && text.get(name.end..file.start).is_some_and(is_place)
            && is_script(file.of(text))
            && let Some(mention) = Mention::of(text, *name)
        {
            names.insert(mention.name);
        }
    }
    names
}

/// Whether the words between two code spans say that the one is a part of the other.
fn is_place(between: &str) -> bool {
    let words = between.trim_matches(|character: char| "`*[(".contains(character) || character.is_whitespace());
    is_among(words.rsplit(' ').next().unwrap_or(words), "from in inside of") && words.len() <= "defined inside".len()
}

/// Whether a path leads to a file with a program.
fn is_script(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| is_among(ending, "cjs cs go java js jsx kt mjs php pl ps1 py r rb rs sh ts tsx"))
}
