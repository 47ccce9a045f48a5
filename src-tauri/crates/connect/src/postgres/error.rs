//! What can go wrong between this program and a `PostgreSQL` server.

use std::{io, time::Duration};

use studio_model::SharedKind;
use tokio_postgres::error::SqlState;

use crate::secrets::Mask;

/// Longest time one statement may take: the server ends it then.
pub(super) const STATEMENT: Duration = Duration::from_mins(1);

/// Characters of what a server said that are repeated in an error.
const SAID_CHARS: usize = 1_000;

/// What a member of a library may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read it.
    Reader,
    /// Change it too.
    Writer,
}

impl Access {
    /// As the server calls it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Writer => "writer",
        }
    }
}

/// A whole sentence each: what, where, and what to do. None holds a password.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is none.
    #[error(
        "This isn't the URL of a PostgreSQL database: {cause}. Use a URL like postgresql://user@host:5432/database."
    )]
    BadAddress {
        /// Why not.
        cause: String,
    },
    /// What talks to servers could not be started.
    #[error("Can't make network connections on this computer: {cause}.")]
    NotStarted {
        /// What the system said.
        cause: String,
    },
    /// Nobody answers there.
    #[error("The database server {server} can't be reached: {cause}. Check the URL and that the server is running.")]
    Unreachable {
        /// Host and port.
        server: String,
        /// What the connection said.
        cause: String,
    },
    /// No answer came in time.
    #[error("The database server {server} didn't respond within {seconds} seconds. Try again later.")]
    Slow {
        /// Host and port.
        server: String,
        /// How long was waited.
        seconds: u64,
    },
    /// The connection broke.
    #[error("The connection to the database server {server} was lost. Incomplete changes were rolled back. Try again.")]
    Lost {
        /// Host and port.
        server: String,
    },
    /// The connection cannot be encrypted.
    #[error(
        "The connection to {server} can't be encrypted: {cause}. Use a server certificate that this computer trusts, \
         or, on a network you trust, add sslmode=disable to the URL to connect without encryption."
    )]
    Tls {
        /// Host and port.
        server: String,
        /// Why not.
        cause: String,
    },
    /// The server does not know the user, or the password is another.
    #[error("The database server {server} rejected the sign-in: {cause}. Check the user name and password.")]
    Refused {
        /// Host and port.
        server: String,
        /// What the server said.
        cause: String,
    },
    /// There is no such database.
    #[error("Database not found on {server}: {cause}. Check the database name in the URL, or create the database.")]
    NoDatabase {
        /// Host and port.
        server: String,
        /// What the server said.
        cause: String,
    },
    /// pgvector is missing.
    #[error(
        "The database doesn't have pgvector ({cause}). Install pgvector 0.8 or newer on the server, then try again. \
         Nothing was changed."
    )]
    NoVectors {
        /// What the server said.
        cause: String,
    },
    /// The tables for sharing are missing, or older.
    #[error("The database isn't set up for sharing with this version of Skill Studio.")]
    NotSetUp,
    /// A newer version has set the database up.
    #[error(
        "The database was set up by a newer version of Skill Studio (schema {found}; this version supports up to \
         {known}). Update Skill Studio on this computer. Nothing was changed."
    )]
    Newer {
        /// The schema there.
        found: i32,
        /// The newest this program knows.
        known: i32,
    },
    /// A table of that name is there, and is another one.
    #[error(
        "The table {table} isn't a light-4j table: it has no column {column}. Use another database or schema \
         (options=-csearch_path=NAME in the URL). Nothing was changed."
    )]
    OtherTable {
        /// The table.
        table: String,
        /// What it lacks.
        column: String,
    },
    /// The user may not do this.
    #[error(
        "The database user isn't allowed to do this: {cause}. Ask the database owner for the role studio_reader \
         (to pull) or studio_writer (to push), or to set up the database. Nothing was changed."
    )]
    NotAllowed {
        /// What the server said.
        cause: String,
    },
    /// The login is no member of the library, or may not do this in it.
    #[error(
        "Your login isn't a {} of this library on the server. Ask the database owner to run \
         SELECT studio_grant('LIBRARY', 'LOGIN', '{}'). Nothing was changed.",
        .access.as_str(), .access.as_str()
    )]
    NotMember {
        /// What it would have to be.
        access: Access,
    },
    /// The connection would be in the clear.
    #[error(
        "The connection to {server} wouldn't be encrypted: others on the network could read the password and \
         everything you push or pull. Remove sslmode=disable from the URL. Nothing was sent."
    )]
    Unencrypted {
        /// Host and port.
        server: String,
    },
    /// It sends what no server of a library does.
    #[error(
        "The database server {server} sent {sent}. The connection was closed. Check that the URL is that of the library's \
         database."
    )]
    TooMuch {
        /// Host and port.
        server: String,
        /// What.
        sent: String,
    },
    /// Somebody else is writing.
    #[error("Someone else is pushing to this library right now. Try again in a moment. Nothing was changed.")]
    Busy,
    /// A row is not at the version it was read at.
    #[error("The {} {id} was just changed on the server. Pull, then push again. Nothing was changed.", .kind.as_str())]
    Moved {
        /// What it is.
        kind: SharedKind,
        /// Its id there.
        id: uuid::Uuid,
    },
    /// Anything else the server says.
    #[error("The database server reported an error: {message} ({code}). Nothing was changed.")]
    Server {
        /// Its code of five characters.
        code: String,
        /// Its message.
        message: String,
    },
}

impl Error {
    /// What a failed statement or connection means. `server` is how it is called.
    pub(super) fn of(server: &str, error: &tokio_postgres::Error) -> Self {
        if let Some(said) = error.as_db_error() {
            return Self::said(server, said.code(), said.message());
        }
        if error.is_closed() {
            return Self::Lost { server: server.to_owned() };
        }
        let source = std::error::Error::source(error);
        let Some(io) = source.and_then(|source| source.downcast_ref::<io::Error>()) else {
            let cause = source.map_or_else(|| error.to_string(), ToString::to_string);
            return Self::Server { code: "client".to_owned(), message: cause };
        };
        Self::of_io(server, io)
    }

    /// What a connection that could not be made means. What is neither the server's word nor the network's is about the
    /// encryption, where there is to be one.
    pub(super) fn of_connecting(server: &str, is_encrypted: bool, error: &tokio_postgres::Error) -> Self {
        let source = std::error::Error::source(error);
        let is_of_network = source.and_then(|source| source.downcast_ref::<io::Error>()).is_some();
        let is_known = source.is_none() || is_of_network || error.as_db_error().is_some();
        match source {
            Some(cause) if is_encrypted && !is_known => {
                Self::Tls { server: server.to_owned(), cause: cause.to_string() }
            }
            _ => Self::of(server, error),
        }
    }

    /// The same without a secret that the server repeats, and no longer than is read.
    pub(super) fn cleaned(mut self, mask: &Mask) -> Self {
        match &mut self {
            Self::NotStarted { cause }
            | Self::Unreachable { cause, .. }
            | Self::Tls { cause, .. }
            | Self::Refused { cause, .. }
            | Self::NoDatabase { cause, .. }
            | Self::NoVectors { cause }
            | Self::NotAllowed { cause } => *cause = mask.said(cause, SAID_CHARS),
            Self::Server { code, message } => {
                *code = mask.said(code, SAID_CHARS);
                *message = mask.said(message, SAID_CHARS);
            }
            _ => {}
        }
        self
    }

    /// What a failure of the connection itself means.
    pub(super) fn of_io(server: &str, error: &io::Error) -> Self {
        let server = server.to_owned();
        if error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()).is_some() {
            return Self::Tls { server, cause: error.to_string() };
        }
        match error.kind() {
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted => Self::Lost { server },
            _ => Self::Unreachable { server, cause: error.to_string() },
        }
    }

    fn said(server: &str, code: &SqlState, message: &str) -> Self {
        let (server, cause) = (server.to_owned(), message.to_owned());
        match code {
            &SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                Self::Refused { server, cause }
            }
            &SqlState::INVALID_CATALOG_NAME => Self::NoDatabase { server, cause },
            &SqlState::INSUFFICIENT_PRIVILEGE | &SqlState::READ_ONLY_SQL_TRANSACTION => Self::NotAllowed { cause },
            &SqlState::LOCK_NOT_AVAILABLE => Self::Busy,
            &SqlState::QUERY_CANCELED => Self::Slow { server, seconds: STATEMENT.as_secs() },
            &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::CANNOT_CONNECT_NOW
            | &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => Self::Lost { server },
            _ => Self::Server { code: code.code().to_owned(), message: cause },
        }
    }
}
