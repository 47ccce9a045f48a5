//! Java tools: one method of a class, run by the machine's JDK in a process of its own, confined.
//!
//! A launcher of ours, in Java, finds the method, makes its parameters of the arguments, and writes what it returns. It
//! is compiled once for each JDK and kept.

mod contents;
mod jdk;
mod launcher;

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use serde_json::json;
use studio_runtime::{Answer, Call, Failure, Handler};

use self::{contents::Unknown, jdk::Jdk};
use crate::{
    sandbox::{CommandPreview, Host, Job, Limits, Sandbox, environment_names, work_folder},
    script::answer,
};

/// Options of the machine: quick to start and small, in Unicode, leaving nothing behind.
const OPTIONS: [&str; 6] = [
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
    "-Xshare:auto",
];

/// The launcher's class.
const LAUNCHER: &str = "studio.Launcher";

/// A tool that is a method of a Java class.
///
/// Without a name the method is the one with the annotation `@Tool`; of several, the one that is called as the tool is.
/// Arguments meet parameters by name (compiled in with `-parameters`, or said by `@P`), else in the tool's order.
#[derive(Clone, Debug)]
pub struct Java {
    /// The class, with its package.
    pub class: String,
    /// The method.
    pub method: Option<String>,
    /// Folders and archives the class and what it needs are in.
    pub class_path: Vec<PathBuf>,
    /// Names of the tool's parameters, in order.
    pub parameters: Vec<String>,
    /// How much it may use.
    pub limits: Limits,
    /// Whether it may reach the network.
    pub network: bool,
    /// A folder it may read and write; it learns its path as the property `studio.state`.
    pub state: Option<PathBuf>,
    /// What starts it.
    pub host: Host,
    /// Where the compiled launcher is kept.
    pub cache: PathBuf,
}

impl Java {
    /// The JDK that is chosen by its `java`, or this machine's: its program and what its compiler says of itself, such as
    /// `javac 21.0.7`.
    pub fn jdk(chosen: Option<&Path>) -> Result<(PathBuf, String), Failure> {
        Jdk::find(chosen).map(|found| (found.java(), found.version))
    }

    /// The folder with the classes of these sources, by their paths; they are compiled once for each JDK and kept.
    pub fn compiled(sources: &[(&str, &str)], chosen: Option<&Path>, cache: &Path) -> Result<PathBuf, Failure> {
        launcher::classes("classes", sources, &Jdk::find(chosen)?, cache)
    }

    /// Reads `package.Class` or `package.Class#method`. Nothing where it is neither.
    pub fn parse(text: &str) -> Option<(String, Option<String>)> {
        let (class, method) = match text.trim().split_once('#') {
            Some((class, method)) => (class, Some(method)),
            None => (text.trim(), None),
        };
        let is_read = class.split('.').chain(method).all(is_identifier);
        is_read.then(|| (class.into(), method.map(String::from)))
    }

    /// What would be run.
    pub fn command_preview(&self) -> CommandPreview {
        let program = self.find().map_or_else(|_| "java".into(), |jdk| jdk.java());
        let argv =
            self.argv(&program, self.class_path.clone()).iter().map(|it| it.to_string_lossy().into_owned()).collect();
        let sandbox = self.sandbox(Vec::new()).describe(&self.host);
        CommandPreview { argv, cwd: None, environment_names: environment_names(), source: None, sandbox }
    }

    /// A hash of everything its class path holds now, for somebody to agree to: classes and archives by their contents.
    /// More of them than can be looked through is refused.
    pub fn contents_hash(&self) -> Result<String, Failure> {
        let paths: Vec<PathBuf> = self.class_path()?.iter().map(|path| folder_of(path).to_path_buf()).collect();
        contents::hash(&paths, contents::BOUNDS).map_err(|why| Failure::Unavailable { message: unknown(&why) })
    }

    fn find(&self) -> Result<Jdk, Failure> {
        Jdk::find(self.host.interpreters.java.as_deref())
    }

    fn argv(&self, program: &Path, class_path: Vec<PathBuf>) -> Vec<OsString> {
        let class_path = class_path.into_iter().map(OsString::from).collect::<Vec<_>>().join(OsStr::new(":"));
        let mut argv = vec![program.into(), format!("-Xmx{}m", heap_mb(&self.limits)).into()];
        argv.extend(OPTIONS.map(OsString::from));
        if let Some(folder) = &self.state {
            let mut property = OsString::from("-Dstudio.state=");
            property.push(folder);
            argv.push(property);
        }
        argv.extend(["-cp".into(), class_path, LAUNCHER.into(), self.class.clone().into()]);
        argv.extend(self.method.clone().map(OsString::from));
        argv
    }

    fn sandbox(&self, read: Vec<PathBuf>) -> Sandbox {
        let write = self.state.iter().cloned().collect();
        Sandbox { network: self.network, limits: self.limits.clone(), read, write, sees_processes: true }
    }

    /// The class path, whole and all of it there.
    fn class_path(&self) -> Result<Vec<PathBuf>, Failure> {
        let whole = self.class_path.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()));
        let paths: Vec<PathBuf> = whole.collect();
        match paths.iter().find(|path| !folder_of(path).exists()) {
            None => Ok(paths),
            Some(path) => Err(Failure::Unavailable {
                message: format!("The tool's class path includes {}, which doesn't exist.", path.display()),
            }),
        }
    }
}

fn unknown(why: &Unknown) -> String {
    match why {
        Unknown::TooMuch => format!(
            "The tool's class path is too large to check before a call (more than {} files and folders, or {} MB). \
             List only the archives and folders the tool needs.",
            contents::BOUNDS.entries,
            contents::BOUNDS.bytes >> 20
        ),
        Unknown::Unread(path, cause) => format!(
            "{} on the tool's class path can't be read: {cause}. Fix the problem, or remove it from the class path.",
            path.display()
        ),
    }
}

/// What has to be read for an entry of a class path: `folder/*` is Java's own way to mean all archives of a folder.
fn folder_of(path: &Path) -> &Path {
    if path.ends_with("*") { path.parent().unwrap_or(path) } else { path }
}

impl Handler for Java {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        let jdk = self.find()?;
        let launcher = launcher::compiled(&jdk, &self.cache)?;
        let folder = work_folder()?;
        let class_path = self.class_path()?;
        let classes = class_path.iter().map(|path| folder_of(path).to_path_buf()).collect();
        let read = [jdk.folders(), vec![launcher.clone()], classes].concat();
        let input = json!({"tool": call.name, "parameters": self.parameters, "arguments": call.arguments}).to_string();
        let argv = self.argv(&jdk.java(), [vec![launcher], class_path].concat());
        let job = Job { argv, input: input.as_bytes(), folder: folder.path() };
        let finished = self.sandbox(read).run(&self.host, &job, call.limit, call.stop)?;
        if finished.status.code() == Some(1) && !finished.output.is_empty() {
            let message = String::from_utf8_lossy(&finished.output).into_owned();
            return Err(Failure::Failed { message, log: finished.log });
        }
        answer(finished, self.sandbox(Vec::new()).describe_call(&self.host, call.limit))
    }
}

/// The part of the memory that is for objects. The machine itself needs the rest.
fn heap_mb(limits: &Limits) -> u32 {
    (limits.memory_mb / 8 * 5).max(16)
}

fn is_identifier(part: &str) -> bool {
    let is_start = |letter: char| letter.is_alphabetic() || letter == '_' || letter == '$';
    part.starts_with(is_start) && part.chars().all(|letter| is_start(letter) || letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::Java;

    #[test]
    fn s0_08_a_class_is_named_with_or_without_its_method() {
        let read = |text| Java::parse(text).map(|(class, method)| format!("{class} {}", method.unwrap_or_default()));
        assert_eq!(read(" a.b.C "), Some("a.b.C ".into()));
        assert_eq!(read("a.b.C$D#run_1"), Some("a.b.C$D run_1".into()));
        for text in ["", "a..C", "a.C#", "#m", "a.C#m#n", "a.C m", "-cp", "a.1C", "a/C"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
