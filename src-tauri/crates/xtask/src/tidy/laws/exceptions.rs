//! What may break a law, and why.

use super::Law;

/// Where this list stands.
pub(super) const FILE: &str = "src-tauri/crates/xtask/src/tidy/laws/exceptions.rs";

/// The law, the place, and the reason.
pub(super) type Exception = (Law, &'static str, &'static str);

/// What the requirements and `skillctl` call it.
const CONTRACT: &str = "the name that skillctl's JSON has for it";

/// Drafts of forms and steps of undo hold it as the screen wrote it, without a format that could be brought up to date.
const KEPT: &str = "kept with drafts and steps of undo, which have no format";

/// What is done for many at once is told of one.
const OF_ONE: &str = "the same as for several, of one";

/// What clients write around their lists is asked for by who compares it with captures.
const OF_CAPTURES: &str = "tells a test what a capture is compared with";

/// Orders of others are looked for as they are spelled.
const OF_OTHERS: &str = "spelled as texts that are scanned spell it";

pub(super) const EXCEPTIONS: &[Exception] = &[
    (Law::FieldName, "src-tauri/crates/api/src/dto/simulate/detail.rs::StepTool.enabled", CONTRACT),
    (Law::FieldName, "src-tauri/crates/api/src/dto/simulate/detail.rs::SkillTools.active", CONTRACT),
    (Law::FieldName, "src-tauri/crates/api/src/dto/agents/agent.rs::LoadedParameter.required", CONTRACT),
    (Law::FieldName, "src-tauri/crates/api/src/dto/tools/specification.rs::ToolParameter.required", KEPT),
    (Law::FieldName, "src-tauri/crates/api/src/dto/packs/pack.rs::PackAlong.required_skills", KEPT),
    (Law::FieldName, "src-tauri/crates/api/src/dto/packs/pack.rs::PackAlong.tools", KEPT),
    (Law::FieldName, "src-tauri/crates/api/src/dto/packs/pack.rs::PackAlong.agents", KEPT),
    (Law::FieldName, "src-tauri/crates/api/src/dto/packs/pack.rs::PackAlong.queries", KEPT),
    (Law::ClosedSet, "src-tauri/crates/api/src/dto/agents/components.rs::ComponentEdit.initial_state", "any JSON"),
    (Law::ClosedSet, "src-tauri/crates/api/src/dto/shared.rs::UnreadableRow.reason", "a sentence for the author"),
    (Law::ClosedSet, "src-tauri/crates/api/src/dto/packs/gates.rs::GateOverride.reason", "the author's own words"),
    (Law::ClosedSet, "src-tauri/crates/api/src/dto/skills/problems.rs::RuleIgnored.reason", "the author's own words"),
    (Law::Word, "src-tauri/crates/text/src/lint/look.rs::propose", "what tools do, as their names have it"),
    (Law::Word, "src-tauri/crates/pack/src/scan/asks/evidence/loyal.rs::cancelling", OF_OTHERS),
    (Law::Word, "src-tauri/crates/pack/src/scan/asks/evidence/loyal.rs::colour", OF_OTHERS),
    (Law::Word, "src-tauri/crates/pack/src/scan/asks/evidence/loyal.rs::labelled", OF_OTHERS),
    (Law::Word, "src-tauri/crates/pack/src/scan/asks/evidence/loyal.rs::recognise", OF_OTHERS),
    (Law::FileLength, "src-tauri/src/bindings.rs", "one list, a line for each command"),
    (
        Law::ClosedSet,
        "src-tauri/crates/api/src/dto/selection/scoring.rs::Candidate.reason",
        "a sentence for the author",
    ),
    (
        Law::ClosedSet,
        "src-tauri/crates/api/src/dto/selection/playground.rs::Rejection.reason",
        "a sentence for the author",
    ),
    (
        Law::Uncalled,
        "src-tauri/crates/api/src/calls/cases.rs::run_tool_cases",
        "the window runs test cases one by one, and this all of them",
    ),
    (
        Law::Uncalled,
        "src-tauri/crates/api/src/packs/exporting.rs::plan_export",
        "what an export would write, without writing it",
    ),
    (
        Law::Uncalled,
        "src-tauri/crates/api/src/tools/problems.rs::provided_tools",
        "what problems and names are looked up in, as it stands",
    ),
    (Law::Uncalled, "src-tauri/crates/api/src/tools/toolbox.rs::import_tools", OF_ONE),
    (Law::Uncalled, "src-tauri/crates/api/src/tools/toolbox.rs::import_agents", OF_ONE),
    (Law::Uncalled, "src-tauri/crates/pack/src/watch.rs::is_polling", "tells a test which way of watching it has"),
    (
        Law::Uncalled,
        "src-tauri/crates/runtime/src/session/machine.rs::prompt_after",
        "tells a test what a fork is compared with",
    ),
    (Law::Uncalled, "src-tauri/crates/select/src/index.rs::set_vector", OF_ONE),
    (
        Law::Uncalled,
        "src-tauri/crates/store/src/index/vectors.rs::retain_aside",
        "clears what is set aside of what is gone",
    ),
    (Law::Uncalled, "src-tauri/crates/store/src/links.rs::put_link", OF_ONE),
    (Law::Uncalled, "src-tauri/crates/store/src/links.rs::delete_link", OF_ONE),
    (
        Law::Uncalled,
        "src-tauri/crates/store/src/tool_libraries.rs::put_tool_library",
        "a library without implementations",
    ),
    (
        Law::Uncalled,
        "src-tauri/crates/api/src/selection/clients.rs::list_frontmatter_keys",
        "a constant of the bindings, which a test writes",
    ),
    (Law::Uncalled, "src-tauri/crates/clients/src/lib.rs::before_list", OF_CAPTURES),
    (Law::Uncalled, "src-tauri/crates/clients/src/lib.rs::after_list", OF_CAPTURES),
    (
        Law::Uncalled,
        "src-tauri/crates/runtime/src/outcome.rs::is_same",
        "tells a test whether two calls came to the same",
    ),
    (
        Law::Uncalled,
        "src-tauri/crates/runtime/src/session/machine.rs::fork",
        "a fork in the same world, as `fork_of` has it",
    ),
    (
        Law::Uncalled,
        "src-tauri/crates/store/src/index/words.rs::files_with",
        "tells a test which files the index has a word of",
    ),
    (Law::Uncalled, "src-tauri/crates/store/src/tools.rs::put_tool", OF_ONE),
];
