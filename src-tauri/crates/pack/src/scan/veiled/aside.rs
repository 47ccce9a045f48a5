//! Where a page keeps words that nobody sees who reads it: titles and descriptions of links, pictures and elements, and
//! remarks in code and in frontmatter.

use std::ops::Range;

use regex::Captures;

use super::{
    COMMENT, ELEMENT, ENOUGH, HARMS, Hit, LONGEST, MOST, asks,
    grounds::{self, all, says_something},
    hit, is_for_a_model, is_order, reader, spoken, steers,
};
use crate::scan::{
    pattern::{Pattern, has, patterns},
    sense::{Context, floor},
};

const SETTING: &str =
    "This setting tells a model what to do, and no client shows it. Say it in the open, or remove it.";

/// Endings of files that hold data, styles or pages.
const DATA: [&str; 22] = [
    "json", "jsonc", "json5", "jsonl", "ipynb", "yml", "yaml", "toml", "csv", "tsv", "css", "scss", "less", "html",
    "htm", "xml", "svg", "ini", "cfg", "conf", "vtt", "srt",
];
/// How remarks of templates and of other markup begin.
const TEMPLATES: [&str; 13] =
    ["{::", "{%", "{#", "{{!", "<%#", "<?", "<![CDATA[", "\n.. ", "]:", "\n// ", "\n% ", "{/*", "%%"];
/// How far before a value its name stands.
const AROUND: usize = 160;

patterns! {
    // Titles and descriptions: of links, of pictures, of elements.
    SAID_ASIDE = r#"(?mi)<\w[^<>]*?\s(?:data-[\w-]+|aria-\w+|alt|title|content|value|placeholder|summary|longdesc|label|srcdoc|tooltip|note|comment)\s*=\s*(?:"([^"]{16,})"|'([^']{16,})')|!\[([^\]\n]{24,})\]\(|\]\([^)\s]+\s+(?:"([^"\n]{12,})"|'([^'\n]{12,})')\s*\)|^[ \t>]*\[[^\]\n]{1,40}\]:[ \t]*\S+[ \t]+(?:"([^"\n]{12,})"|\(([^)\n]{12,})\)|'([^'\n]{12,})')[ \t]*\r?$"#;
    // Remarks of code: one after the other is one.
    REMARKS = r"(?m)(?:^[ \t]*(?:#|//|--|;|rem\b)[^\n]*(?:\n|\z))+|(?s:/\*.*?\*/|<#.*?#>|--\[\[.*?\]\]|\{-.*?-\}|\(\*.*?\*\))|(?m:(?:^[ \t]*::[^\n]*(?:\n|\z))+)|[ \t](?:#|//)[ \t][^\n]*";
    // That a file holds words for a model at all.
    NAMES_MODEL = r"(?i)assistant|agent|(?:\b|_)l\.?l\.?m|\bai\b|_ai|ai_|whoever|model|claude|copilot|codex|gemini|gpt|chat-?bot|cursor|mistral|llama|deepseek|windsurf|grok";
    // To whom a remark is addressed that begins with it.
    ADDRESSED = r"(?i)(?:^|[\n.*#/]\s*)\W*(?:(?:note|attention|important|hint|message|instructions?)\s+(?:to|for)\s+|dear\s+|hey\s+|hello\s+)?(?:(?:the|any|all|ai|coding|every)\s+){0,3}(?:agents?|assistants?|ai|llms?|language\s+models?|claude|copilot|codex|gemini|chatgpt|model)\b[^.\n]{0,40}[:,]";
    // Remarks of what makes pages of templates, and of other kinds of markup.
    TEMPLATED = r"(?s)\{::comment\}(.{12,}?)\{:/|\{%-?\s*comment\b[^%]*%\}(.{12,}?)\{%-?\s*endcomment|\{#([^#{}]{12,})#\}|\{\{!(?:--)?([^{}]{12,}?)(?:--)?\}\}|<%#([^%]{12,}?)%>|<\?\w+\s+([^?]{12,})\?>|<!\[CDATA\[(.{12,}?)\]\]>|(?m:^\.\.[ \t]+(?:comment\b)?((?:[^\n:]|:[^\n:]){24,})$)|(?m:^[ \t>]*\[([^\]\n^]{41,})\]:[ \t]*\S+[ \t]*\r?$)|(?m:^//[ \t]+([^\n]{24,})$)|(?m:^%[ \t]+([^\n]{24,})$)|\{/\*([\s\S]{12,}?)\*/\}|%%([^%\n]{12,})%%";
    // What stands behind the language of a block, and a declaration that a page leaves out.
    BEHIND_LANGUAGE = r"(?m)^[ \t>]*(?:`{3,}|~{3,})[ \t]*[\w+\x23.-]*[ \t]+([A-Za-z@][^\n`{}=]{20,})$";
    DECLARED = r"<![A-Z][A-Za-z]*[ \t]([^<>]{24,})>";
    // What is for models by its name.
    NAMED_ELEMENTS = r"(?i)<meta\b[^<>]*\bname\s*=\s*[\x22'](?:ai|llm|agent|assistant|model|bot|chatgpt|claude|copilot)[\w:.-]*[\x22'][^<>]*\bcontent\s*=\s*(?:\x22([^\x22]{16,})\x22|'([^']{16,})')";
    // Elements that are never shown, and those that are shown only when somebody opens them.
    NEVER_SHOWN = r"(?is)<(?:template|noscript|datalist|object|audio|video|canvas|dialog|metadata|desc|title|input)\b([^<>]*)>([^<]{12,})";
    FOLDED = r"(?is)</summary>(.{12,}?)(?:</details|\z)";
    // A note at the foot of a page, which is shown where something points to it.
    FOOTNOTES = r"(?m)^\[\^([\w-]{1,40})\]:[ \t]+([^\n]{12,})$";
    // What a program says of itself.
    DOCUMENTS = r#""""[\s\S]*?"""|'''[\s\S]*?'''|(?ms:^=(?:begin|pod)\b.*?^=(?:end|cut)\b)|(?ms:^__(?:END|DATA)__$.*)|(?m:^[ \t]*:[ \t]+'[^']{12,}')|(?m:^[ \t]*:[ \t]*<<[\s\S]{12,2000}?^[A-Z_]{2,}$)"#;
    // A setting of a frontmatter, with what goes on below it.
    SETTINGS = r#"(?m)^[ \t]*["']?([\w./-]{1,60})["']?[ \t]*:[ \t]*([^\n]{16,}(?:\n[ \t]+[^\n:]+$)*|[|>][+-]?[ \t]*(?:\n[ \t]+[^\n]+)+)"#;
    // Those in which something is said in the open: what a skill is for, and when.
    OPEN_SETTING = r"(?i)desc|when|trigger|summary|usage|example|title|^argument-hint|keyword|tag|name|glob|path|tools|licen[cs]e|author|url|homepage|compat|categor|scope|prompt|version|argument|source|repository|copyright|about|purpose|goal|audience|role";
    // A value that is for models by its name, and no part of what the file is for.
    SET_FOR_MODELS = r#"(?im)^[ \t{,-]*["']?(?:x-|_)(?:[\w-]*[_-])?(?:ai|llm|agent|assistant|model|bot)s?(?:[_-][\w-]*)?["']?[ \t]*[:=][ \t]*["']?([A-Za-z][^\n]{20,})"#;
    // The name of the value that begins here, and those of values that somebody is shown.
    LAST_KEY = r#"([\w$./-]+)["']?[ \t]*[:=][ \t]*(?:["'\[][\s"']*|[>|][+-]?[ \t]*(?:\n[ \t]*)?)?$"#;
    OPEN_VALUE = r"(?i)^(?:text|content|message|label|placeholder|help|instructions?|system|body|caption|alt|value|question|answer|input|output|response|reply)$";
    // A line that says first who or what it is about.
    CALLS = r"^@?[A-Za-z][\w @/,'-]{1,40}:(?:\s|$)";
    // Words of a picture or of a document of elements.
    WORDS = r">([^<>]{24,})<";
    // Remarks of subtitles.
    NOTES_OF_SUBTITLES = r"(?m)^NOTE[ \t\n]([^\n]{12,}(?:\n[^\n]+){0,8})";
}

/// What the words of a picture ask of a model.
pub(super) fn in_picture(context: &Context<'_>) -> Vec<Hit> {
    let told = all(&WORDS, context.text).filter(|found| {
        found.get(1).is_some_and(|said| is_for_a_model(&said.as_str()[..floor(said.as_str(), LONGEST)]))
    });
    told.filter_map(|found| place(&found)).map(|span| hit(span, ELEMENT)).take(MOST).collect()
}

/// What is said to a model in the values of a file that holds data, in strings of a style or in words of a page.
pub(super) fn in_data(context: &Context<'_>) -> Vec<Hit> {
    let ending = context.path.rsplit(['/', '\\', '.']).next().unwrap_or_default().to_ascii_lowercase();
    if !DATA.contains(&ending.as_str()) || context.is_of_tests() {
        return Vec::new();
    }
    let notes = begun(&NOTES_OF_SUBTITLES, context.text, &["\nNOTE"]).filter_map(|found| found.get(1));
    let notes = notes.filter(|said| reader::is_order(said.as_str()) || steers::is_steering(said.as_str()));
    let notes = notes.map(|said| said.range());
    if !has(&NAMES_MODEL, context.text) {
        return notes.take(MOST).map(|span| hit(span, COMMENT)).collect();
    }
    let is_style = ["css", "scss", "less"].contains(&ending.as_str());
    let is_hidden = |span: &Range<usize>| {
        let before = &context.text[floor(context.text, span.start.saturating_sub(AROUND))..span.start];
        let key = LAST_KEY.as_ref().and_then(|regex| regex.captures(before)).and_then(|found| found.get(1));
        is_style || !key.is_some_and(|key| has(&OPEN_SETTING, key.as_str()) || has(&OPEN_VALUE, key.as_str()))
    };
    let set = all(&SET_FOR_MODELS, context.text).filter_map(|found| found.get(1));
    let set = set.filter(|value| says_something(value.as_str())).map(|value| value.range());
    let you = all(&spoken::YOU_ARE, context.text).filter_map(|found| found.get(0)).map(|found| found.range());
    let told = reader::to_models(context.text).chain(you).filter(is_hidden).chain(set).chain(notes);
    told.take(MOST).map(|span| hit(span, COMMENT)).collect()
}

/// What is said aside in a page.
pub(super) fn in_page(context: &Context<'_>) -> Vec<Hit> {
    let text = context.text;
    let first = |found: &Captures<'_>| {
        let inner = (1..found.len()).find_map(|at| found.get(at))?.as_str();
        Some(inner[..floor(inner, LONGEST)].to_owned())
    };
    let is_aside = |said: &str| {
        let is_one = if context.is_prose { reader::is_order_aside } else { reader::is_order_in_markup };
        is_one(said) || is_for_a_model(said) || context.is_prose && steers::is_steering_aside(said)
    };
    let asides = all(&SAID_ASIDE, text).filter(|found| first(found).is_some_and(|said| is_aside(&said)));
    let is_html = ["html", "htm"].iter().any(|ending| context.path.to_ascii_lowercase().ends_with(ending));
    let templated = begun(&TEMPLATED, text, &TEMPLATES).chain(begun(&DECLARED, text, &["<!"])).filter(|found| {
        first(found).is_some_and(|said| is_order(context, &said) || !is_html && steers::is_steering(&said))
    });
    let footnotes = begun(&FOOTNOTES, text, &["\n[^"]).filter(|found| {
        let (Some(name), Some(said)) = (found.get(1), found.get(2)) else { return false };
        text.matches(&format!("[^{}]", name.as_str())).count() < 2
            && (is_order(context, said.as_str()) || reader::says_what_to_do(said.as_str()))
    });
    let is_picture = context.path.to_ascii_lowercase().ends_with("svg");
    let is_never_shown = match () {
        () if is_html || is_picture => reader::is_order_in_markup,
        () => reader::is_order,
    };
    let is_open = |found: &Captures<'_>| found.get(0).is_some_and(|whole| context.is_in_open_code(&whole.range()));
    let never = begun(&NEVER_SHOWN, text, &["</"]).filter(|found| !is_open(found)).filter(|found| {
        found.get(2).is_some_and(|said| says_something(said.as_str()) && is_never_shown(said.as_str()))
    });
    let folded = begun(&FOLDED, text, &["</summary>"])
        .filter(|found| !is_open(found))
        .filter(|found| first(found).is_some_and(|said| is_to_who_reads(&said)));
    let named = begun(&NAMED_ELEMENTS, text, &["<meta", "<META"])
        .filter(|found| first(found).is_some_and(|said| says_something(&said)));
    let remarks = asides.chain(templated).chain(footnotes).chain(named).filter_map(|found| place(&found));
    let mut hits: Vec<Hit> = remarks.map(|span| hit(span, COMMENT)).take(MOST).collect();
    let elements = grounds::unreadable(context).into_iter().chain(never).chain(folded);
    hits.extend(elements.filter_map(|found| place(&found)).map(|span| hit(span, ELEMENT)).take(MOST));
    hits.retain(|hit| !context.is_in_open_code(&hit.span));
    hits.extend(in_frontmatter(context));
    hits.extend(behind_languages(context));
    hits
}

/// Whether a model or whoever carries the page out is spoken to.
fn is_to_who_reads(said: &str) -> bool {
    reader::is_to_a_model(said) || spoken::is_to_who_reads(said, reader::says_what_to_do)
}

/// What stands behind the language of a block, which no page shows.
fn behind_languages(context: &Context<'_>) -> Vec<Hit> {
    let found = begun(&BEHIND_LANGUAGE, context.text, &["```", "~~~"]).filter_map(|found| found.get(1));
    let told = found.filter(|said| reader::is_order(said.as_str()) || is_for_a_model(said.as_str()));
    told.map(|said| hit(said.range(), COMMENT)).take(MOST).collect()
}

/// The same in a text that has in it what any of them begins with, which is soon found out.
fn begun<'t>(pattern: &'static Pattern, text: &'t str, beginnings: &[&str]) -> impl Iterator<Item = Captures<'t>> {
    let is_there = beginnings.iter().any(|beginning| text.contains(beginning));
    is_there.then(|| all(pattern, text)).into_iter().flatten()
}

/// Where what is said begins.
fn place(found: &Captures<'_>) -> Option<Range<usize>> {
    let whole = found.get(0)?.range();
    let inner = (1..found.len()).rev().find_map(|at| found.get(at))?;
    Some(inner.start().max(whole.start)..whole.end)
}

/// Remarks between the values of a frontmatter.
fn in_frontmatter(context: &Context<'_>) -> Vec<Hit> {
    let Some(rest) = context.text.strip_prefix("---") else { return Vec::new() };
    let end = 3 + rest.find("\n---").unwrap_or(0);
    let front = &context.text[..end];
    let told = remarks(front).filter(|(_, remark)| is_order(context, remark)).map(|(span, _)| hit(span, COMMENT));
    let set = all(&SETTINGS, front).filter_map(|found| {
        let (key, value) = (found.get(1)?.as_str(), found.get(2)?);
        let is_hidden = (key.starts_with("x-") || key.starts_with('_') || !has(&OPEN_SETTING, key))
            && says_something(value.as_str());
        (is_hidden
            && (reader::is_order(value.as_str())
                || steers::is_steering(value.as_str())
                || reader::is_named_for_models(key)))
        .then(|| hit(value.range(), SETTING))
    });
    told.chain(set).take(MOST).collect()
}

/// Remarks in code that are for a model, and ask for what nobody would ask a colleague for.
pub(super) fn in_code(context: &Context<'_>) -> Vec<Hit> {
    let is_told = |remark: &str| {
        reader::is_order_in_code(remark)
            || has(&ADDRESSED, remark) && (has(&HARMS, remark) || asks::weight(remark) >= ENOUGH)
            || asks::weight(remark) >= 3 * ENOUGH
    };
    // An option of a command is no remark.
    let is_option = |span: &Range<usize>| {
        let text = &context.text[span.clone()];
        text.strip_prefix("--").is_some_and(|rest| rest.starts_with(char::is_alphabetic))
    };
    let told = remarks(context.text).filter(|(span, remark)| !is_option(span) && is_told(remark)).map(|(span, _)| span);
    let documents = DOCUMENTS.as_ref().into_iter().flat_map(|regex| regex.find_iter(context.text));
    let documents = documents.filter(|found| {
        let said = &found.as_str()[..floor(found.as_str(), LONGEST)];
        reader::is_to_a_model(said) || spoken::is_to_who_edits(said, reader::says_what_to_do)
    });
    told.chain(documents.map(|found| found.range())).take(MOST).map(|span| hit(span, COMMENT)).collect()
}

fn remarks(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let found = REMARKS.as_ref().into_iter().flat_map(move |regex| regex.find_iter(text));
    found.map(|found| {
        let lines = found.as_str()[..floor(found.as_str(), LONGEST)].lines();
        let inner = lines.map(|line| line.trim().trim_start_matches(['#', '/', '*', '-', ';', '<']).trim());
        let start = found.start() + found.as_str().len() - found.as_str().trim_start().len();
        let mut remark = String::new();
        for line in inner {
            // Who is spoken to begins a line of its own.
            remark.push(if has(&CALLS, line) { '\n' } else { ' ' });
            remark.push_str(line);
        }
        (start..found.end(), remark.trim().to_owned())
    })
}
