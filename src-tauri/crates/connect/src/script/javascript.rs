//! JavaScript, by an engine of our own in a process of its own.

use std::{path::PathBuf, time::Duration};

use studio_runtime::{Answer, Call, Failure, Handler};

use super::{answer, engine::Request};
use crate::sandbox::{
    CommandPreview, Host, JAVASCRIPT, Job, Limits, SCRIPT_HOST, Sandbox, environment_names, work_folder,
};

/// How much longer than its call an engine may take before it ends itself. It has been ended then, or nobody is left
/// who could.
const GRACE: Duration = Duration::from_secs(2);

/// A tool written in JavaScript. It reaches no files and no network, whatever it says: there is nothing to do so with.
///
/// The script is evaluated. If it defines `run`, that is called with the arguments, and what it returns, or what the
/// promise it returns comes to, is the answer. Otherwise the arguments are in `input`, and the answer is what the
/// script gives to `output(value)`, or else the value of its last expression. `console` writes to the log.
#[derive(Clone, Debug)]
pub struct Javascript {
    /// The script.
    pub source: String,
    /// How much it may use.
    pub limits: Limits,
    /// What runs it.
    pub host: Host,
}

impl Javascript {
    /// What would be run: the engine that is built in. Which of the studio's programs carries it, and where that is
    /// installed, makes no difference to what is allowed.
    pub fn command_preview(&self) -> CommandPreview {
        let argv = ["skill-studio", SCRIPT_HOST, JAVASCRIPT].map(String::from).into();
        let (environment_names, source) = (environment_names(), Some(self.source.clone()));
        let sandbox = self.sandbox(Vec::new()).describe(&self.host);
        CommandPreview { argv, cwd: None, environment_names, source, sandbox }
    }

    fn sandbox(&self, read: Vec<PathBuf>) -> Sandbox {
        Sandbox { limits: self.limits.clone(), read, ..Sandbox::default() }
    }
}

impl Handler for Javascript {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        let folder = work_folder()?;
        let request = Request {
            source: self.source.clone(),
            arguments: call.arguments.clone(),
            memory_mb: self.limits.memory_mb,
            limit: call.limit + GRACE,
        };
        let input = serde_json::to_vec(&request).expect("text and JSON can be written as JSON");
        let program = self.host.program.clone();
        let argv = vec![program.clone().into_os_string(), SCRIPT_HOST.into(), JAVASCRIPT.into()];
        let job = Job { argv, input: &input, folder: folder.path() };
        let finished = self.sandbox(vec![program]).run(&self.host, &job, call.limit, call.stop)?;
        answer(finished, self.sandbox(Vec::new()).describe_call(&self.host, call.limit))
    }
}
