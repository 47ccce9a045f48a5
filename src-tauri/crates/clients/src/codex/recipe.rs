//! How Codex is started so that it sends its list to a server of ours.

use crate::recipe::{Activation, Recipe, Wire};

pub(super) static RECIPE: Recipe = Recipe {
    program: "codex",
    package: "@openai/codex",
    oldest: "0.160.0",
    node: Some(16),
    wire: Wire::Responses,
    environment: &[("CAPTURE_KEY", "none")],
    files: &[(
        ".codex/config.toml",
        "model_provider = \"capture\"\n\n[model_providers.capture]\nname = \"capture\"\nbase_url = \"{address}/v1\"\n\
         wire_api = \"responses\"\nenv_key = \"CAPTURE_KEY\"\n",
    )],
    arguments: &["exec", "--json", "--skip-git-repo-check", "-s", "read-only", "{prompt}"],
    folder: ".agents/skills",
    activation: Activation::Word("$"),
    loads_with: None,
    settings: &[],
};
