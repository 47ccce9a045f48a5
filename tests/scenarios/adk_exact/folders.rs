//! Random folders with skills where they belong and where they do not, written well and badly; the same for a seed.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use studio_api::dto::Policy;

/// Tools that skills ask for and registries have.
pub(super) const TOOLS: &[&str] = &["valve", "phone", "quote\"d", "日本"];

/// Tags of skills and policies.
pub(super) const TAGS: &[&str] = &["gas", "GAS", "code search", "fallback", "Fallback", "É", "convention", "agents-md"];

const WORDS: &[&str] = &[
    "gas",
    "Gas",
    "leak",
    "leaks",
    "code_search",
    "search",
    "v2.0",
    "the",
    "café",
    "Größe",
    "日本語",
    "naïve",
    "—",
    "a",
    "emergency",
    "plumber",
    "water",
    "call",
    "now",
];

/// Few, so that skills share them.
const NAMES: &[&str] = &["gas", "Gas", "gas-leak", "search", "code_search", "café", "日本", "a", "a.b", "agents"];

const FOLDERS: &[&str] = &[
    "",
    ".skills",
    ".skills",
    ".skills",
    ".skills/x",
    ".skills/x",
    ".skills/Y",
    ".skills/x-y",
    ".skills/x/assets",
    ".skills/x/references",
    ".skills/agents",
    ".skills/x/Scripts",
    ".skills/node_modules/p",
    ".skills/.git/hooks",
    ".skills/build",
    ".skills/x/dist",
    ".skills/a b/é",
    ".claude/skills",
    ".claude/skills",
    ".claude/skills/deep/er",
    ".claude",
    ".claude/Skills",
    "pkg",
    "pkg/.skills",
    "pkg/.claude/skills/z",
    "node_modules/p",
    "Target",
    "Build",
    "docs/skills/z",
    ".SKILLS",
    ".venv/lib",
    ".git",
    "build/x",
    "agents",
];

const FILES: &[&str] = &[
    "SKILL.md",
    "SKILL.md",
    "SKILL.md",
    "skill.md",
    "Skill.MD",
    "a.md",
    "b.md",
    "a.md",
    "z_a.md",
    "README.md",
    "README.md",
    "AGENTS.md",
    "agents.md",
    "Agent.MD",
    "CLAUDE.md",
    "GEMINI.md",
    "COPILOT.md",
    "SKILLS.md",
    "SOUL.md",
    "notes.txt",
    "a.markdown",
    ".md",
    "a b.md",
    "é.md",
    ".hidden.md",
    "data.yaml",
];

/// Vigna's splitmix64.
pub(super) struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    /// A number below another.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    /// One of them.
    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn some(&mut self, of: &[&str], most: usize) -> Vec<String> {
        (0..self.below(most + 1)).map(|_| (self.pick(of)).to_owned()).collect()
    }
}

/// A text of words, separated in different ways.
pub(super) fn query(random: &mut Random) -> String {
    words(random, 8)
}

/// Limits of all kinds.
pub(super) fn policy(random: &mut Random) -> Policy {
    Policy {
        top_k: random.pick(&[0, 1, 1, 2, 3, 100]),
        min_score: random.pick(&[-1.0, 0.0, -0.0, 0.1, 1.0, 1.0, 2.5, f32::NAN]),
        include_tags: if random.below(4) == 0 { random.some(TAGS, 2) } else { Vec::new() },
        exclude_tags: if random.below(4) == 0 { random.some(TAGS, 2) } else { Vec::new() },
    }
}

/// Writes a folder; the answer is its path.
pub(super) fn write(root: &Path, random: &mut Random) -> PathBuf {
    fs::create_dir_all(root).expect("folders can be made");
    let mut last = Vec::new();
    for _ in 0..3 + random.below(14) {
        let path = root.join(random.pick(FOLDERS)).join(random.pick(FILES));
        // Some are the same file again.
        let bytes = if random.below(8) == 0 { last.clone() } else { content(random) };
        put(&path, &bytes);
        last = bytes;
    }
    for _ in 0..random.below(3) {
        let (folder, file) = (random.pick(FOLDERS), random.pick(FILES));
        let target = root.join(random.pick(FOLDERS)).join(random.pick(FILES));
        let link = root.join(folder).join(if random.below(2) == 0 { file } else { "linked" });
        let target = if random.below(2) == 0 { target } else { target.parent().unwrap_or(root).to_owned() };
        if link.parent().is_some_and(|parent| fs::create_dir_all(parent).is_ok()) {
            let _ = symlink(target, link);
        }
    }
    if random.below(6) == 0 && !root.join(".skills").exists() {
        put(&root.join("kept/here.md"), &content(random));
        put(&root.join("kept/SKILL.md"), &content(random));
        let _ = symlink("kept", root.join(".skills"));
    }
    root.to_owned()
}

/// A name may already be a folder, or its folder a file; then there is one path less.
fn put(path: &Path, bytes: &[u8]) {
    if path.parent().is_some_and(|parent| fs::create_dir_all(parent).is_ok()) && !path.is_dir() {
        let _ = fs::write(path, bytes);
    }
}

fn words(random: &mut Random, most: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.below(most + 1) {
        text.push_str(random.pick(WORDS));
        text.push_str(random.pick(&[" ", " ", ", ", "-", ". "]));
    }
    text
}

/// A value as authors write one: mostly plain words, at times anything YAML has.
fn value(random: &mut Random) -> String {
    const ODD: &[&str] = &[
        "5",
        "1.0",
        "true",
        "yes",
        "~",
        "",
        "''",
        "\" gas \"",
        "gas # leak",
        "gas: leak",
        "[gas, leak]",
        "{gas: leak}",
        "|\n  gas\n  leak",
        ">-\n  gas\n  leak",
        "|+\n  gas\n\n",
        "&x gas",
        "*x",
        "!!str 5",
        "\"gas\" leak",
        "'it''s gas'",
        "\"caf\\u00e9\"",
        "@gas",
        "gas\n  leak",
        "gas\tleak",
        "null",
        "\"a\\qb\"",
        "\u{a0}gas\u{2003}",
        "- gas",
    ];
    match random.below(12) {
        0 => random.pick(ODD).to_owned(),
        1 => format!("\"{}\"", words(random, 6)),
        2 => format!("{} gas", "filler word ".repeat(60 + random.below(300))),
        _ => format!("gas {}", words(random, 8)),
    }
}

fn frontmatter(random: &mut Random) -> String {
    let name = match random.below(12) {
        0 => value(random),
        1 => "long-name-".repeat(20),
        _ => (random.pick(NAMES)).to_owned(),
    };
    let mut lines = vec![format!("name: {name}\n"), format!("description: {}\n", value(random))];
    if random.below(2) == 0 {
        let tags: Vec<String> = random.some(TAGS, 3).into_iter().map(|tag| format!("\"{tag}\"")).collect();
        lines.push(format!("tags: [{}]\n", tags.join(", ")));
    }
    if random.below(2) == 0 {
        let items = random.some(TOOLS, 3).into_iter().map(|tool| format!("  - '{tool}'\n"));
        lines.push(format!("allowed-tools:\n{}", items.collect::<String>()));
    }
    if random.below(5) == 0 {
        let key = random.pick(&[
            "allowed-tools",
            "tags",
            "references",
            "triggers",
            "trigger",
            "hint",
            "version",
            "x",
            "name",
        ]);
        lines.push(format!("{key}: {}\n", value(random)));
    }
    if random.below(12) == 0 {
        lines.push(
            (random.pick(&[
                "allowed-tools: valve phone\n",
                "allowed-tools: Bash(git:*) Read\n",
                "trigger: yes\n",
                "metadata: {k: [1, {l: m}]}\n",
                "metadata: gas\n",
                "  indented: badly\n",
                "\tx: y\n",
                "# a comment\n",
                "\n",
                "just words\n",
            ]))
            .to_owned(),
        );
    }
    if random.below(10) == 0 {
        lines.remove(random.below(lines.len()));
    }
    if random.below(4) == 0 {
        let other = random.below(lines.len());
        lines.swap(0, other);
    }
    lines.concat()
}

fn body(random: &mut Random) -> String {
    match random.below(10) {
        0 => String::new(),
        1 => words(random, 8).repeat(2000),
        2 => format!("\n\n\u{a0}# Heading\n\n---\n{}\r\n\u{2028}", words(random, 20)),
        3 => format!("```\n---\nname: inner\n---\n```\n{}", words(random, 20)),
        _ => format!("# {}\n\n{}\n", words(random, 3), words(random, 40)),
    }
}

fn content(random: &mut Random) -> Vec<u8> {
    let (open, close) = match random.below(20) {
        0 => (" ---", "---"),
        1 => ("---", "  --- "),
        2 => ("\n---", "---"),
        3 => ("---", "..."),
        4 => ("--- ", "---\u{a0}"),
        _ => ("---", "---"),
    };
    let text = format!("{open}\n{}{close}\n{}", frontmatter(random), body(random));
    match random.below(24) {
        0 => Vec::new(),
        1 => b" \n\n\t\n".to_vec(),
        2 => body(random).into_bytes(),
        3 => format!("# {}\n{}", words(random, 200), body(random)).into_bytes(),
        4 => format!("\u{feff}{text}").into_bytes(),
        5 => text.replace('\n', "\r\n").into_bytes(),
        6 => text.replace('\n', "\r").into_bytes(),
        7 => [text.as_bytes(), b"\xff\xfe\x80"].concat(),
        8 => text.bytes().map(|byte| if byte == b'a' { 0xe4 } else { byte }).collect(),
        9 => [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect(),
        10 => format!("{text}\0\u{1}").into_bytes(),
        11 => text.trim_end().as_bytes().to_vec(),
        12 => format!("{text}{}", "word and another ".repeat(20_000)).into_bytes(),
        _ => text.into_bytes(),
    }
}
