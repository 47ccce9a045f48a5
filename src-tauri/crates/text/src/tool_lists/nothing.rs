//! Why nothing is found in a text that may be meant as one of the lists.

use super::{Problem, Severity, mcp_servers, model_tools, node::Node, notes::Notes, reading};

/// Keys under which lists stand, of every format.
const HOLDERS: [&str; 9] =
    ["mcpServers", "mcp_servers", "context_servers", "servers", "tools", "functions", "openapi", "paths", "swagger"];

/// What keeps tools and servers from being found in a text: a key that is close to one under which they stand, and what is wrong
/// with the entries of a list that stands where it is looked for. Empty where a text has neither.
pub fn why_nothing(text: &str) -> Vec<Problem> {
    let mut notes = Notes::new(text);
    let Some(root) = reading::read(text, &mut Notes::new(text)).filter(|root| root.entries().is_some()) else {
        return Vec::new();
    };
    notes.misspelt(&root, &HOLDERS, "");
    let is_list = |key: &str| root.get(key).is_some_and(|list| list.items().is_some());
    let (of_entries, whole) = if let Some(list) = mcp_servers::holder(&root) {
        (mcp_servers::read(text).problems, list)
    } else if model_tools::HOLDERS.into_iter().any(is_list) {
        (model_tools::read(text).problems, &root)
    } else {
        (Vec::new(), &root)
    };
    let mut problems = notes.finish();
    problems.extend(of_entries.into_iter().filter(|one| one.severity != Severity::Info && is_within(one, whole)));
    problems
}

/// Whether a problem is one of an entry: what is said of the whole says only that there is none.
fn is_within(problem: &Problem, whole: &Node) -> bool {
    problem.span != whole.span
}
