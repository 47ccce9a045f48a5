//! Markdown of a skill as HTML that is safe to show: no scripts, no styles, nothing fetched from anywhere.

use std::{borrow::Cow, collections::HashSet, sync::LazyLock};

use ammonia::{Builder, UrlRelative};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Renders a skill's markdown. Images become their alternative text; links keep `http`, `https`, `mailto`, `#…` and
/// relative addresses.
pub fn render(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    let mut unsafe_html = String::with_capacity(markdown.len() * 3 / 2);
    html::push_html(&mut unsafe_html, Parser::new_ext(markdown, options).map(image_to_text));
    SANITIZER.clean(&unsafe_html).to_string()
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
