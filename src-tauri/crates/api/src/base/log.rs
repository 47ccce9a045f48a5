//! What a reader should find later though nothing failed, and what failed though nobody was told: lines in a file of the
//! data folder, `studio.log`.
//!
//! Only what the studio itself says goes into it, by way of a subscriber of its own: what libraries say of requests and
//! programs might hold a secret. For the same reason an error is noted by its code, never with its message, and no line
//! holds a query, a skill's text or what a tool was given. The file becomes the older one by its size: a rotation by days
//! has no bound.

use parking_lot::Mutex;
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use studio_model::one_line;
use tracing::{Dispatch, dispatcher::with_default, info, warn};
use tracing_subscriber::fmt::{MakeWriter, format::Writer, time::FormatTime};

use crate::{Error, ErrorCode, dto::Resolved};

/// Longest file, in bytes; then it becomes the older one, and a new one begins.
const LONGEST: u64 = 1_000_000;

/// A command that takes longer is noted.
const SLOW: Duration = Duration::from_secs(1);

/// Why the process of a page ended, as far as the web view says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageEnd {
    /// It broke, or the system or the web view killed it.
    Crashed,
    /// It took more memory than the web view allows.
    OutOfMemory,
    /// The program ended it.
    Terminated,
    /// Of a reason that only newer web views have.
    Unknown,
}

/// The log of one data folder, which window and command line share.
#[derive(Debug)]
pub(crate) struct Log {
    file: LogFile,
    subscriber: Dispatch,
    /// The last omission of this process: who types asks the same again and again.
    last: Mutex<String>,
}

impl Log {
    pub(crate) fn of(data_dir: &Path) -> Self {
        let file = LogFile { path: data_dir.join("studio.log") };
        let lines = tracing_subscriber::fmt().with_ansi(false).with_target(false).with_timer(Now);
        let subscriber = Dispatch::new(lines.with_writer(file.clone()).finish());
        Self { file, subscriber, last: Mutex::default() }
    }

    /// The studio began.
    pub(crate) fn started(&self) {
        let (version, pid) = (env!("CARGO_PKG_VERSION"), std::process::id());
        with_default(&self.subscriber, || info!(version, pid, "started"));
    }

    /// A library was opened, and brought up to date where it was of an older format.
    pub(crate) fn opened(&self, library: &Path, took: Duration, migrated_from: Option<u32>) {
        let library = one_line(&library.display().to_string()).into_owned();
        with_default(&self.subscriber, || {
            info!(ms = took.as_millis(), "opened {library}");
            if let Some(format) = migrated_from {
                info!(format, "upgraded from an older format");
            }
        });
    }

    /// A library could not be opened.
    pub(crate) fn not_opened(&self, code: ErrorCode) {
        with_default(&self.subscriber, || warn!(?code, "a library couldn't be opened"));
    }

    /// A command of the window ended: noted where it took long or failed.
    pub(crate) fn command(&self, name: &str, took: Duration, failed: Option<ErrorCode>) {
        let ms = took.as_millis();
        with_default(&self.subscriber, || match failed {
            Some(code) => warn!(name, ?code, ms, "a command failed"),
            None if took >= SLOW => info!(name, ms, "a command was slow"),
            None => {}
        });
    }

    /// The process of a page of the window ended.
    pub(crate) fn page_ended(&self, why: PageEnd) {
        with_default(&self.subscriber, || warn!(?why, "the process of a page ended"));
    }

    /// What came of something that may fail without anybody being told; `what` says what is missing then.
    pub(crate) fn dropped<T, E: Into<Error>>(&self, what: &'static str, outcome: Result<T, E>) -> Option<T> {
        let failed = |error: E| {
            let code = error.into().code;
            with_default(&self.subscriber, || warn!(?code, "{what}"));
        };
        outcome.map_err(failed).ok()
    }

    /// Notes the tools that permissive mode left out of a context. The query itself is not written: it may be anybody's
    /// words.
    pub(crate) fn omitted(&self, library: &Path, resolved: &Resolved) {
        let line = format!(
            "permissive: {} ({}) without {}; {}",
            resolved.name,
            resolved.strategy,
            resolved.omitted.join(", "),
            library.display()
        );
        let mut last = self.last.lock();
        if *last != line {
            let said = one_line(&line).into_owned();
            with_default(&self.subscriber, || info!("{said}"));
            *last = line;
        }
    }

    /// The newest lines, oldest first.
    pub(crate) fn tail(&self, most: usize) -> Vec<String> {
        let read = |path: &Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let texts = [self.file.older(), self.file.path.clone()].map(|path| read(&path).unwrap_or_default());
        let lines: Vec<&str> = texts.iter().flat_map(|text| text.lines()).collect();
        lines[lines.len().saturating_sub(most)..].iter().map(ToString::to_string).collect()
    }
}

/// The time as rows and screens have it.
struct Now;

impl FormatTime for Now {
    fn format_time(&self, out: &mut Writer<'_>) -> std::fmt::Result {
        out.write_str(&crate::now())
    }
}

/// Takes whole lines; the file is opened for each, as another process may have put it aside.
#[derive(Clone, Debug)]
struct LogFile {
    path: PathBuf,
}

impl LogFile {
    fn older(&self) -> PathBuf {
        self.path.with_extension("old.log")
    }
}

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Write for LogFile {
    /// One write a line, so that lines of two processes don't mix.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if std::fs::metadata(&self.path).is_ok_and(|file| file.len() > LONGEST) {
            std::fs::rename(&self.path, self.older())?;
        }
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(line)?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::base::log::*;

    #[test]
    fn a_full_file_becomes_the_older_one_and_both_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::of(folder.path());
        std::fs::write(folder.path().join("studio.log"), "x".repeat(LONGEST as usize) + "\nlast\n").unwrap();
        log.command("list_skills", Duration::from_millis(10), None);
        log.command("list_skills", Duration::from_secs(2), None);
        log.command("save_file", Duration::ZERO, Some(ErrorCode::Stale));
        let kept: Option<()> = log.dropped("counts were not kept", Err(Error::new(ErrorCode::File, "SECRET")));
        assert!(kept.is_none() && folder.path().join("studio.old.log").exists());
        let lines = log.tail(4);
        let ends = [
            "last",
            "INFO a command was slow name=\"list_skills\" ms=2000",
            "WARN a command failed name=\"save_file\" code=Stale ms=0",
            "WARN counts were not kept code=File",
        ];
        assert_eq!(lines.len(), ends.len());
        for (line, end) in lines.iter().zip(ends) {
            assert!(line.ends_with(end), "{line}");
        }
    }
}
