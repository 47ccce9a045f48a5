//! A server whose libraries belong to logins of their own, set up by an owner who is no superuser with the SQL that is
//! printed for them.

use std::{
    io::Write as _,
    process::{Output, Stdio},
    sync::LazyLock,
};

use studio_testkit::PostgresServer;

use super::member::Member;

/// Logins that may read, by their roles; each is its own password.
const READERS: [&str; 2] = ["rae", "eve"];
/// Logins that may write.
const WRITERS: [&str; 3] = ["ann", "bob", "wim"];
/// The owner of the databases.
pub(super) const OWNER: &str = "own";

/// All that bears a tenant.
pub(super) const TABLES: [&str; 10] = [
    "studio_library_t",
    "studio_item_t",
    "studio_content_t",
    "agent_definition_t",
    "skill_t",
    "tool_t",
    "tool_param_t",
    "agent_skill_t",
    "skill_tool_t",
    "skill_dependency_t",
];

/// A database of these logins.
pub(super) struct Tenants {
    pub(super) server: &'static PostgresServer,
    pub(super) url: String,
}

impl Tenants {
    /// A database that is not set up.
    pub(super) fn bare() -> Self {
        // Logins belong to a server as a whole.
        static SERVER: LazyLock<PostgresServer> = LazyLock::new(|| {
            let server = PostgresServer::start(&[]);
            server.sql("postgres", &format!("CREATE ROLE {OWNER} LOGIN PASSWORD '{OWNER}' CREATEROLE"));
            let roles = "CREATE ROLE studio_reader NOLOGIN; CREATE ROLE studio_writer NOLOGIN IN ROLE studio_reader";
            server.sql("postgres", &format!("SET ROLE {OWNER}; {roles}"));
            for (logins, role) in [(&READERS[..], "studio_reader"), (&WRITERS[..], "studio_writer")] {
                for login in logins {
                    let made = format!("CREATE ROLE {login} LOGIN PASSWORD '{login}' IN ROLE {role}");
                    server.sql("postgres", &format!("SET ROLE {OWNER}; {made}"));
                }
            }
            server
        });
        let url = SERVER.database();
        let name = url.rsplit('/').next().expect("a database");
        SERVER.sql(&url, &format!("CREATE EXTENSION vector; ALTER DATABASE {name} OWNER TO {OWNER}"));
        Self { server: &SERVER, url }
    }

    /// A database that its owner has set up, with what was printed for them, carried out twice.
    pub(super) fn new() -> Self {
        let tenants = Self::bare();
        tenants.set_up_by_hand();
        tenants
    }

    /// Carries out what `push --plan` prints now, and once more. Gives it.
    pub(super) fn set_up_by_hand(&self) -> String {
        let script = Member::new(OWNER, &self.address(OWNER), false).run(&["push", "--plan"]).ended(0).out;
        for _ in 0..2 {
            let mut psql = self.server.psql(&self.url);
            psql.env("PGPASSWORD", OWNER).args(["-U", OWNER]).stdin(Stdio::piped());
            let mut psql = psql.spawn().expect("psql runs");
            psql.stdin.take().expect("it is piped").write_all(script.as_bytes()).expect("it listens");
            let ran = psql.wait_with_output().expect("it ends");
            assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        }
        script
    }

    /// The address for a login.
    pub(super) fn address(&self, login: &str) -> String {
        self.server.url(login, login, self.url.rsplit('/').next().expect("a database"))
    }

    /// Somebody with two skills and a login of that name.
    pub(super) fn member(&self, login: &str) -> Member {
        Member::with_two_skills(login, &self.address(login))
    }

    /// Somebody with an empty library and a login of that name.
    pub(super) fn newcomer(&self, login: &str) -> Member {
        Member::new(login, &self.address(login), false)
    }

    /// Carries out statements as a login.
    fn ran(&self, login: &str, sql: &str) -> Output {
        let mut psql = self.server.psql(&self.url);
        psql.env("PGPASSWORD", login).args(["-U", login, "-c", sql]).output().expect("psql runs")
    }

    /// What the server answers to a login.
    #[track_caller]
    pub(super) fn ask(&self, login: &str, sql: &str) -> String {
        let ran = self.ran(login, sql);
        assert!(ran.status.success(), "{login}: {sql}\n{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).trim().to_owned()
    }

    /// What the server says against a login's statement.
    #[track_caller]
    pub(super) fn refusal(&self, login: &str, sql: &str) -> String {
        let ran = self.ran(login, sql);
        assert!(!ran.status.success(), "{login}: {sql} was carried out");
        String::from_utf8_lossy(&ran.stderr).into_owned()
    }

    /// The libraries in the order in which they were made, as the superuser sees them.
    pub(super) fn hosts(&self) -> Vec<String> {
        let sql = "SELECT host_id FROM studio_library_t ORDER BY created_ts, host_id";
        self.server.sql(&self.url, sql).lines().map(str::to_owned).collect()
    }

    /// All rows of a library, in a word.
    pub(super) fn digest(&self, host: &str) -> String {
        let one = |table: &&str| {
            format!(
                "SELECT '{table}' || md5(string_agg(t::text, ',' ORDER BY t::text)) AS whole FROM {table} t
                WHERE host_id = '{host}'"
            )
        };
        let all: Vec<String> = TABLES.iter().map(one).collect();
        let sql = format!("SELECT md5(string_agg(a.whole, ',' ORDER BY a.whole)) FROM ({}) a", all.join(" UNION ALL "));
        self.server.sql(&self.url, &sql)
    }

    /// How many rows of other libraries than this one a login sees.
    pub(super) fn foreign(&self, login: &str, host: &str) -> u64 {
        let one = |table: &&str| format!("(SELECT count(*) FROM {table} WHERE host_id <> '{host}')");
        let all: Vec<String> = TABLES.iter().map(one).collect();
        self.ask(login, &format!("SELECT {}", all.join(" + "))).parse().expect("a number")
    }
}
