//! Packages that are installed from an address instead of a registry, where nobody keeps what was published.

use super::{names, value::Word};
use crate::scan::pattern::{has, patterns};

/// Where packages and projects are kept by somebody known for it.
const KEEPERS: [&str; 19] = [
    "k8s.io",
    "charts.bitnami.com",
    "github.com",
    "codeload.github.com",
    "raw.githubusercontent.com",
    "gitlab.com",
    "bitbucket.org",
    "codeberg.org",
    "git.sr.ht",
    "files.pythonhosted.org",
    "pypi.org",
    "test.pypi.org",
    "registry.npmjs.org",
    "registry.yarnpkg.com",
    "jsr.io",
    "download.pytorch.org",
    "pypi.nvidia.com",
    "huggingface.co",
    "rubygems.org",
];

patterns! {
    // A package at an address.
    AT_ADDRESS = r"(?i)^(?:[\w\[\].-]+\s*@\s*)?(?:git\+)?(?:(?:https?|git|ssh|ftp)://(?:[^/@\s]*@)?|git@)([\w.$-]+)|^(gist):\w";
    // A registry that anybody between can answer for.
    OPEN_REGISTRY = r"(?i)^(?:http://|https?://\d{1,3}(?:\.\d{1,3}){3})";
    // What names one content: a digest, or a commit.
    PINNED = r"(?i)#sha(?:256|512)=|@[0-9a-f]{40}\b";
}

/// Whether a command installs or runs packages.
pub(super) fn installs(program: &str, words: &[Word]) -> bool {
    let verb = words.iter().map(|word| word.text.as_str()).find(|text| !text.starts_with('-')).unwrap_or_default();
    match program {
        "npm" | "pnpm" | "yarn" | "bun" | "uv" => {
            ["install", "i", "add", "global", "dlx", "exec", "x", "pip", "tool", "run"].contains(&verb)
        }
        "pip" | "pip3" | "pipx" | "gem" | "deno" => ["install", "run", "inject"].contains(&verb),
        "cargo" | "brew" => verb == "install",
        "npx" | "bunx" | "uvx" | "easy_install" => true,
        _ if program.starts_with("python") => words.iter().take(3).any(|word| word.text == "pip"),
        _ => false,
    }
}

/// Whether a word names a file that is a package.
pub(super) fn is_package(word: &str) -> bool {
    [".whl", ".tgz", ".tar.gz", ".zip", ".gem"].iter().any(|ending| word.ends_with(ending))
}

/// Programs that run what lies at an address, each with the words that make it do so; none where it always does.
const RUNNERS: [(&str, &[&str]); 40] = [
    ("docker", &["build", "buildx"]),
    ("podman", &["build"]),
    ("asdf", &["add"]),
    ("mise", &["install", "plugins"]),
    ("vagrant", &["add", "init"]),
    ("ansible-galaxy", &["install"]),
    ("conda", &["create", "update"]),
    ("mamba", &["create", "update"]),
    ("luarocks", &["install"]),
    ("cpanm", &[]),
    ("claude", &["plugin", "marketplace"]),
    ("pre-commit", &["try-repo"]),
    ("cookiecutter", &[]),
    ("copier", &["copy"]),
    ("jupyter", &["nbconvert", "execute"]),
    ("kubectl", &["apply", "create", "replace"]),
    ("helm", &["install", "upgrade"]),
    ("oc", &["apply", "create"]),
    ("nix-env", &["-i", "-if", "--install"]),
    ("terraform", &["-from-module"]),
    ("go", &["run", "install", "get"]),
    ("msiexec", &["/i", "/package", "-i"]),
    ("regsvr32", &[]),
    ("mshta", &[]),
    ("rundll32", &[]),
    ("wmic", &[]),
    ("cscript", &[]),
    ("wscript", &[]),
    ("jbang", &[]),
    ("scala-cli", &[]),
    ("jshell", &[]),
    ("rscript", &[]),
    ("ansible-pull", &["-U", "--url"]),
    ("nix-shell", &[]),
    ("nix", &["run", "shell", "develop"]),
    ("brew", &["install", "tap"]),
    ("code", &["--install-extension"]),
    ("emacs", &["-l", "--load"]),
    ("uv", &["run"]),
    ("java", &["-jar"]),
];
/// Where modules of Go are kept by somebody known for it.
const KEEPERS_OF_GO: [&str; 22] = [
    "golang.org",
    "google.golang.org",
    "go.uber.org",
    "k8s.io",
    "sigs.k8s.io",
    "gopkg.in",
    "honnef.co",
    "mvdan.cc",
    "gotest.tools",
    "entgo.io",
    "goa.design",
    "cuelang.org",
    "dagger.io",
    "buf.build",
    "connectrpc.com",
    "go.opentelemetry.io",
    "cloud.google.com",
    "filippo.io",
    "rsc.io",
    "github.com",
    "gitlab.com",
    "codeberg.org",
];

/// Whether a command runs what lies at an address that nobody is known for.
pub(super) fn runs_from_anywhere(program: &str, words: &[Word]) -> bool {
    let is_there = |verbs: &&[&str]| {
        verbs.is_empty() || words.iter().any(|word| verbs.iter().any(|verb| word.text.eq_ignore_ascii_case(verb)))
    };
    let Some((_, _)) = RUNNERS.iter().find(|(name, verbs)| *name == program && is_there(verbs)) else { return false };
    if program == "go" {
        return words.get(1).is_some_and(|module| is_module_of_anybody(&module.text));
    }
    words.iter().any(|word| {
        let at = word.text.find("http").unwrap_or_default();
        let address = word.text.get(at..).unwrap_or_default().trim_matches(['"', '\'', ')', '(']);
        address.starts_with("http") && is_elsewhere(address) && !has(&names::LOOPBACK, address)
    })
}

fn is_module_of_anybody(module: &str) -> bool {
    let Some((path, version)) = module.split_once('@') else { return false };
    let host = path.split('/').next().unwrap_or_default();
    ["latest", "main", "master", "HEAD", "upgrade"].contains(&version)
        && host.contains('.')
        && !KEEPERS_OF_GO.contains(&host)
}

/// Whether a command installs or runs a package from where anybody could have put it.
pub(super) fn is_from_anywhere(program: &str, words: &[Word]) -> bool {
    if !installs(program, words) || words.iter().any(|word| word.text == "--require-hashes") {
        return false;
    }
    let mut is_registry = false;
    // A registry whose certificate nobody looks at.
    let is_trusted = words.iter().any(|word| word.text.starts_with("--trusted-host"));
    words.iter().any(|word| {
        let (option, value) = word.text.split_once('=').unwrap_or((&word.text, &word.text));
        let names_registry = matches!(option, "-i" | "--index-url" | "--extra-index-url" | "--registry" | "--index");
        let is_value = std::mem::replace(&mut is_registry, names_registry && option == word.text);
        if is_value || names_registry {
            return is_open(value) || is_trusted && names::is_remote(value);
        }
        let names_package = matches!(option, "--package" | "--from" | "--with" | "--spec" | "-p");
        (!word.text.starts_with('-') || names_package) && is_elsewhere(value)
    })
}

fn is_open(registry: &str) -> bool {
    has(&OPEN_REGISTRY, registry) && !has(&names::LOOPBACK, registry)
}

fn is_elsewhere(word: &str) -> bool {
    let found = AT_ADDRESS.as_ref().and_then(|regex| regex.captures(word));
    let host = found.and_then(|found| found.get(1).or_else(|| found.get(2)));
    let Some(host) = host.map(|host| host.as_str().to_ascii_lowercase()) else { return false };
    let is_kept =
        KEEPERS.contains(&host.as_str()) || host == "localhost" || host.starts_with("127.") || host.starts_with('$');
    !is_kept && !has(&PINNED, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_from_an_address_is_told_from_one_of_a_registry() {
        let is_told = |line: &str| {
            let mut words = line.split(' ').map(|text| Word { text: text.to_owned(), ..Word::default() });
            let program = words.next().unwrap().text;
            is_from_anywhere(&program, &words.collect::<Vec<_>>())
        };
        for line in [
            "npm install -g http://198.51.100.7/tide.tgz",
            "npx -y https://tides.example/post.tgz",
            "pip install git+https://git.tides.example/x",
            "python3 -m pip install --index-url http://tides.example/simple tide",
            "pip install --extra-index-url=http://198.51.100.7/simple tide",
            "deno run https://tides.example/x.ts",
            "pip install git+ssh://git@git.tides.example/x",
            "npm install -g git@git.tides.example:x/y.git",
            "npx gist:0a1b2c",
            "cargo install --git https://git.tides.example/x",
        ] {
            assert!(is_told(line), "{line}");
        }
        for line in [
            "npm install -g docx",
            "pip install git+https://github.com/tides/x",
            "pip install torch --index-url https://download.pytorch.org/whl/cpu",
            "pip install https://tides.example/x.whl#sha256=00",
            "npm install --registry http://localhost:4873 tide",
            "npm config set homepage https://tides.example",
            "npm install -g github:tides/x",
            "npm install git@github.com:tides/x.git",
            "cargo run -- https://tides.example",
        ] {
            assert!(!is_told(line), "{line}");
        }
    }
}
