//! The server behind the sample tools: how the library names it, where its program is, and the address requests to it go to.
//!
//! A library that is given away cannot name a path of this machine. What it names stands for something here: the command
//! `skillctl serve samples` for the `skillctl` beside this very program, `http://samples.localhost` for the address that
//! server is at, `samples:java` on a class path for the classes that ship. Nothing else is read as one of these.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
};

use include_dir::{Dir, include_dir};
use studio_connect::{java::Java, mcp::Server};
use studio_runtime::Failure;
use studio_store::ServerRow;

use crate::{
    Config, Error, ErrorCode,
    dto::{ServerTransport, ToolImplementation},
    servers::opening::transport,
    state::{
        interpreters::chosen_interpreters,
        session::{Session, Shared},
    },
};

/// The server's name in the sample library.
pub(crate) const NAME: &str = "samples";
/// What addresses of the sample tools begin with. The system knows no such name but this machine's.
const HOST: &str = "http://samples.localhost/";
/// The classes that ship, on a class path.
const CLASSES: &str = "samples:java";

static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/samples/java");

/// The folder that what the sample tools do is kept in.
pub fn samples_folder(config: &Config) -> PathBuf {
    config.data_dir.join("samples")
}

/// The folder below a desk's own that the Java tools keep things in.
pub(crate) fn java_folder(folder: &Path) -> PathBuf {
    folder.join("java")
}

/// How the sample library names its server.
pub(crate) fn named() -> ServerTransport {
    let args = ["serve", "samples"].map(str::to_owned).to_vec();
    ServerTransport::Stdio { command: "skillctl".to_owned(), args, env: Vec::new(), cwd: String::new(), sandbox: None }
}

/// The path of an address of the sample server, with its slash.
pub(crate) fn path_of(url: &str) -> Option<&str> {
    url.trim().strip_prefix(HOST).map(|_| &url.trim()[HOST.len() - 1..])
}

/// Where requests to the sample server go: where it says, if that is an address of this machine.
pub(crate) fn address(server: &Server) -> Option<SocketAddr> {
    let address: SocketAddr = server.info().website.as_deref()?.strip_prefix("http://")?.parse().ok()?;
    (address.ip() == Ipv4Addr::LOCALHOST).then_some(address)
}

impl Shared {
    /// How a stored server is reached from here.
    pub(crate) fn transport(&self, row: &ServerRow) -> Result<ServerTransport, Error> {
        self.resolved(transport(row)?)
    }

    /// What a server's command stands for here; every other command for itself.
    pub(crate) fn resolved(&self, transport: ServerTransport) -> Result<ServerTransport, Error> {
        if transport != named() {
            return Ok(transport);
        }
        let program = self.skillctl()?;
        let folder = samples_folder(&self.config);
        let args = ["serve", "samples", "--state"].map(str::to_owned).into_iter().chain([text(&folder)]);
        Ok(ServerTransport::Stdio {
            command: text(&program),
            args: args.collect(),
            env: Vec::new(),
            cwd: String::new(),
            sandbox: None,
        })
    }

    /// The `skillctl` beside this program.
    pub(crate) fn skillctl(&self) -> Result<PathBuf, Error> {
        let own = self.config.script_host.clone().map_or_else(std::env::current_exe, Ok);
        let folder = own.ok().and_then(|own| own.parent().map(Path::to_path_buf)).unwrap_or_default();
        let program = folder.join(format!("skillctl{}", std::env::consts::EXE_SUFFIX));
        if program.is_file() {
            return Ok(program);
        }
        let message = format!(
            "The sample tools run in skillctl, which wasn't found in {}. Reinstall Skill Studio, or build it there with cargo \
             build --bin skillctl, then try again.",
            folder.display()
        );
        Err(Error::new(ErrorCode::NotFound, message))
    }

    /// The class path of a tool, with the classes that ship compiled; and the folder they keep things in, where they are
    /// on it.
    pub(crate) fn class_path(&self, named: &[String]) -> Result<(Vec<PathBuf>, Option<PathBuf>), Failure> {
        let mut state = None;
        let mut paths = Vec::new();
        for entry in named {
            if entry != CLASSES {
                paths.push(PathBuf::from(entry));
                continue;
            }
            let mut sources = Vec::new();
            collect(&SOURCES, &mut sources);
            let chosen = chosen_interpreters(&self.config).java;
            paths.push(Java::compiled(&sources, chosen.as_deref(), &self.config.cache_dir.join("java"))?);
            let folder = java_folder(&samples_folder(&self.config));
            std::fs::create_dir_all(&folder).map_err(|cause| Failure::Unavailable {
                message: format!("The folder {} can't be created: {cause}.", folder.display()),
            })?;
            state = Some(folder);
        }
        Ok((paths, state))
    }
}

impl Session {
    /// The stored server that has to run for a tool's calls, if one has and it is there.
    pub(crate) fn server_behind(
        self: &Arc<Self>,
        implementation: &ToolImplementation,
    ) -> Result<Option<ServerRow>, Error> {
        let rows = self.library.list_servers()?;
        Ok(match implementation {
            ToolImplementation::McpServer { server, .. } => rows.into_iter().find(|row| row.name == *server),
            ToolImplementation::Rest { url, .. } if path_of(url).is_some() => {
                rows.into_iter().find(|row| transport(row).is_ok_and(|transport| transport == named()))
            }
            _ => None,
        })
    }
}

fn collect(folder: &'static Dir<'static>, sources: &mut Vec<(&'static str, &'static str)>) {
    for file in folder.files() {
        if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
            sources.push((path, text));
        }
    }
    for below in folder.dirs() {
        collect(below, sources);
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use crate::servers::sample_server::path_of;

    #[test]
    fn only_addresses_of_the_sample_server_are_taken_for_such() {
        assert_eq!(path_of("http://samples.localhost/v2/a?b={{c}}"), Some("/v2/a?b={{c}}"));
        for url in [
            "https://samples.localhost/",
            "http://samples.localhost:80/",
            "http://samples.localhost.evil.example/",
            "http://me@samples.localhost/",
            "http://127.0.0.1/",
        ] {
            assert_eq!(path_of(url), None, "{url}");
        }
    }
}
