//! Where else a text keeps words that its rendered page doesn't show: remarks of each kind of markup, remarks in the
//! source of a drawing, attributes behind a block's language or a heading, headers of mails, classes that hide.

use std::ops::Range;

use regex::Captures;

use super::{COMMENT, ELEMENT, Hit, LONGEST, MODEL, MOST, hit, is_for_a_model, keys, reader, spoken, steers};
use crate::scan::{
    pattern::{Pattern, has, patterns},
    sense::{Context, floor},
};

/// Fewest words that say something.
const FEWEST: usize = 4;

/// How much what a carrier holds has to say to be told.
#[derive(Clone, Copy)]
enum Told {
    /// It hides, and nothing ordinary is kept in it: whatever it says.
    Whatever,
    /// Few write anything there: what says something to a model is told as well.
    Rare,
    /// Remarks of who writes a text are kept in it as well.
    Orders,
    /// It says what something shows.
    Titles,
    /// So are words that a program shows at times.
    Addressed,
}

/// A place where words are kept that nobody sees, by what its text has in it.
struct Carrier {
    /// Endings of the files that have it; of any prose where there are none.
    endings: &'static [&'static str],
    mark: &'static str,
    pattern: &'static Pattern,
    told: Told,
}

const fn carrier(
    endings: &'static [&'static str],
    mark: &'static str,
    pattern: &'static Pattern,
    told: Told,
) -> Carrier {
    Carrier { endings, mark, pattern, told }
}

const TEX: &[&str] = &["tex", "ltx", "latex", "sty", "cls", "bib"];
const ASCIIDOC: &[&str] = &["adoc", "asciidoc", "asc"];
const HTML: &[&str] = &["html", "htm", "xhtml", "vue", "svelte", "astro"];
const HEADED: &[&str] = &["eml", "mbox", "ics", "vcf", "http"];
const TEMPLATES: &[&str] = &["j2", "jinja", "jinja2", "njk", "twig", "liquid", "html", "md", "txt", "tmpl"];

patterns! {
    // TeX: remarks, parts that are left out, letters of the colour of the paper.
    TEX_REMARKS = r"(?m)((?:^[ \t]*%[^\n]*(?:\n|\z))+)|[^\\%\n]%+[ \t]*([A-Za-z][^\n]{16,})$";
    TEX_LEFT_OUT = r"(?s)\\iffalse\b(.{12,}?)\\fi\b|\\begin\{comment\}(.{12,}?)\\end\{comment\}";
    TEX_WHITE = r"\\(?:text)?color(?:\[\w+\])?\{(?:white|background|bg|paper|1,1,1|1|FFFFFF|ffffff)\}\s*\{?((?:[^\n]+\n?){1,6})";
    // What letters of that colour stand on.
    TEX_GROUND = r"\\(?:f?colorbox|rowcolor|cellcolor|pagecolor|setbeamercolor|fill|node|draw)";
    ASCIIDOC_REMARKS = r"(?m)((?:^//(?:[^/\n][^\n]*)?(?:\n|\z))+)|(?ms:^/{4,}[ \t]*\n(.{12,}?)^/{4,})|(?ms:^\[comment\]\n(.{12,}?)\n\n)";
    ASCIIDOC_LEFT_OUT = r"(?ms)^ifdef::(?:never|hidden|private|internal|comment|none|draft)[\w-]*\[\]\n(.{12,}?)^endif";
    RST_REMARKS = r"(?m)^\.\.[ \t]+((?:[^\s:_\[|][^\n:]*|[^\n]*[^:\n]:[^:\n][^\n]*)(?:\n[ \t]+[^\n]+)*)$|^\.\.[ \t]*\n((?:[ \t]+[^\n]+\n?)+)";
    RST_LEFT_OUT = r"(?m)^\.\.[ \t]+only::[ \t]+(?:never|hidden|none|draft|private)[ \t]*\n\n?((?:[ \t]+[^\n]+\n?)+)";
    ORG_REMARKS = r"(?m)((?:^[ \t]*#[ \t][^\n]*(?:\n|\z))+)|(?msi:^#\+begin_comment\n(.{12,}?)^#\+end_comment)|^[ \t]*:(?:[\w-]+):[ \t]+([A-Za-z][^\n]{20,})$";
    TYPST_REMARKS = r"(?m)((?:^[ \t]*//[^\n]*(?:\n|\z))+)|(?s:/\*(.{12,}?)\*/)|#hide\[([^\]]{12,})\]";
    // Markdown of several kinds.
    OBSIDIAN = r"(?s)(?:^|[\s>])%%(.{12,2000}?)%%";
    PERCENT = r"(?m)^%[ \t]+([^\n]{24,})$";
    BLOCKS_LEFT_OUT = r"(?ms)^:{3,}[ \t]*(?:\{[^}\n]*\.(?:hidden|invisible|d-none|content-hidden|comment|no-?display)\b[^}\n]*\}|\{?(?:hidden|comment|content-hidden)\b[^\n]*)\n(.{12,2000}?)^:{3,}";
    ATTRIBUTES = r#"\{[#.:][^{}\n]*?[\w-]+\s*=\s*(?:"([^"\n]{16,})"|'([^'\n]{16,})')[^{}\n]*\}"#;
    PROPERTIES = r"(?mi)^[ \t-]*(?:[\w-]+[_-])?(?:ai|llm|agent|assistant|model|bot|claude|copilot)s?(?:[_-][\w-]+)?::[ \t]+([^\n]{16,})";
    LABELS = r"(?m)^[ \t>]*\[([^\]\s^]{32,})\]:[ \t]*(?:#|<>|\S*)[ \t]*\r?$";
    // A note that nothing points to.
    LONELY_TITLES = r#"\[\s*\]\([^)\s]+\s+"([^"\n]{12,})"\)"#;
    // Parts of a template that are never filled in.
    NEVER_FILLED = r"(?s)\{%-?\s*if\s+(?:false|False|0)\s*-?%\}(.{12,}?)\{%-?\s*(?:endif|else)";
    // Words of a mail, of a date or of an address card that no program shows.
    HEADERS = r"(?mi)^X-[\w-]+(?:;[^:\n]*)?:[ \t]*([^\n]{16,}(?:\n[ \t][^\n]+)*)";
    NOTES = r"(?mi)^(?:NOTE|COMMENT)(?:;[^:\n]*)?:[ \t]*([^\n]{16,}(?:\n[ \t][^\n]+)*)";
    // Classes by which pages hide, what no browser runs, and fields that nobody fills in.
    HIDING_CLASSES = r#"(?is)<\w+\b[^<>]*\bclass\s*=\s*["'][^"']*\b(?:sr-only|visually-?hidden|screen-reader(?:-text)?|hidden|d-none|invisible|u-hidden|offscreen|hide)\b[^"']*["'][^<>]*>([^<]{16,})"#;
    NOT_RUN = r#"(?is)<script\b[^<>]*\btype\s*=\s*["'](?:text/(?:plain|x-[\w-]+|markdown|template)|[\w/.-]*(?:agent|llm|ai|assistant)[\w/.-]*)["'][^<>]*>([^<]{16,})"#;
    DESCRIBED = r"(?is)<(?:desc|metadata)\b[^<>]*>([^<]{16,})";
    INSTRUCTIONS = r"(?s)<\?[\w-]+\s+([^?]{12,})\?>";
    NAMED_INSTRUCTIONS = r"(?si)<\?(?:\w+-)?(?:agent|assistant|llm|ai|model|bot)s?(?:-[\w-]+)?\s+([^?]{12,})\?>";
    // A drawing's source: its language, and the remarks in it.
    DRAWINGS = r"(?i)^[ \t>]*[`~:]{3,}[ \t]*\{?\.?(mermaid|dot|graphviz|plantuml|puml|uml|d2|tikz|latex|tex|ditaa|blockdiag|seqdiag|vega(?:-lite)?|nomnoml|pikchr|wavedrom|svgbob|math|katex|abc|lilypond|svg)\b";
    REMARKS_OF_DRAWINGS = r"(?m)((?:^[ \t]*(?:%%|//|'|#|%)[^\n]*(?:\n|\z))+)|(?s:/\*(.{12,}?)\*/)|(?s:/'(.{12,}?)'/)|(?s:<!--(.{12,}?)-->)|[ \t](?:%%|//)[ \t]([^\n]{16,})$";
    // Values behind a block's language, and those that a page shows above the block.
    VALUES = r#"([\w-]+)\s*=\s*(?:"([^"\n]{16,})"|'([^'\n]{16,})')"#;
    SHOWN = r"(?i)^(?:title|file-?name|file|caption|cap|label|name|alt|path|src|source|fig-(?:cap|alt)|lst-cap|tbl-cap)$";
}

/// Every such place.
const CARRIERS: [Carrier; 25] = [
    carrier(&["xml", "svg", "xhtml"], "<?", &NAMED_INSTRUCTIONS, Told::Whatever),
    carrier(HEADED, ":", &NOTES, Told::Addressed),
    carrier(&[], "::", &PROPERTIES, Told::Whatever),
    carrier(TEX, "%", &TEX_REMARKS, Told::Orders),
    carrier(TEX, "\\", &TEX_LEFT_OUT, Told::Orders),
    carrier(ASCIIDOC, "//", &ASCIIDOC_REMARKS, Told::Orders),
    carrier(ASCIIDOC, "ifdef::", &ASCIIDOC_LEFT_OUT, Told::Whatever),
    carrier(&["rst"], "..", &RST_REMARKS, Told::Orders),
    carrier(&["rst"], "only::", &RST_LEFT_OUT, Told::Whatever),
    carrier(&["org"], "#", &ORG_REMARKS, Told::Orders),
    carrier(&["org"], ":", &ORG_REMARKS, Told::Orders),
    carrier(&["typ"], "/", &TYPST_REMARKS, Told::Orders),
    carrier(&[], "%%", &OBSIDIAN, Told::Orders),
    carrier(&["md", "markdown"], "\n% ", &PERCENT, Told::Orders),
    carrier(&[], ":::", &BLOCKS_LEFT_OUT, Told::Whatever),
    carrier(&[], "{", &ATTRIBUTES, Told::Rare),
    carrier(&[], "]:", &LABELS, Told::Rare),
    carrier(&[], "[](", &LONELY_TITLES, Told::Whatever),
    carrier(TEMPLATES, "{%", &NEVER_FILLED, Told::Orders),
    carrier(HEADED, ":", &HEADERS, Told::Rare),
    carrier(HTML, "class", &HIDING_CLASSES, Told::Addressed),
    carrier(&[], "class=", &HIDING_CLASSES, Told::Orders),
    carrier(HTML, "<script", &NOT_RUN, Told::Addressed),
    carrier(&["xml", "svg", "xhtml"], "<?", &INSTRUCTIONS, Told::Rare),
    carrier(&["svg"], "<desc", &DESCRIBED, Told::Titles),
];

/// What is told of them.
pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    let name = context.path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_of = |carrier: &&Carrier| {
        let is_kind = if carrier.endings.is_empty() { context.is_prose } else { carrier.endings.contains(&ending) };
        is_kind && context.text.contains(carrier.mark)
    };
    let mut hits: Vec<Hit> = Vec::new();
    for carrier in CARRIERS.iter().filter(is_of) {
        let found = carrier.pattern.as_ref().into_iter().flat_map(|regex| regex.captures_iter(context.text));
        let found = found.filter(|found| found.get(0).is_some_and(|whole| !context.is_in_open_code(&whole.range())));
        let told = found.filter_map(|found| inner(&found)).filter(|(_, said)| is_told(said, carrier.told));
        let told = told.map(|(span, _)| span);
        hits.extend(told.map(|span| hit(span, COMMENT)).take(MOST));
    }
    if TEX.contains(&ending) {
        hits.extend(in_white(context));
    }
    if context.is_prose {
        hits.extend(in_drawings(context));
        hits.extend(behind_languages(context));
    }
    hits
}

/// What a carrier holds, as it would be read: without the marks before its lines.
fn inner(found: &Captures<'_>) -> Option<(Range<usize>, String)> {
    let inner = (1..found.len()).find_map(|at| found.get(at))?;
    let said = &inner.as_str()[..floor(inner.as_str(), LONGEST)];
    let lines = said.lines().map(|line| line.trim().trim_start_matches(['%', '/', '#', '\'', '*']).trim());
    let said = lines.collect::<Vec<_>>().join(" ");
    // What has no blanks may have hyphens in their place.
    let said = if said.trim().contains(' ') { said } else { said.replace(['-', '_'], " ") };
    let start = inner.start() + inner.as_str().len() - inner.as_str().trim_start().len();
    Some((start..inner.end(), said.trim().to_owned()))
}

fn is_told(said: &str, told: Told) -> bool {
    let is_addressed = || reader::is_to_a_model(said) || spoken::is_to_who_reads(said, reader::says_what_to_do);
    match told {
        Told::Whatever => {
            said.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count() >= FEWEST
        }
        Told::Rare => is_told(said, Told::Orders) || has(&MODEL, said) && reader::says_what_to_do(said),
        Told::Titles => reader::is_order_aside(said) || is_for_a_model(said) || steers::is_steering_aside(said),
        Told::Orders => reader::is_order(said) || is_for_a_model(said) || steers::is_steering(said),
        Told::Addressed => is_addressed() || steers::is_steering_in_markup(said),
    }
}

/// Letters of the colour of the paper, which stand on no other.
fn in_white(context: &Context<'_>) -> impl Iterator<Item = Hit> {
    let found = TEX_WHITE.as_ref().into_iter().flat_map(move |regex| regex.captures_iter(context.text));
    let told = found.filter_map(move |found| {
        let line = context.line_with(found.get(0)?.start()).1;
        let (span, said) = inner(&found)?;
        (!has(&TEX_GROUND, line) && is_told(&said, Told::Whatever)).then_some(span)
    });
    told.map(|span| hit(span, ELEMENT)).take(MOST)
}

/// Remarks in the source of what a page shows as a drawing.
fn in_drawings(context: &Context<'_>) -> Vec<Hit> {
    let text = context.text;
    let mut hits = Vec::new();
    for span in context.code().iter().filter(|span| context.is_fence(span.start)) {
        let fence = &text[span.start..span.end];
        if !has(&DRAWINGS, opening(context, span.start)) {
            continue;
        }
        let found = REMARKS_OF_DRAWINGS.as_ref().into_iter().flat_map(|regex| regex.captures_iter(fence));
        let told = found.filter_map(|found| inner(&found)).filter(|(_, said)| is_told(said, Told::Orders));
        hits.extend(told.map(|(place, _)| hit(span.start + place.start..span.start + place.end, COMMENT)).take(MOST));
    }
    hits
}

/// The line that begins a block.
fn opening<'c>(context: &'c Context<'_>, at: usize) -> &'c str {
    context.text[context.line_with(at).0..].lines().next().unwrap_or_default()
}

/// Values behind the language of a block.
fn behind_languages(context: &Context<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for span in context.code().iter().filter(|span| context.is_fence(span.start)) {
        let (start, line) = (context.line_with(span.start).0, opening(context, span.start));
        if !line.contains('=') {
            continue;
        }
        let found = VALUES.as_ref().into_iter().flat_map(|regex| regex.captures_iter(line));
        let told = found.filter_map(|found| {
            let (key, value) = (found.get(1)?.as_str(), found.get(2).or_else(|| found.get(3))?);
            let told = if has(&SHOWN, key) { Told::Addressed } else { Told::Rare };
            let is_one = is_told(value.as_str(), told) || keys::is_for_models(key);
            is_one.then(|| start + value.start()..start + value.end())
        });
        hits.extend(told.map(|place| hit(place, COMMENT)).take(MOST));
    }
    hits
}
