//! What settings show of this machine: the programs tools run with, and the copies of the library.

use std::{fs, path::PathBuf};

use studio_connect::{java::Java, script::Python};
use studio_runtime::Failure;
use studio_store::BACKUPS_KEPT;

use crate::{
    Error, Studio,
    dto::{BackupInfo, InterpreterInfo, InterpreterLanguage},
};

impl Studio {
    /// What Python, JavaScript and Java tools are run with on this machine, as it is found now.
    pub fn list_interpreters(&self) -> Vec<InterpreterInfo> {
        let built_in =
            InterpreterInfo { language: InterpreterLanguage::Javascript, program: None, version: None, problem: None };
        vec![
            found(InterpreterLanguage::Python, Python::interpreter()),
            built_in,
            found(InterpreterLanguage::Java, Java::jdk()),
        ]
    }

    /// Where copies of the open library are, and how many.
    pub fn backup_info(&self) -> Result<BackupInfo, Error> {
        let session = self.session()?;
        let folder = session.backup_folder();
        let copies = session.library.list_backups(&folder)?;
        let made = copies.last().and_then(|newest| fs::metadata(newest).ok()?.modified().ok());
        Ok(BackupInfo {
            folder: folder.display().to_string(),
            copies: copies.len() as u32,
            kept: BACKUPS_KEPT as u32,
            newest: made.and_then(|time| jiff::Timestamp::try_from(time).ok()).map(|time| time.to_string()),
        })
    }
}

fn found(language: InterpreterLanguage, asked: Result<(PathBuf, String), Failure>) -> InterpreterInfo {
    match asked {
        Ok((program, version)) => InterpreterInfo {
            language,
            program: Some(program.display().to_string()),
            version: Some(version.trim_start_matches("javac ").to_owned()),
            problem: None,
        },
        Err(failure) => InterpreterInfo { language, program: None, version: None, problem: Some(failure.to_string()) },
    }
}
