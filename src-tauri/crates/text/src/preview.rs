//! Markdown of a skill as HTML that is safe to show: no scripts, no styles, nothing fetched from anywhere, and no more of it
//! or deeper nested than a page can lay out at once.

mod depth;
mod words;

use std::{borrow::Cow, collections::HashSet, sync::LazyLock};

use ammonia::{Builder, UrlRelative};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::finding::floor_boundary;
use depth::{ElementLimit, flat_length};
use words::WordLimit;

/// Most bytes of a text that are rendered. The longest of 10,000 real skills have some 150,000.
const MAX_LENGTH: usize = 300_000;
/// Deepest nesting of elements that is kept. Browsers stop at about 500.
const MAX_DEPTH: usize = 100;
/// Most elements that are kept. A page of many more takes seconds to lay out.
const MAX_ELEMENTS: usize = 20_000;
/// Longest word, in bytes. The time a line takes grows with more than the length of what can't be broken.
const MAX_WORD: usize = 10_000;

/// A rendered text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Sanitised HTML.
    pub html: String,
    /// What is left out, where something is.
    pub cut: Option<Cut>,
}

/// What a preview leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// All behind the first bytes of a long text.
    Long {
        /// Bytes that are shown.
        shown: usize,
        /// Bytes of the whole.
        total: usize,
    },
    /// Elements below so many others.
    Deep {
        /// The levels that are kept.
        levels: usize,
    },
    /// The tags of all elements behind so many; their text is there.
    Many {
        /// The elements that are kept.
        elements: usize,
    },
    /// The rest of words longer than this.
    Wide {
        /// The bytes of a word that are kept.
        bytes: usize,
    },
}

/// Renders a skill's markdown. Images become their alternative text; links keep `http`, `https`, `mailto`, `#…` and
/// relative addresses.
pub fn render(markdown: &str) -> Preview {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    let shown = &markdown[..length_shown(markdown)];
    let flat = &shown[..flat_length(shown, MAX_DEPTH)];
    let mut unsafe_html = String::with_capacity(flat.len() * 3 / 2);
    let mut limit = ElementLimit::new(MAX_DEPTH, MAX_ELEMENTS);
    let mut words = WordLimit::new(MAX_WORD);
    let events = Parser::new_ext(flat, options).map(image_to_text).filter_map(|event| limit.keep(event));
    html::push_html(&mut unsafe_html, events.map(|event| words.keep(event)));
    let is_deep = limit.was_too_deep() || flat.len() < shown.len();
    let cut = if shown.len() < markdown.len() {
        Some(Cut::Long { shown: shown.len(), total: markdown.len() })
    } else if is_deep {
        Some(Cut::Deep { levels: MAX_DEPTH })
    } else if limit.were_too_many() {
        Some(Cut::Many { elements: MAX_ELEMENTS })
    } else {
        words.has_dropped().then_some(Cut::Wide { bytes: MAX_WORD })
    };
    Preview { html: SANITIZER.clean(&unsafe_html).to_string(), cut }
}

/// How much of a text is rendered: all of it, or whole lines of its start where one ends there.
fn length_shown(markdown: &str) -> usize {
    if markdown.len() <= MAX_LENGTH {
        return markdown.len();
    }
    let end = floor_boundary(markdown, MAX_LENGTH);
    let last_line = markdown[..end].rfind('\n').filter(|at| *at > MAX_LENGTH / 2);
    last_line.map_or(end, |at| at + 1)
}

/// An image's tags become a frame around its alternative text, which the parser sends between them.
fn image_to_text(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Start(Tag::Image { .. }) => Event::InlineHtml(CowStr::Borrowed("<span class=\"image\">")),
        Event::End(TagEnd::Image) => Event::InlineHtml(CowStr::Borrowed("</span>")),
        other => other,
    }
}

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .rm_tags(["img", "map", "area"])
        .add_tags(["input"])
        .add_tag_attributes("input", ["type", "checked", "disabled"])
        .add_allowed_classes("span", ["image"])
        .add_allowed_classes("sup", ["footnote-reference"])
        .add_allowed_classes("div", ["footnote-definition"])
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(UrlRelative::Custom(Box::new(keep_local)))
        .link_rel(Some("noopener noreferrer nofollow"));
    builder
});

/// A relative address that stays within the skill: `//host/…` is relative by the standard, but leads elsewhere.
fn keep_local(url: &str) -> Option<Cow<'_, str>> {
    (!url.trim_start().starts_with(['/', '\\'])).then_some(Cow::Borrowed(url))
}
