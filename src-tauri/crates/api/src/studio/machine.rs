//! What settings show of this machine: the programs tools run with, and the copies of the library.

use std::{
    fs,
    path::{Path, PathBuf},
};

use studio_connect::{java::Java, sandbox::is_executable, script::Python};
use studio_runtime::Failure;
use studio_store::BACKUPS_KEPT;

use crate::{
    Error, ErrorCode, Studio,
    base::paths::expanded,
    dto::{BackupInfo, InterpreterInfo, InterpreterLanguage},
    state::interpreters::{Chosen, chosen_interpreters},
};

impl Studio {
    /// What Python, JavaScript and Java tools are run with on this machine, as it is found now.
    pub fn list_interpreters(&self) -> Vec<InterpreterInfo> {
        let chosen = chosen_interpreters(&self.shared.config);
        let built_in = InterpreterInfo {
            language: InterpreterLanguage::Javascript,
            chosen: None,
            program: None,
            version: None,
            problem: None,
        };
        let [python, java] = [chosen.python.as_deref(), chosen.java.as_deref()];
        vec![
            found(InterpreterLanguage::Python, python, Python::interpreter(python)),
            built_in,
            found(InterpreterLanguage::Java, java, Java::jdk(java)),
        ]
    }

    /// Chooses the program that tools of a language are run with, or leaves it to the studio. One that cannot run them is
    /// refused.
    pub fn set_interpreter(
        &self,
        language: InterpreterLanguage,
        program: Option<&str>,
    ) -> Result<Vec<InterpreterInfo>, Error> {
        let program = program.map(str::trim).filter(|typed| !typed.is_empty()).map(expanded);
        if let Some(program) = &program {
            check(language, program)?;
        }
        let mut chosen = Chosen::read(&self.shared.config);
        let program = program.map(|program| program.display().to_string());
        match language {
            InterpreterLanguage::Python => chosen.python = program,
            InterpreterLanguage::Java => chosen.java = program,
            InterpreterLanguage::Javascript => {}
        }
        chosen.keep(&self.shared.config)?;
        Ok(self.list_interpreters())
    }

    /// Where copies of the open library are, and how many.
    pub fn get_backup_info(&self) -> Result<BackupInfo, Error> {
        let session = self.session()?;
        let folder = session.backup_folder();
        let copies = session.library.list_backups(&folder)?;
        let made = copies.last().and_then(|newest| fs::metadata(newest).ok()?.modified().ok());
        Ok(BackupInfo {
            folder: folder.display().to_string(),
            copies: copies.len() as u32,
            kept: BACKUPS_KEPT as u32,
            newest_at: made.and_then(|time| jiff::Timestamp::try_from(time).ok()).map(|time| time.to_string()),
        })
    }
}

/// Refuses a program that tools of a language cannot be run with, and says why.
fn check(language: InterpreterLanguage, program: &Path) -> Result<(), Error> {
    let refused = |message: String| Err(Error::new(ErrorCode::Invalid, message));
    let path = program.display();
    if !program.is_absolute() {
        return refused(format!("Enter the full path of the program, such as /usr/bin/{path}."));
    }
    if !program.exists() {
        return refused(format!("File {path} not found."));
    }
    if !is_executable(program) {
        return refused(format!("{path} can't be started: it isn't an executable file."));
    }
    let asked = match language {
        InterpreterLanguage::Python => Python::interpreter(Some(program)),
        InterpreterLanguage::Java => Java::jdk(Some(program)),
        InterpreterLanguage::Javascript => return refused("JavaScript tools run in Skill Studio itself.".to_owned()),
    };
    asked.map(drop).or_else(|failure| refused(failure.to_string()))
}

fn found(
    language: InterpreterLanguage,
    chosen: Option<&Path>,
    asked: Result<(PathBuf, String), Failure>,
) -> InterpreterInfo {
    let chosen = chosen.map(|program| program.display().to_string());
    match asked {
        Ok((program, version)) => InterpreterInfo {
            language,
            chosen,
            program: Some(program.display().to_string()),
            version: Some(version.trim_start_matches("javac ").to_owned()),
            problem: None,
        },
        Err(failure) => {
            InterpreterInfo { language, chosen, program: None, version: None, problem: Some(failure.to_string()) }
        }
    }
}
