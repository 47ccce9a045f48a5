//! Looks after the servers that run: one that died or fell silent is started again, a few times, with growing waits.
//!
//! Nothing is started here that nobody had started, or that somebody stopped since, and nothing that is not allowed now.

use std::{
    collections::HashMap,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use studio_connect::mcp::{McpError, Server};
use uuid::Uuid;

use crate::state::{session::Session, slot::Slot};

/// How often the servers are looked at; costs nothing where all is well.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How often a running server is asked whether it answers.
const ASK_EVERY: Duration = Duration::from_secs(30);
/// How long an answer may take.
const ASK_LIMIT: Duration = Duration::from_secs(5);
/// As many questions in a row without an answer make a server silent. One may be late after hard work.
const MOST_UNANSWERED: u32 = 2;
/// Most starts in a row.
pub(crate) const MOST_STARTS: u32 = 5;
/// Longest wait before a start.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// What is remembered between two looks.
struct Watch {
    servers: HashMap<Uuid, Watched>,
    ask_limit: Duration,
}

struct Watched {
    /// When it was last asked, started again, or first seen.
    asked: Instant,
    /// Questions in a row that it left unanswered.
    unanswered: u32,
    /// When it is to be started again.
    due: Option<Instant>,
}

impl Session {
    /// Looks after the servers until the library is closed.
    pub(crate) fn watch_servers(self: Arc<Self>) {
        let session = Arc::downgrade(&self);
        drop(self);
        let mut watch = Watch { servers: HashMap::new(), ask_limit: ASK_LIMIT };
        loop {
            thread::sleep(LOOK_EVERY);
            let Some(session) = session.upgrade() else { return };
            watch.look(&session, Instant::now());
        }
    }
}

impl Watch {
    /// Looks at every server once.
    fn look(&mut self, session: &Arc<Session>, now: Instant) {
        let slots = session.servers.slots();
        self.servers.retain(|id, _| slots.contains_key(id));
        for (id, slot) in slots {
            if let Some(server) = slot.running() {
                self.ask(session, id, &slot, &server, now);
            } else if slot.is_down() {
                self.raise(session, id, &slot, now);
            } else {
                self.servers.remove(&id);
            }
        }
    }

    /// Asks a running server whether it answers, where it is time. One that works on a call need not answer.
    fn ask(&mut self, session: &Session, id: Uuid, slot: &Slot, server: &Server, now: Instant) {
        let watched = self.servers.entry(id).or_insert_with(|| Watched::new(now));
        watched.due = None;
        if now.duration_since(watched.asked) < ASK_EVERY || server.is_busy() {
            return;
        }
        watched.asked = now;
        if matches!(server.ping(self.ask_limit), Err(McpError::TimedOut { .. })) {
            watched.unanswered += 1;
        } else {
            watched.unanswered = 0;
            if server.is_alive() {
                slot.set(|known| known.starts = 0);
            }
        }
        if watched.unanswered >= MOST_UNANSWERED {
            watched.unanswered = 0;
            session.end_silent(slot, server, &silence(self.ask_limit));
        }
    }

    /// Starts a server again that ended by itself, where it is time; gives it up where that did not help.
    fn raise(&mut self, session: &Arc<Session>, id: Uuid, slot: &Slot, now: Instant) {
        let watched = self.servers.entry(id).or_insert_with(|| Watched::new(now));
        session.note_end(slot);
        let starts = slot.starts();
        if starts >= MOST_STARTS {
            return session.give_up(slot);
        }
        if now >= *watched.due.get_or_insert(now + wait_before(starts)) {
            *watched = Watched::new(now);
            session.start_again(id);
        }
    }
}

impl Watched {
    fn new(now: Instant) -> Self {
        Self { asked: now, unanswered: 0, due: None }
    }
}

/// One second, then twice as long each time.
fn wait_before(starts: u32) -> Duration {
    Duration::from_secs(1 << starts.min(6)).min(LONGEST_WAIT)
}

fn silence(limit: Duration) -> String {
    format!(
        "The server didn't respond to {MOST_UNANSWERED} pings within {} s each and was stopped.",
        limit.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path, process::Command};

    use studio_embed::Embedder;
    use studio_testkit::{PATIENCE, until, until_some};

    use super::*;
    use crate::{
        Config, Keychain, Studio, Upkeep,
        dto::{ServerDetail, ServerEdit, ServerState, ServerTransport, StudioEvent},
    };

    /// Writes its process's number down at each start. Fails to start where it finds a file `broken`, and ends after it
    /// told its tools where it finds one named `mortal`.
    const SERVER: &str = r#"
import json, os, sys
def there(name): return os.path.exists(os.path.join(sys.argv[1], name))
with open(os.path.join(sys.argv[1], "starts"), "a") as starts: print(os.getpid(), file=starts)
if there("broken"): sys.exit("out of order")
for line in sys.stdin:
    request = json.loads(line)
    method, result = request.get("method"), {}
    if method == "initialize":
        result = {"protocolVersion": request["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "told", "version": "1"}}
    elif method == "tools/list": result = {"tools": []}
    if "id" in request: print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
    if method == "tools/list" and there("mortal"): os._exit(3)
"#;

    /// A studio with one server that runs, and a watch whose clock only the test moves.
    struct Bench {
        studio: Studio,
        server: String,
        watch: Watch,
        now: Instant,
        folder: tempfile::TempDir,
        events: Arc<std::sync::atomic::AtomicUsize>,
    }

    impl Bench {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let at = |name: &str| folder.path().join(name);
            let config = Config {
                data_dir: at("data"),
                cache_dir: at("cache"),
                config_dir: at("config"),
                home_dir: None,
                documents_dir: None,
                // This program is none, so the server is started alone.
                script_host: Some("/nowhere".into()),
                client_path: None,
                resource_dir: None,
                user: "tester".to_owned(),
                upkeep: Upkeep::OnDemand,
                keychain: Keychain::Never,
            };
            let events: Arc<std::sync::atomic::AtomicUsize> = Arc::default();
            let heard = Arc::clone(&events);
            let sink = Arc::new(move |event| {
                if matches!(event, StudioEvent::ServersChanged) {
                    heard.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                }
            });
            let no_model = || Err(studio_embed::Assets::locate(Some(Path::new("/nowhere"))).err().unwrap());
            let studio = Studio::start_with(config, sink, Embedder::start(no_model)).unwrap();
            studio.create_library(at("Test.db").to_str().unwrap(), false).unwrap();
            let place = folder.path().to_str().unwrap().to_owned();
            let transport = ServerTransport::Stdio {
                command: "python3".to_owned(),
                args: vec!["-c".to_owned(), SERVER.to_owned(), place],
                env: Vec::new(),
                cwd: String::new(),
                sandbox: None,
            };
            let edit =
                ServerEdit { id: None, aggregate_version: 0, name: "told".to_owned(), transport, is_enabled: true };
            let server = studio.save_server(&edit).unwrap().id;
            let asked = studio.start_server(&server).unwrap().consent.unwrap();
            studio.grant_consent(&asked.hash).unwrap();
            assert_eq!(studio.start_server(&server).unwrap().state, ServerState::Running);
            let watch = Watch { servers: HashMap::new(), ask_limit: PATIENCE };
            Self { studio, server, watch, now: Instant::now(), folder, events }
        }

        /// Looks after so many seconds.
        fn look_after(&mut self, seconds: u64) -> ServerDetail {
            self.now += Duration::from_secs(seconds);
            self.watch.look(&self.studio.session().unwrap(), self.now);
            self.shown()
        }

        fn shown(&self) -> ServerDetail {
            self.studio.list_servers().unwrap().remove(0)
        }

        fn put(&self, name: &str) {
            fs::write(self.folder.path().join(name), "").unwrap();
        }

        /// The processes there were, the last one last.
        fn starts(&self) -> Vec<String> {
            let text = fs::read_to_string(self.folder.path().join("starts")).unwrap();
            text.lines().map(str::to_owned).collect()
        }

        fn signal(&self, signal: &str) {
            let pid = self.starts().pop().unwrap();
            assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        }

        /// Kills the server's process and waits until that is known.
        fn kill(&self) {
            self.signal("-KILL");
            until("its end", || self.shown().state == ServerState::Failed);
        }
    }

    #[test]
    fn waits_grow_up_to_a_minute() {
        let waits: Vec<u64> = (0..8).map(|starts| wait_before(starts).as_secs()).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
    }

    #[test]
    fn a_server_whose_process_was_killed_runs_again() {
        let mut bench = Bench::new();
        bench.look_after(0);
        bench.kill();
        assert_eq!(bench.look_after(0).state, ServerState::Failed, "it is not started at once");
        let before = bench.events.load(std::sync::atomic::Ordering::SeqCst);
        let again = bench.look_after(1);
        assert_eq!((again.state, again.restarts, bench.starts().len()), (ServerState::Running, 1, 2));
        assert!(bench.events.load(std::sync::atomic::Ordering::SeqCst) > before, "screens are told");
        // Once it answered, what was before is forgotten: it is started after a second again.
        bench.look_after(31);
        bench.kill();
        bench.look_after(0);
        assert_eq!(bench.look_after(1).restarts, 2);
    }

    #[test]
    fn a_silent_server_is_ended_and_started_again() {
        let mut bench = Bench::new();
        bench.watch.ask_limit = Duration::from_millis(100);
        bench.look_after(0);
        bench.signal("-STOP");
        assert_eq!(bench.look_after(30).state, ServerState::Running, "one answer may be late");
        let silent = bench.look_after(30);
        assert_eq!(silent.state, ServerState::Failed);
        assert!(silent.message.contains("didn't respond to 2 pings within 0.1 s"), "{}", silent.message);
        bench.look_after(0);
        assert_eq!((bench.look_after(1).state, bench.starts().len()), (ServerState::Running, 2));
    }

    #[test]
    fn one_that_always_dies_is_left_after_some_starts() {
        let mut bench = Bench::new();
        bench.look_after(0);
        bench.put("mortal");
        bench.kill();
        let left = until_some("it to be left", || {
            Some(bench.look_after(1)).filter(|shown| shown.message.contains("restarted 5 times"))
        });
        assert_eq!((left.state, bench.starts().len()), (ServerState::Failed, 6), "{}", left.message);
        assert!(left.message.contains("then select Start"), "{}", left.message);
        assert_eq!(bench.look_after(3600).message, left.message);
        // One that does not even come up is counted the same.
        fs::remove_file(bench.folder.path().join("mortal")).unwrap();
        assert_eq!(bench.studio.start_server(&bench.server).unwrap().state, ServerState::Running);
        bench.put("broken");
        bench.kill();
        for _ in 0..60 {
            bench.look_after(1);
        }
        let left = bench.shown();
        assert!(left.message.contains("5 times") && bench.starts().len() == 12, "{left:?}");
    }

    #[test]
    fn nothing_is_started_again_that_somebody_stopped_or_no_longer_allows() {
        let mut bench = Bench::new();
        bench.look_after(0);
        bench.kill();
        bench.look_after(0);
        assert_eq!(bench.studio.stop_server(&bench.server).unwrap().state, ServerState::Stopped);
        assert_eq!(bench.look_after(3600).state, ServerState::Stopped);
        bench.studio.start_server(&bench.server).unwrap();
        bench.look_after(0);
        bench.kill();
        let consent = bench.studio.list_consents().unwrap().remove(0);
        bench.studio.revoke_consent(&consent.hash).unwrap();
        bench.look_after(0);
        assert_eq!(bench.look_after(1).state, ServerState::NeedsConsent);
        bench.look_after(3600);
        assert_eq!(bench.starts().len(), 2);
    }
}
