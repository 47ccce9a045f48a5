//! What is left of loaded skills when a conversation is compacted: for whom that is known, where the bounds lie, and who
//! finds room first.

use proptest::prelude::*;
use studio_clients::{Attached, Client, Compaction, Remnant, compaction};
use studio_text::tokens;

/// A token a character.
fn chars(text: &str) -> usize {
    text.chars().count()
}

fn claude_code() -> Compaction {
    compaction(Client::ClaudeCode).unwrap()
}

/// What is left of skills of so many tokens, the one loaded first at the beginning: whole, so many of its tokens, or none.
fn left(rule: &Compaction, sizes: &[usize]) -> Vec<Option<usize>> {
    let texts: Vec<String> = sizes.iter().map(|size| "x".repeat(*size)).collect();
    let loaded: Vec<&str> = texts.iter().map(String::as_str).collect();
    let kept = |(remnant, size): (Remnant<'_>, &usize)| {
        assert_eq!(remnant.tokens, *size);
        match remnant.attached {
            Attached::Whole => Some(*size),
            Attached::Beginning { text, tokens } => {
                assert_eq!(text.len(), tokens);
                Some(tokens)
            }
            Attached::Nothing => None,
        }
    };
    rule.remnants(&loaded, chars).into_iter().zip(sizes).map(kept).collect()
}

#[test]
fn a_rule_is_known_for_claude_code_alone_and_says_where_from() {
    for client in Client::ALL {
        assert_eq!(compaction(client).is_some(), client == Client::ClaudeCode, "{client:?}");
    }
    let known = claude_code();
    assert_eq!((known.skill_tokens, known.total_tokens), (5_000, 25_000));
    let rule = known.rule();
    for part in ["skill list is removed", "up to 5,000 tokens", "25,000 tokens in total", "not measured"] {
        assert!(rule.contains(part), "{rule}");
    }
}

#[test]
fn one_token_more_than_a_skill_may_have_is_cut_between_characters() {
    let rule = claude_code();
    assert!(left(&rule, &[]).is_empty());
    assert_eq!(left(&rule, &[0, 1, 4_999, 5_000]), [Some(0), Some(1), Some(4_999), Some(5_000)]);
    let text = "é".repeat(5_001);
    let beginning = Attached::Beginning { text: &text[..10_000], tokens: 5_000 };
    assert_eq!(rule.remnants(&[text.as_str()], chars), [Remnant { tokens: 5_001, attached: beginning }]);
    // Where even one character has more tokens than there may be, nothing of it is left.
    let tight = Compaction { skill_tokens: 1, ..rule };
    let empty = Attached::Beginning { text: "", tokens: 0 };
    assert_eq!(tight.remnants(&["ab"], |text| text.len() * 2), [Remnant { tokens: 4, attached: empty }]);
}

#[test]
fn the_one_loaded_last_finds_room_first() {
    let rule = claude_code();
    let full = Some(5_000_usize);
    assert_eq!(left(&rule, &[5_000; 5]), [full; 5], "just as many as there is room for");
    assert_eq!(left(&rule, &[1, 5_000, 5_000, 5_000, 5_000, 5_000]), [None, full, full, full, full, full]);
    assert_eq!(left(&rule, &[9_000; 6]), [None, full, full, full, full, full], "what is cut counts as it is left");
    // None is cut to what room there is; a shorter one from before it may still find some.
    let sizes = [1_001, 1_000, 1_001, 4_000, 5_000, 5_000, 5_000, 5_000];
    assert_eq!(left(&rule, &sizes), [None, Some(1_000), None, Some(4_000), full, full, full, full]);
}

proptest! {
    /// Whatever was loaded, and however tokens are counted: both bounds hold, and what is left is the beginning.
    #[test]
    fn bounds_hold(
        texts in prop::collection::vec("[a-z \n#é\u{4E2D}]{0,60}", 0..8),
        skill_tokens in 0..20_usize,
        total_tokens in 0..50_usize,
    ) {
        let rule = Compaction { skill_tokens, total_tokens, source: "" };
        let loaded: Vec<&str> = texts.iter().map(String::as_str).collect();
        let remnants = rule.remnants(&loaded, tokens::count);
        prop_assert_eq!(remnants.len(), loaded.len());
        let mut together = 0;
        for (remnant, text) in remnants.iter().zip(&loaded) {
            prop_assert_eq!(remnant.tokens, tokens::count(text));
            let (kept, tokens) = match remnant.attached {
                Attached::Whole => (*text, remnant.tokens),
                Attached::Beginning { text, tokens } => (text, tokens),
                Attached::Nothing => ("", 0),
            };
            prop_assert!(text.starts_with(kept) && tokens <= skill_tokens, "{:?}", remnant);
            together += tokens;
        }
        prop_assert!(together <= total_tokens);
    }
}
