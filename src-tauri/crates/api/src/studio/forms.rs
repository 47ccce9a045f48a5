//! What is written in the forms of tools, servers and agents and not saved yet: kept in the library, so that no crash takes it,
//! and encrypted, since a form may hold what will become a secret. What a draft says is the screen's own.

use studio_connect::secrets::Error as SecretError;
use studio_model::sentence;
use studio_store as store;

use crate::{
    Error, ErrorCode, Studio,
    dto::{FormDraft, FormDrafts, FormKind},
    state::session::Session,
};

/// Bytes of one draft at most.
const MOST_BYTES: usize = 4 << 20;

impl Studio {
    /// Keeps what is written in a form, in place of what was kept of it before.
    pub fn save_form_draft(&self, draft: &FormDraft) -> Result<(), Error> {
        if draft.changes.len() > MOST_BYTES {
            let message = "This is too long to keep as a draft (limit 4 MB). Save it now.";
            return Err(Error::new(ErrorCode::Invalid, message.to_owned()));
        }
        let session = self.session_at_all()?;
        let row = draft.id.clone().unwrap_or_default();
        let sealed = session.shared.secrets.seal(&draft.changes, &about(&session, draft.kind, &row));
        let stored = store::FormDraft {
            kind: draft.kind.into(),
            row,
            row_version: draft.aggregate_version.into(),
            sealed: sealed.map_err(|cause| not_kept(&cause))?,
            saved_at: String::new(),
        };
        match session.library.aside().put_form_draft(&stored) {
            // What is typed is kept wherever the library has gone.
            Err(store::Error::Displaced { .. }) => session.keep_form_beside(stored),
            kept => {
                kept?;
                session.forget_form_beside(stored.kind, &stored.row)
            }
        }
    }

    /// Forgets what was written in a form; nothing happens where there is none.
    pub fn delete_form_draft(&self, kind: FormKind, id: Option<&str>) -> Result<(), Error> {
        let session = self.session_at_all()?;
        let row = id.unwrap_or_default();
        session.forget_form_beside(kind.into(), row)?;
        match session.library.aside().delete_form_draft(kind.into(), row) {
            Err(store::Error::Displaced { .. }) => Ok(()),
            forgotten => Ok(forgotten?),
        }
    }

    /// What was written in the forms of one kind. What cannot be read stays where it is, and is said.
    pub fn list_form_drafts(&self, kind: FormKind) -> Result<FormDrafts, Error> {
        let session = self.session()?;
        let mut drafts = Vec::new();
        let mut failed = Vec::new();
        for stored in session.library.list_form_drafts(kind.into())? {
            match session.shared.secrets.unseal(&stored.sealed, &about(&session, kind, &stored.row)) {
                Ok(text) => drafts.push(FormDraft {
                    kind,
                    id: Some(stored.row).filter(|row| !row.is_empty()),
                    aggregate_version: stored.row_version.try_into().unwrap_or_default(),
                    changes: text.expose().to_owned(),
                }),
                Err(cause) => failed.push(cause),
            }
        }
        let unreadable = failed.first().map(|cause| {
            let what = match failed.len() {
                1 => "1 form with unsaved changes".to_owned(),
                count => format!("{count} forms with unsaved changes"),
            };
            sentence(&format!("{what} can't be read: {cause}"))
        });
        Ok(FormDrafts { drafts, unreadable })
    }
}

/// What a draft belongs to: put in the place of another it is none.
fn about(session: &Session, kind: FormKind, row: &str) -> String {
    format!("{}/{kind:?}/{row}", session.library.host())
}

fn not_kept(cause: &SecretError) -> Error {
    let message = sentence(&format!("your draft can't be kept: {cause}"));
    Error::new(ErrorCode::Invalid, message)
}

impl From<store::FormKind> for FormKind {
    fn from(kind: store::FormKind) -> Self {
        match kind {
            store::FormKind::Tool => Self::Tool,
            store::FormKind::Server => Self::Server,
            store::FormKind::Agent => Self::Agent,
            store::FormKind::Call => Self::Call,
        }
    }
}

impl From<FormKind> for store::FormKind {
    fn from(kind: FormKind) -> Self {
        match kind {
            FormKind::Tool => Self::Tool,
            FormKind::Server => Self::Server,
            FormKind::Agent => Self::Agent,
            FormKind::Call => Self::Call,
        }
    }
}
