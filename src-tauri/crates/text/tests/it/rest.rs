//! Preview, merge, tokens, positions.

use studio_text::{
    LineIndex, Target, merge,
    preview::{self, Cut, Preview},
    sha256_hex, tokens,
};

#[test]
fn a_preview_fetches_nothing_and_runs_nothing() {
    for (markdown, html) in [
        ("# T\n\n*a* `b`", "<h1>T</h1>\n<p><em>a</em> <code>b</code></p>\n"),
        ("![alt *x*](https://e.org/a.png)", "<p><span class=\"image\">alt <em>x</em></span></p>\n"),
        ("![alt](assets/a.png)", "<p><span class=\"image\">alt</span></p>\n"),
        ("[a](javascript:alert(1))", "<p><a rel=\"noopener noreferrer nofollow\">a</a></p>\n"),
        ("[a](data:text/html,x)", "<p><a rel=\"noopener noreferrer nofollow\">a</a></p>\n"),
        ("[a](//e.org)", "<p><a rel=\"noopener noreferrer nofollow\">a</a></p>\n"),
        ("[a](references/x.md#y)", "<p><a href=\"references/x.md#y\" rel=\"noopener noreferrer nofollow\">a</a></p>\n"),
        ("[a](#y)", "<p><a href=\"#y\" rel=\"noopener noreferrer nofollow\">a</a></p>\n"),
        ("[a](mailto:a@e.org)", "<p><a href=\"mailto:a@e.org\" rel=\"noopener noreferrer nofollow\">a</a></p>\n"),
        ("<script>alert(1)</script><img src=x onerror=y>\n\nb", "\n<p>b</p>\n"),
        ("a <b onclick=\"x\" style=\"y\">c</b>", "<p>a <b>c</b></p>\n"),
        ("<iframe src=\"https://e.org\"></iframe>", ""),
    ] {
        assert_eq!(preview::render(markdown), Preview { html: html.to_owned(), cut: None }, "{markdown}");
    }
    assert!(preview::render("| a |\n|---|\n| b |").html.contains("<td>b</td>"));
    assert!(preview::render("- [x] done").html.contains("type=\"checkbox\""));
}

/// Text that is harmless as it is read first, and a script once a browser reads what was written of it: comments and
/// frames end elsewhere within SVG and `MathML` than in HTML. The shapes are those of the sanitizer's own advisories.
#[test]
fn a_preview_is_not_turned_into_a_script_by_being_read_again() {
    for markdown in [
        "<svg><foreignObject><math><iframe><!--</iframe><img src onerror=alert(1)>-->",
        "<math><mi><svg><iframe><!--</iframe><img src onerror=alert(1)>-->",
        "<math><annotation-xml encoding=\"text/html\"><style><!--</style><img src onerror=alert(1)>-->",
        "<svg></p><style><!--</style><img src onerror=alert(1)>-->",
        "<math><mtext><table><mglyph><style><!--</style><img src onerror=alert(1)>-->",
        "<svg><a><set attributeName=href to=javascript:alert(1)></set><text>a</text></a></svg>",
    ] {
        let Preview { html, .. } = preview::render(markdown);
        for hostile in ["<svg", "<math", "<iframe", "<style", "<img", "<set", "<!--", "javascript:"] {
            assert!(!html.contains(hostile), "{markdown}: {html}");
        }
        assert_eq!(preview::render(&html).html.trim(), html.trim(), "{markdown}: read again it says something else");
    }
}

/// How deep the deepest element of some HTML lies.
fn depth(html: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let is_flat = ["br", "hr", "input", "img"].iter().any(|flat| tag.starts_with(flat));
        depth = if tag.starts_with('/') { depth.saturating_sub(1) } else { depth + usize::from(!is_flat) };
        deepest = deepest.max(depth);
    }
    deepest
}

#[test]
fn a_preview_of_a_monstrous_text_is_bounded_and_says_so() {
    let many = 100_000;
    for markdown in [
        "<div>".repeat(many),
        format!("{}x{}", "<b>".repeat(many), "</b>".repeat(many)),
        (0..many / 5).map(|at| format!("<i id={at}>")).collect::<Vec<_>>().concat(),
        format!("{} x", ">".repeat(many)),
        format!("{}x\n\n{}", "- ".repeat(many), "\n".repeat(many)),
        (0..150).map(|at| format!("{}- x\n", "  ".repeat(at))).collect::<Vec<_>>().concat(),
    ] {
        let Preview { html, cut } = preview::render(&markdown);
        assert!(matches!(cut, Some(Cut::Deep { levels: 100 } | Cut::Long { .. })), "{}: {cut:?}", &markdown[..20]);
        assert!(depth(&html) <= 110, "{}: {}", &markdown[..20], depth(&html));
    }
    let line = preview::render(&"word ".repeat(200_000));
    assert!(matches!(line.cut, Some(Cut::Long { shown: 300_000, total: 1_000_000 })) && line.html.len() < 310_000);
    let lines = preview::render(&"a line\n\n".repeat(100_000));
    assert!(matches!(lines.cut, Some(Cut::Long { shown, total: 800_000 }) if shown <= 300_000 && shown % 8 == 0));
    for many in ["`a` ".repeat(60_000), "<p>".repeat(90_000), "a\\\nb".repeat(50_000), "*a* <u>b</u> ".repeat(22_000)] {
        let Preview { html, cut } = preview::render(&many);
        assert!(matches!(cut, Some(Cut::Many { elements: 20_000 })), "{}: {cut:?}", &many[..4]);
        assert!(html.matches('<').count() <= 40_010, "{}", html.matches('<').count());
    }
    for word in ["x".repeat(250_000), "a*b*".repeat(50_000), format!("`{}`", "x".repeat(250_000))] {
        let Preview { html, cut } = preview::render(&format!("{word} and the rest"));
        assert!(matches!(cut, Some(Cut::Wide { bytes: 10_000 } | Cut::Many { .. })), "{}: {cut:?}", &word[..4]);
        assert!(html.contains("and the rest") && html.matches('x').count() <= 10_000);
    }
    let ideographs = "\u{6F22}\u{5B57}".repeat(40_000);
    assert_eq!(preview::render(&ideographs).cut, None, "a line can be broken between these");
    let usual = "<p>a<p>b\n\n".repeat(500) + &"<details><summary>x</summary>\n\ny\n\n</details>\n\n".repeat(500);
    assert_eq!(preview::render(&usual).cut, None, "what stands side by side is not deep");
}

#[test]
fn a_merge_of_thousands_of_changed_lines_is_one_conflict_and_nobody_waits() {
    let text = |word: &str| {
        let lines: Vec<String> = (0..100_000).map(|at| format!("{word} {at}\n")).collect();
        format!("same\n{}end\n", lines.concat())
    };
    let (base, mine, theirs) = (text("base"), text("mine"), text("theirs"));
    let merged = merge::three_way(&base, &mine, &theirs);
    assert_eq!(merged.conflicts, 1);
    assert!(
        merged.text.starts_with("same\n<<<<<<<<< mine\nmine 0\n") && merged.text.ends_with(">>>>>>>>> theirs\nend\n")
    );
    assert!(merged.text.contains("mine 99999\n=========\ntheirs 0\n"), "both sides are whole");
    assert_eq!(merge::line_counts(&base, &mine), None, "they are not compared line by line");
    assert_eq!(merge::three_way(&base, &base, &theirs), merge::Merged { text: theirs.clone(), conflicts: 0 });
    assert_eq!(merge::three_way(&base, &mine, &base), merge::Merged { text: mine, conflicts: 0 });
    // Line by line these two changes would be far apart, and none a conflict.
    let (edges, middle) = (base.replace("base 0\n", "").replace("base 99999\n", ""), base.replace("base 50000\n", ""));
    assert_eq!(merge::three_way(&base, &edges, &middle).conflicts, 1);
}

#[test]
fn a_merge_takes_what_it_can_and_shows_the_rest() {
    for (base, mine, theirs, text, conflicts) in [
        ("a\nb\nc\n", "a\nb\nc\n", "a\nx\nc\n", "a\nx\nc\n", 0),
        ("a\nb\nc\nd\ne\n", "1\nb\nc\nd\ne\n", "a\nb\nc\nd\n2\n", "1\nb\nc\nd\n2\n", 0),
        ("a\n", "b\n", "b\n", "b\n", 0),
        ("a", "a", "b", "b", 0),
        ("a\n", "b\n", "c\n", "<<<<<<<<< mine\nb\n=========\nc\n>>>>>>>>> theirs\n", 1),
        ("a", "b", "c", "<<<<<<<<< mine\nb\n=========\nc\n>>>>>>>>> theirs\n", 1),
        ("a\r\nb\r\n", "a\r\nx\r\n", "a\r\nb\r\n", "a\r\nx\r\n", 0),
        ("", "", "", "", 0),
    ] {
        let merged = merge::three_way(base, mine, theirs);
        assert_eq!((merged.text.as_str(), merged.conflicts), (text, conflicts), "{base:?} {mine:?} {theirs:?}");
    }
    let base = (0..20).map(|at| format!("{at}\n")).collect::<Vec<_>>().concat();
    let merged = merge::three_way(&base, &base.replace("3\n", "m\n"), &base.replace("3\n", "t\n"));
    assert_eq!(merged.conflicts, 2);
    assert_eq!(merge::word_counts("a b b c", "a b d e"), (2, 2));
    assert_eq!(merge::word_counts("", "a a"), (2, 0));
}

#[test]
fn tokens_are_those_of_o200k() {
    assert_eq!(tokens::count(""), 0);
    assert_eq!(tokens::count("hello world"), 2);
    assert_eq!(tokens::count("<|endoftext|>"), 7);
}

#[test]
fn positions_count_lines_and_characters() {
    let text = "aé\r\nb\rc\n\n日x";
    let lines = LineIndex::new(text);
    let wide = format!("{}\u{1D11E}é\nx", "日".repeat(5_000));
    let index = LineIndex::new(&wide);
    assert_eq!(index.position(15_004), (1, 5_002), "one column for each character, however long the line");
    assert_eq!((index.utf16(15_000), index.utf16(15_004), index.utf16(15_007)), (5_000, 5_002, 5_004));
    assert_eq!((index.position(15_007), index.utf16(99_999)), ((2, 1), 5_005));
    for (offset, position) in [
        (0, (1, 1)),
        (1, (1, 2)),
        (3, (1, 3)),
        (5, (2, 1)),
        (7, (3, 1)),
        (9, (4, 1)),
        (10, (5, 1)),
        (13, (5, 2)),
        (99, (5, 3)),
    ] {
        assert_eq!(lines.position(offset), position, "{offset}");
    }
}

#[test]
fn names_are_stable() {
    for target in Target::ALL {
        assert_eq!(Target::parse(target.as_str()), Some(target));
    }
    assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
