//! What somebody who helps has to know, as one text to paste: versions, the machine, how much there is, what the checks
//! found, and the log's last lines. No secrets, no texts of skills; the home folder is `~`.

use std::{fmt::Write as _, time::Duration};

use crate::{ErrorCode, PageEnd, Studio};

/// Lines of the log.
const LINES: usize = 60;

impl Studio {
    /// The version of this program.
    pub fn get_program_version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    /// The text.
    pub fn get_diagnostics(&self) -> String {
        let mut text = format!("Skill Studio {}\n{}\n", Self::get_program_version(), machine());
        match self.session().and_then(|session| Ok(session.library.counts()?)) {
            Ok(counts) => line(
                &mut text,
                &format!(
                    "Library: skills {}, tools {}, agents {}, servers {}, tool libraries {}, in the trash {}",
                    counts.skills, counts.tools, counts.agents, counts.servers, counts.tool_libraries, counts.trashed
                ),
            ),
            Err(error) => line(&mut text, &format!("Library: {}", error.message)),
        }
        line(&mut text, "\nChecks");
        for check in self.doctor() {
            line(&mut text, &format!("{:8} {:8} {}", check.status, check.name, check.message));
        }
        line(&mut text, "\nLog");
        self.shared.log.tail(LINES).iter().for_each(|said| line(&mut text, said));
        let home = self.shared.config.home_dir.as_ref().map(|home| home.display().to_string());
        match home.filter(|home| home.len() > 1) {
            Some(home) => text.replace(&home, "~"),
            None => text,
        }
    }

    /// Notes how a command of the window ended, where it took long or failed: its name, and no more of it.
    pub fn note_command(&self, name: &str, took: Duration, failed: Option<ErrorCode>) {
        self.shared.log.command(name, took, failed);
    }

    /// Notes that the process of a page of the window ended.
    pub fn note_page_end(&self, why: PageEnd) {
        self.shared.log.page_ended(why);
    }
}

fn line(text: &mut String, said: &str) {
    let _infallible = writeln!(text, "{said}");
}

/// The system, and what it has, as far as it says so.
fn machine() -> String {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let named = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let memory = memory.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes: Option<u64> = memory.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok());
    let parts = [
        Some(format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        named.map(|name| name.trim_matches('"').to_owned()),
        std::thread::available_parallelism().ok().map(|count| format!("{count} processors")),
        kilobytes.map(|kilobytes| format!("{:.1} GB of memory", kilobytes as f64 / 1_048_576.0)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
