//! Orders to change what lasts: what begins with a shell, what an agent is told or allowed in each session, other skills;
//! and to delete what cannot be got back, with nobody asked.

use super::{Rule, Sign, Signs};

const LASTS: &str = "This changes what runs or what an agent is told in every session, without the user being asked. Remove \
    it, or ask the user first.";
const DELETED: &str = "This has something deleted that the user may not get back, without asking. Name exactly what is to \
    be deleted, and ask first.";

/// Who is not asked, as the inner part of a pattern.
macro_rules! unasked {
    () => {
        r"without\s+(?:asking|(?:a\s+)?confirm\w*|telling|permission|(?:a\s+)?questions?|notice|further\s+ado)|\bno\s+need\s+to\s+(?:ask|confirm)|\b(?:do\s+not|don['’]t|never)\s+ask\b|\bneed(?:\s+not|n['’]t)\s+(?:be\s+)?(?:ask|confirm)\w*|\bconfirmations?\s+(?:is|are)\s*(?:not|n['’]t)\s+(?:needed|required|necessary)|\bsilently\b|\bquietly\b|\bsecretly\b|\bunasked\b|\bwithout\s+(?:the\s+user|them)\s+(?:noticing|knowing)"
    };
}

/// What lasts.
macro_rules! lasting {
    () => {
        r"(?:~|\$HOME)?/?\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b|\bcrontab\b|\bLaunchAgents?\b|\bsystemd\b|\bgit\s+hooks?\b|\b(?:CLAUDE|AGENTS|GEMINI|SOUL|MEMORY)\.md\b|\bcopilot-instructions\.md\b|\.cursor/?rules\b|\.claude(?:/settings|\.json)|\.codex/config|\.mcp\.json\b|\bmcp\.json\b|\b(?:agent['’]s|your|its|long-term)\s+(?:memory|memories|settings|hooks)\b|\b(?:user['’]s\s+)?other\s+skills\b|\ball\s+(?:other\s+)?skills\b|\bauthorized_keys\b|\bstartup\s+folder\b"
    };
}

pub(super) const SIGNS: Signs = Signs {
    rule: Rule::Persistence,
    message: LASTS,
    is_order: true,
    unless: "",
    all: &[
        Sign {
            weight: 1,
            pattern: concat!(
                r"\b(?:add|append|write|copy|put|insert|prepend|register|install|save|paste|edit|change|enter|set)\b[\s\S]{0,120}?(?:",
                lasting!(),
                r")"
            ),
        },
        Sign { weight: 1, pattern: concat!(r"\b(?:", unasked!(), r")") },
        Sign {
            weight: 2,
            pattern: concat!(
                r"\b(?:add|append|write|copy|put|insert|prepend|register|paste|do\s+the\s+same)\b(?:[^.\n]|\.\w){0,140}?(?:",
                lasting!(),
                r")(?:[^.\n]|\.\w){0,60}?\b(?:of|in|for|to)\s+(?:every|each|all|any)\s+(?:\w+\s+)?(?:repositor(?:y|ies)|repos?|projects?|folders?|workspaces?|skills?|machines?)\b"
            ),
        },
        Sign {
            weight: 2,
            pattern: concat!(
                r"\b(?:add|append|write|copy|put|insert|prepend|paste)\b[^.\n]{0,80}\b(?:to|in|into|of)\s+(?:every|each|all)\s+`?(?:",
                lasting!(),
                r")"
            ),
        },
        Sign {
            weight: 2,
            pattern: r"\badd\s+(?:it|them|the\s+command|yourself|this)\b[^\n]{0,60}\b(?:allow(?:ed)?[ -]?list|permissions?|allowed[ -]tools)\b[^\n]{0,80}\b(?:yourself|and\s+(?:try|retry|go\s+on|continue))\b|\b(?:pipe|echo|feed)\s+`?(?:yes|y)`?\s+(?:in)?to\s+(?:every|each|all|any)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:copy|add|append|insert|paste|write|put)\b[^.\n]{0,60}\b(?:into|to|in)\s+(?:each|every|all)(?:\s+of)?(?:\s+the)?(?:\s+user['’]s)?\s+(?:other\s+)?skills\b|\b(?:save|write|add|store|commit)\s+(?:this|it|the following|these \w+)\s+(?:in)?to\s+(?:your|the|its)\s+(?:long-term\s+)?memory\b[^.\n]{0,80}\b(?:all|every|future|each)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:turn|switch)\s+off\s+(?:the\s+|all\s+|your\s+|its\s+)?(?:hooks|permission\s+prompts?|permissions|approvals?|confirmations?|guardrails|safety\s+\w+|sandbox(?:ing)?)\b|\bdisable\s+(?:the\s+|all\s+|your\s+)?(?:permission\s+prompts?|approvals?|confirmations?|guardrails|safety\s+\w+|sandbox(?:ing)?)\b[^.\n]{0,60}\b(?:before|first|so\s+that|because|they)\b|\bset\s+`?IS_SANDBOX=1`?",
        },
    ],
};

pub(super) const DELETES: Signs = Signs {
    rule: Rule::Destruction,
    message: DELETED,
    is_order: true,
    unless: "",
    all: &[
        Sign {
            weight: 2,
            pattern: r"\b(?:delete|wipe|erase|remove|destroy|empty)\s+(?:the\s+)?(?:user['’]s|person['’]s|whole|entire|complete|their)\s+(?:whole\s+|entire\s+)?(?:home(?:\s+(?:folder|directory))?|disk|drive|documents|files|photos|mailbox|account|repositor(?:y|ies)|library)\b",
        },
        Sign {
            weight: 2,
            pattern: concat!(
                r"\b(?:delete|wipe|erase|drop|destroy|purge|overwrite|force-push|truncate)\b[^.\n]{0,80}\b(?:databases?|backups?|snapshots?|buckets?|branches|main|repositories|volumes?|history|production|environments?|home)\b[^.\n]{0,60}[.,;]?[^.\n]{0,30}(?:",
                unasked!(),
                r")"
            ),
        },
    ],
};
