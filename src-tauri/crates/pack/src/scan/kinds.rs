//! What a file is by its name and first line.

/// Names of files without an ending that hold lines of shell.
pub(super) const SHELL_NAMES: [&str; 5] = ["dockerfile", "containerfile", "makefile", "justfile", "procfile"];

/// Names of files without an ending that hold programs in other languages.
const CODE_NAMES: [&str; 14] = [
    "gemfile",
    "rakefile",
    "vagrantfile",
    "jenkinsfile",
    "brewfile",
    "podfile",
    "fastfile",
    "guardfile",
    "capfile",
    "snakefile",
    "tiltfile",
    "earthfile",
    "build",
    "workspace",
];

/// Whether a first line says that a shell reads the file.
pub(super) fn is_shebang(line: &str) -> bool {
    line.strip_prefix("#!").is_some_and(|program| {
        program
            .split(['/', ' ', '\t'])
            .any(|word| matches!(word.trim(), "sh" | "bash" | "zsh" | "ksh" | "dash" | "fish"))
    })
}

/// Whether a file is no prose although its name has no ending.
pub(super) fn is_named_as_code(path: &str, text: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    SHELL_NAMES.contains(&name.as_str())
        || CODE_NAMES.contains(&name.as_str())
        || !name.contains('.') && text.starts_with("#!")
}
