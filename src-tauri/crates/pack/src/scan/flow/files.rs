//! Files that a program writes with what it fetched, by the names they have in it.

use super::{Flow, MOST, UNREAD, kept, reading};

impl Flow {
    /// Keeps files that are written with what was fetched.
    pub(super) fn write(&mut self, text: &str) {
        if let Some((path, value)) = kept::written(text)
            && self.held(value) & UNREAD != 0
        {
            self.files.push(path.to_owned());
        }
        if let Some(path) = kept::fetched_to(text) {
            self.files.push(path.to_owned());
        }
        if let Some((archive, path)) = kept::unpacked(text)
            && (self.held(archive) & UNREAD != 0 || self.names_file(archive))
        {
            self.files.push(path.to_owned());
        }
        if let Some((handle, path)) = kept::opened_to_write(text)
            && self.handles.len() < MOST
        {
            self.handles.push((handle.to_owned(), path.to_owned()));
        }
        // What comes in is poured on where the same statement asks for it.
        if reading::taken(text) & UNREAD != 0
            && kept::pours(text)
            && let Some((_, path)) = kept::opened_to_write(text)
        {
            self.files.push(path.to_owned());
        }
        if self.handles.is_empty() {
            return;
        }
        if let Some((handle, value)) = kept::poured(text)
            && self.held(value) & UNREAD != 0
        {
            for (_, path) in self.handles.iter().filter(|(name, _)| name == handle) {
                // What has no name of its own is asked for it.
                let is_asked = path == handle;
                self.files.extend(if is_asked {
                    vec![format!("{path}.path"), format!("{path}.name"), format!("{path}.Name()")]
                } else {
                    vec![path.clone()]
                });
            }
        }
    }

    /// Whether a file is named that holds what was fetched.
    pub(super) fn names_file(&self, given: &str) -> bool {
        self.files.iter().any(|file| {
            let path = file.trim_matches(['"', '\'', '`']).trim_start_matches("./");
            if path.len() < file.len() {
                let is_path = path.len() > 3 && path.contains(['.', '/']);
                return is_path && given.contains(path) || is_quoted_in(given, path);
            }
            if reading::is_name(file) && !file.starts_with('$') {
                // A short name is a part of others.
                return given.contains(file.as_str())
                    && (file.contains('.') || reading::mentioned(given).any(|name| name == file));
            }
            (file.len() > 2 || file.starts_with('$')) && given.contains(file.as_str())
        })
    }

    /// Whether an expression reads such a file, or has it open.
    pub(super) fn reads_file(&self, value: &str) -> bool {
        !self.files.is_empty() && kept::reads(value) && self.names_file(value)
    }

    /// A name that stands for such a file, or for one in such a folder.
    pub(super) fn name_file(&mut self, names: &[String], value: &str) {
        let is_one = self.files.len() < MOST && kept::is_path_of(value) && self.names_file(value);
        for name in names.iter().filter(|_| is_one) {
            if !self.files.contains(name) {
                self.files.push(name.clone());
            }
        }
    }

    /// What is added to a list or buffer is held by it.
    pub(super) fn add(&mut self, text: &str) {
        for name in kept::given_to(text) {
            self.hold(name, reading::taken(text) & UNREAD);
        }
        for (name, value) in kept::added(text) {
            let held = self.held(value) & UNREAD;
            self.hold(name, held);
        }
    }
}

/// Whether a text has a path as a string of its own.
fn is_quoted_in(given: &str, path: &str) -> bool {
    let mut parts = given.split(['"', '\'', '`']).skip(1).step_by(2);
    !path.is_empty() && parts.any(|part| part.trim_start_matches("./") == path)
}
