//! How Claude Code is started so that it sends its list to a server of ours.

use crate::recipe::{Activation, Recipe, Wire};

pub(super) static RECIPE: Recipe = Recipe {
    program: "claude",
    package: "@anthropic-ai/claude-code",
    oldest: "2.1.0",
    node: None,
    wire: Wire::Messages,
    environment: &[
        ("ANTHROPIC_BASE_URL", "{address}"),
        ("ANTHROPIC_API_KEY", "none"),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
    ],
    files: &[],
    arguments: &["-p", "{prompt}", "--output-format", "stream-json", "--verbose", "--plugin-dir={plugin}"],
    folder: ".claude/skills",
    activation: Activation::ToolCall,
    loads_with: None,
    settings: &[
        (".claude.json", &["skillUsage"]),
        (
            ".claude/settings.json",
            &["model", "skillListingBudgetFraction", "skillListingMaxDescChars", "skillOverrides"],
        ),
    ],
};
