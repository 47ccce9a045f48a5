//! One run of a client, and what came of it.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::json;
use studio_clients::{Activation, Recipe, recipe, tool};
use studio_connect::sandbox::{Host, Limits, Mount, Recorded, Sandbox};
use studio_runtime::Stop;

use crate::{
    CaptureError,
    captured::{Capture, Options},
    compare::{Comparison, compare},
    folders::{Folders, HOME, PROJECT},
    program::{Program, version_in},
    reading::{Ended, shortened},
    recorder::{RECORD, Seen, Told},
};

/// What is asked where no skill is to be loaded.
const PROMPT: &str = "Say hello.";
/// How long a client may take to say its version.
const VERSION_LIMIT: Duration = Duration::from_secs(30);
/// What the sandbox has beyond the client's own time, to start and to end.
const AROUND: Duration = Duration::from_secs(15);

/// A run that is about to be.
struct Run<'a> {
    recipe: &'static Recipe,
    options: &'a Options,
    program: Program,
    host: &'a Host,
    stop: &'a Stop,
    folder: tempfile::TempDir,
    /// The folders of the plugins it is told of.
    plugins: &'a [String],
}

/// What a client that is installed here puts before its model, beside the list that we say it makes.
pub fn capture(options: &Options, host: &Host, stop: &Stop) -> Result<(Capture, Comparison), CaptureError> {
    let client = options.client;
    let recipe = recipe(client).ok_or(CaptureError::NotKnown(client))?;
    let program = Program::find(options, recipe)?;
    if let Some(missing) = options.activate.as_ref().and(recipe.loads_with).filter(|helper| !program.finds(helper)) {
        return Err(CaptureError::NoHelper { client, program: missing });
    }
    let folder = tempfile::Builder::new().prefix("skill-studio-capture-").tempdir()?;
    let mut folders = Folders::new(folder.path(), client)?;
    if let Some(from) = &options.folder {
        folders.project(from, recipe)?;
    }
    if let Some(home) = &options.home {
        folders.author(home, recipe)?;
    }
    // The client may count on while it runs.
    let uses = folders.uses();
    let run = Run { recipe, options, program, host, stop, folder, plugins: &folders.plugins };
    let (version, seen) = (run.version()?, run.conversation()?);
    let (program, skills) = (&run.program.path, &folders.skills);
    let capture = Ended { recipe, options, program, version, seen, skills, uses }.read()?;
    let comparison = compare(options, &folders, &capture);
    Ok((capture, comparison))
}

impl Run<'_> {
    /// Starts a program inside and hands back what the recorder saw.
    fn start(&self, told: &Told) -> Result<Seen, CaptureError> {
        let at = self.folder.path();
        fs::write(at.join("told.json"), serde_json::to_vec(told).map_err(std::io::Error::from)?)?;
        for (name, text) in SYSTEM_FILES {
            fs::write(at.join(name), text)?;
        }
        let mount = |from: PathBuf, to: &str, is_writable| Mount { from, to: to.into(), is_writable };
        let mut mounts = vec![
            mount(at.join("home"), HOME, true),
            mount(at.join("project"), PROJECT, true),
            mount(at.join("told.json"), "/capture.json", false),
        ];
        mounts.extend(SYSTEM_FILES.map(|(name, _)| mount(at.join(name), &format!("/etc/{name}"), false)));
        // Some do not start without certificates to trust.
        let certificates = CERTIFICATES.map(PathBuf::from).into_iter().filter(|path| path.exists());
        let read = self.program.read.iter().cloned().chain(certificates).collect();
        let limits = Limits { memory_mb: 4_096, processes: 256, output_bytes: 128 * 1024 * 1024 };
        let sandbox = Sandbox { limits, read, sees_processes: true, ..Sandbox::default() };
        let recorded = Recorded {
            recorder: [RECORD, "/capture.json"].map(OsString::from).to_vec(),
            mounts,
            folder: Path::new(PROJECT),
            limit: Duration::from_millis(told.limit_ms) + AROUND,
        };
        let finished = sandbox.record(self.host, &recorded, self.stop)?;
        serde_json::from_slice(&finished.output).map_err(|_| CaptureError::Recorder(shortened(&finished.log)))
    }

    fn told(&self, arguments: Vec<String>, limit: Duration) -> Told {
        let mut environment: BTreeMap<String, String> =
            [("HOME", HOME), ("USER", "author"), ("LANG", "C.UTF-8"), ("TERM", "dumb"), ("TMPDIR", "/home/author/tmp")]
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
        environment.insert("PATH".to_owned(), self.program.search.to_string_lossy().into_owned());
        environment
            .extend(self.recipe.environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let file = |(path, text): &(&str, &str)| (format!("{HOME}/{path}"), (*text).to_owned());
        Told {
            program: self.program.path.to_string_lossy().into_owned(),
            arguments,
            environment,
            files: self.recipe.files.iter().map(file).collect(),
            folder: PROJECT.to_owned(),
            limit_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX),
            call: None,
        }
    }

    /// The version it says it has.
    fn version(&self) -> Result<String, CaptureError> {
        let (client, recipe) = (self.options.client, self.recipe);
        let seen = self.start(&self.told(vec!["--version".to_owned()], VERSION_LIMIT))?;
        let node = seen.errors.contains("env: 'node'") || seen.errors.contains("env: ‘node’");
        if let (Some(needed), true) = (recipe.node, node) {
            return Err(CaptureError::Node { client, needed, found: "none was found".to_owned() });
        }
        let version = version_in(&seen.output).or_else(|| version_in(&seen.errors));
        if let (Some(version), Ok(oldest)) = (&version, semver::Version::parse(recipe.oldest))
            && *version < oldest
        {
            let (oldest, install) = (recipe.oldest, recipe.install());
            return Err(CaptureError::TooOld { client, version: version.to_string(), oldest, install });
        }
        Ok(version.map(|version| version.to_string()).unwrap_or_default())
    }

    fn conversation(&self) -> Result<Seen, CaptureError> {
        let (mut prompt, mut call) = (PROMPT.to_owned(), None);
        if let Some((name, arguments)) = &self.options.activate {
            match self.recipe.activation {
                Activation::Word(mark) => {
                    let words = format!("{mark}{name} {arguments}");
                    words.trim_end().clone_into(&mut prompt);
                }
                Activation::ToolCall => {
                    let (tool, argument, takes_arguments) = tool(self.options.client);
                    let mut given = json!({argument: name});
                    if takes_arguments && !arguments.is_empty() {
                        given["args"] = json!(arguments);
                    }
                    call = Some((tool.to_owned(), given));
                }
            }
        }
        self.start(&Told { call, ..self.told(self.arguments(&prompt), self.options.limit) })
    }

    /// Its arguments where this is said to it.
    fn arguments(&self, prompt: &str) -> Vec<String> {
        let filled = |text: &&str| {
            if text.contains("{plugin}") {
                self.plugins.iter().map(|plugin| text.replace("{plugin}", plugin)).collect()
            } else {
                vec![text.replace("{prompt}", prompt)]
            }
        };
        self.recipe.arguments.iter().flat_map(filled).collect()
    }
}

/// Where systems keep the certificates they trust.
const CERTIFICATES: [&str; 4] = ["/etc/ssl/certs", "/etc/ca-certificates", "/etc/pki/tls/certs", "/etc/pki/ca-trust"];

/// What of the system's settings programs look names up in.
const SYSTEM_FILES: [(&str, &str); 4] = [
    ("passwd", "author:x:0:0:Author:/home/author:/bin/sh\n"),
    ("group", "author:x:0:\n"),
    ("hosts", "127.0.0.1 localhost sandbox\n"),
    ("resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"),
];
