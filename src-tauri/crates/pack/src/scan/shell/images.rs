//! Containers: whose image is run, and whether it is the same one tomorrow.

use super::value::Word;
use crate::scan::pattern::{has, patterns};

/// Where images are kept by somebody known for it.
const KEEPERS: [&str; 17] = [
    "docker.io",
    "index.docker.io",
    "registry-1.docker.io",
    "ghcr.io",
    "quay.io",
    "gcr.io",
    "us-docker.pkg.dev",
    "mcr.microsoft.com",
    "registry.k8s.io",
    "k8s.gcr.io",
    "public.ecr.aws",
    "registry.gitlab.com",
    "nvcr.io",
    "docker.elastic.co",
    "registry.access.redhat.com",
    "registry.redhat.io",
    "cgr.dev",
];
/// Options that take a word.
const TAKING: [&str; 44] = [
    "-v",
    "--volume",
    "-e",
    "--env",
    "--env-file",
    "-p",
    "--publish",
    "-w",
    "--workdir",
    "-u",
    "--user",
    "--name",
    "--network",
    "--net",
    "--entrypoint",
    "--mount",
    "--platform",
    "-m",
    "--memory",
    "--cpus",
    "--gpus",
    "--pid",
    "--ipc",
    "--cap-add",
    "--cap-drop",
    "--security-opt",
    "--add-host",
    "-l",
    "--label",
    "--hostname",
    "-h",
    "--tmpfs",
    "--ulimit",
    "--restart",
    "--device",
    "--shm-size",
    "--volumes-from",
    "--link",
    "--dns",
    "--log-driver",
    "--log-opt",
    "--pull",
    "--userns",
    "--group-add",
];

patterns! {
    // Names that mean another image tomorrow.
    MOVING = r"(?i)^(?:latest|nightly|main|master|edge|dev|develop|stable|current|rolling|canary|beta|next|prod|production|head|newest)$";
    // What a container is given of the computer.
    GIVEN = r"(?i)docker\.sock|^(?:source=|type=bind,(?:source|src)=)?(?:/|~/?|\$HOME/?|\$\{HOME\}/?)(?::|,|$)|^--privileged|=host$|^(?:\$HOME|~)/\.(?:ssh|aws|config|kube|gnupg)";
}

/// Whether a command runs an image of anybody, which changes, or is given more of the computer than a folder.
pub(super) fn runs_image_of_anybody(name: &str, words: &[Word]) -> bool {
    let texts = || words.iter().map(|word| word.text.as_str());
    let is_run = ["docker", "podman", "nerdctl"].contains(&name)
        && texts().find(|text| !text.starts_with('-')).is_some_and(|verb| verb == "run" || verb == "create");
    if !is_run {
        return false;
    }
    let mut is_value = false;
    let image = texts().skip_while(|text| *text != "run" && *text != "create").skip(1).find(|text| {
        let was_value = std::mem::replace(&mut is_value, TAKING.contains(text));
        !was_value && !text.starts_with('-')
    });
    let Some(image) = image.filter(|image| !image.contains("@sha256:")) else { return false };
    let Some((host, rest)) = image.split_once('/') else { return false };
    let is_foreign = host.contains('.')
        && !KEEPERS.contains(&host)
        && !host.ends_with(".pkg.dev")
        && !host.ends_with(".amazonaws.com")
        && !host.ends_with(".azurecr.io");
    let tag = rest.rsplit('/').next().and_then(|last| last.split_once(':')).map_or("latest", |(_, tag)| tag);
    is_foreign && (has(&MOVING, tag) || texts().any(|text| has(&GIVEN, text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_of_anybody_is_told_from_one_of_a_known_registry() {
        let told = |line: &str| {
            let words: Vec<Word> =
                line.split(' ').map(|text| Word { text: text.to_owned(), ..Word::default() }).collect();
            runs_image_of_anybody("docker", &words)
        };
        for line in [
            "run --rm -it -v /:/host registry.tides.example/tools/grouper:1.2 --in x",
            "run --rm registry.tides.example/tools/grouper",
            "run --rm -e A=1 registry.tides.example/tools/grouper:nightly",
        ] {
            assert!(told(line), "{line}");
        }
        for line in [
            "run --rm -v /:/host alpine:3.20 ls",
            "run --rm ghcr.io/tides/x:latest",
            "run --rm -v $PWD:/data registry.tides.example/tools/grouper:1.2",
            "run --rm registry.tides.example/tools/grouper@sha256:00",
            "build -t registry.tides.example/tools/grouper .",
        ] {
            assert!(!told(line), "{line}");
        }
    }
}
