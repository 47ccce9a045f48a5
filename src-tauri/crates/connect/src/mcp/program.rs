//! What is started as a server: the program found, its environment, and the sandbox where it has one.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use tokio::process::Command;

use super::error::McpError;
use crate::sandbox::{Host, RunFolder, Sandbox, files_of, is_for_loading, kept, work_folder};

/// What a server's environment takes over from the studio's, beside every `LC_…`.
pub const INHERITED: &[&str] = &["PATH", "HOME", "LANG", "TERM", "USER", "TMPDIR"];

/// What programs need to run at all on Windows.
const INHERITED_ON_WINDOWS: &[&str] = &["SystemRoot", "SystemDrive", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP"];

/// Variables that name the folder a server keeps things in: the user's, unless it is confined.
const OF_HOME: [&str; 2] = ["HOME", "TMPDIR"];

/// What is to be started, and how.
pub(super) struct Program<'a> {
    pub(super) command: &'a str,
    pub(super) args: &'a [String],
    pub(super) env: &'a [(String, String)],
    pub(super) cwd: Option<&'a Path>,
    pub(super) sandbox: Option<&'a Sandbox>,
    pub(super) host: Option<&'a Host>,
}

impl Program<'_> {
    /// What is started, and the home folder that goes with it where it has one of its own.
    pub(super) fn process(&self, server: &str) -> Result<(Command, Option<RunFolder>), McpError> {
        let own = env::home_dir().filter(|home| home.is_dir());
        let folder = self.cwd.or(if self.sandbox.is_some() { None } else { own.as_deref() });
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(McpError::NoFolder { server: server.to_owned(), folder: folder.to_owned() });
        }
        let mut variables = environment(&[]);
        let mut home = None;
        if self.sandbox.is_some() {
            let made = work_folder().map_err(|failure| unconfined(server, &failure.to_string()))?;
            variables.retain(|(name, _)| !OF_HOME.iter().any(|of_home| name == of_home));
            variables.extend(OF_HOME.map(|name| (name.into(), made.path().into())));
            home = Some(made);
        }
        variables.extend(self.env.iter().map(|(name, value)| (name.into(), value.into())));
        let program = find(self.command, &variables, folder, server)?;
        let arguments = self.args.iter().map(OsString::from);
        let argv: Vec<OsString> = std::iter::once(program.clone().into_os_string()).chain(arguments).collect();
        let command = match (self.sandbox, self.host, &home) {
            (Some(_), ..) if !is_program(&program) => {
                return Err(unconfined(server, &format!("{} isn't an executable file", program.display())));
            }
            (Some(sandbox), Some(host), Some(home)) => self.confined(sandbox, host, &argv, home.path(), server)?,
            (Some(_), _, _) => return Err(unconfined(server, "Skill Studio's executable couldn't be found on disk")),
            // What is no program is refused by the system, which the host could only tell on its standard error.
            (None, Some(host), _) if is_program(&program) && is_program(&host.program) => kept(host, &argv),
            (None, _, _) => {
                let mut command = std::process::Command::new(&argv[0]);
                command.args(&argv[1..]);
                command
            }
        };
        let mut command = Command::from(command);
        command.env_clear().envs(variables);
        if let Some(folder) = folder.or(home.as_ref().map(RunFolder::path)) {
            command.current_dir(folder);
        }
        Ok((command, home))
    }

    fn confined(
        &self,
        sandbox: &Sandbox,
        host: &Host,
        argv: &[OsString],
        home: &Path,
        server: &str,
    ) -> Result<std::process::Command, McpError> {
        let mut sandbox = sandbox.clone();
        // It starts in a folder that it may read.
        sandbox.read.extend(self.cwd.map(Path::to_path_buf));
        if let Some(problem) = sandbox.problem() {
            return Err(unconfined(server, &problem));
        }
        if let Some((name, _)) = self.env.iter().find(|(name, _)| is_for_loading(name)) {
            let cause = format!("the variable {name} would take effect outside the sandbox; remove it");
            return Err(unconfined(server, &cause));
        }
        sandbox.read.extend(files_of(Path::new(&argv[0])));
        sandbox
            .kept(host, argv, self.cwd.unwrap_or(home), home)
            .map_err(|failure| unconfined(server, failure.to_string().trim_end_matches('.')))
    }
}

fn unconfined(server: &str, cause: &str) -> McpError {
    McpError::NotConfined { server: server.to_owned(), cause: cause.to_owned() }
}

fn environment(own: &[(String, String)]) -> Vec<(OsString, OsString)> {
    let is_inherited = |name: &str| {
        INHERITED.contains(&name) || name.starts_with("LC_") || (cfg!(windows) && INHERITED_ON_WINDOWS.contains(&name))
    };
    let inherited = env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_inherited));
    inherited.chain(own.iter().map(|(name, value)| (name.into(), value.into()))).collect()
}

/// The program's path. A relative one with a folder in it starts where the server starts.
fn find(
    command: &str,
    variables: &[(OsString, OsString)],
    cwd: Option<&Path>,
    server: &str,
) -> Result<PathBuf, McpError> {
    let searched = variables.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    let searched = searched.unwrap_or_default();
    let found = if Path::new(command).components().count() > 1 {
        let path = cwd.map_or_else(|| PathBuf::from(command), |folder| folder.join(command));
        // The folder is changed before the program is started.
        std::path::absolute(&path).ok().filter(|path| path.exists())
    } else {
        // What a relative folder means depends on where one stands, which is somewhere else for the server.
        let folders = env::split_paths(&searched).filter(|folder| folder.is_absolute());
        folders.map(|folder| folder.join(command)).find(|path| is_program(path))
    };
    found.ok_or_else(|| McpError::NoProgram {
        server: server.to_owned(),
        command: command.to_owned(),
        searched: searched.to_string_lossy().into_owned(),
    })
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
