//! How a server is reached.

use std::{fmt, path::PathBuf, time::Duration};

use reqwest::Url;

use crate::sandbox::{Host, Sandbox};

/// Shorter values are too common to be taken out of what a server says.
const SHORTEST_SECRET: usize = 6;

/// One server, with everything filled in that it needs.
#[derive(Clone)]
pub struct ServerSpec {
    /// What people call it; appears in every message about it.
    pub name: String,
    /// Where it is.
    pub transport: Transport,
    /// How long it may take to start and greet.
    pub start_limit: Duration,
    /// What is never to be shown beside the values of its environment and headers: secrets that were filled in among its
    /// arguments or in its address.
    pub secrets: Vec<String>,
    /// The program of ours that stays beside a server on this machine, ends what the server leaves behind, and confines it
    /// where that was chosen. Without it, what leaves the server's group gets away.
    pub host: Option<Host>,
}

/// Where a server is.
#[derive(Clone)]
pub enum Transport {
    /// A program on this machine, spoken to through its standard input and output.
    Stdio {
        /// The program: a path, or a name that is looked up in `PATH`.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// What it finds in its environment beside [`super::INHERITED`].
        env: Vec<(String, String)>,
        /// The folder it starts in; the user's home where there is none.
        cwd: Option<PathBuf>,
        /// What it is confined to; where there is nothing, it may do all that the user may.
        sandbox: Option<Sandbox>,
    },
    /// A server that listens somewhere, spoken to by streamable HTTP.
    Http {
        /// Its address.
        url: String,
        /// Headers sent with every request.
        headers: Vec<(String, String)>,
        /// Whether it may be this machine or one of a private network.
        allow_private: bool,
    },
}

/// Whether an address is one of this machine: `localhost`, or an address of the loopback. Only the host counts, whole: not
/// a user's name before it, nor what it begins with.
pub fn is_this_machine(address: &str) -> bool {
    Url::parse(address.trim())
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && crate::spec::is_loopback(&url))
}

impl ServerSpec {
    /// Texts that are taken out of whatever is shown of the server, longest first.
    pub(super) fn hidden(&self) -> Vec<String> {
        let values = match &self.transport {
            Transport::Stdio { env, .. } => env,
            Transport::Http { headers, .. } => headers,
        };
        let values = values.iter().map(|(_, value)| value.as_str());
        // A server may repeat the token of `Bearer TOKEN` alone.
        let words = values.flat_map(|value| [Some(value), value.split_once(' ').map(|pair| pair.1)]).flatten();
        let words = words.chain(self.secrets.iter().map(String::as_str)).map(str::trim);
        let mut hidden: Vec<String> = words.filter(|word| word.len() >= SHORTEST_SECRET).map(str::to_owned).collect();
        hidden.sort_by_key(|word| std::cmp::Reverse(word.len()));
        hidden
    }
}

impl fmt::Debug for ServerSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ServerSpec")
            .field("name", &self.name)
            .field("transport", &self.transport)
            .field("start_limit", &self.start_limit)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |pairs: &[(String, String)]| pairs.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        match self {
            Self::Stdio { command, args, env, cwd, sandbox } => formatter
                .debug_struct("Stdio")
                .field("command", command)
                .field("args", &args.len())
                .field("env", &names(env))
                .field("cwd", cwd)
                .field("sandbox", sandbox)
                .finish(),
            Self::Http { url, headers, .. } => formatter
                .debug_struct("Http")
                .field("url", &Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default())
                .field("headers", &names(headers))
                .finish_non_exhaustive(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_never_printed() {
        let pairs =
            vec![("TOKEN".to_owned(), "Bearer hunter2-hunter2".to_owned()), ("LEVEL".to_owned(), "9".to_owned())];
        let stdio = Transport::Stdio {
            command: "server".to_owned(),
            args: vec!["--key=hunter2-hunter2".to_owned()],
            env: pairs.clone(),
            cwd: None,
            sandbox: None,
        };
        let http = Transport::Http {
            url: "https://me:hunter2-hunter2@host/hunter2-hunter2?key=hunter2-hunter2".to_owned(),
            headers: pairs,
            allow_private: false,
        };
        for transport in [stdio, http] {
            let secrets = vec!["hunter2-hunter2-hunter2".to_owned(), "short".to_owned()];
            let start_limit = Duration::from_secs(1);
            let spec = ServerSpec { name: "s".to_owned(), transport, start_limit, secrets, host: None };
            let printed = format!("{spec:?}");
            assert!(printed.contains("TOKEN") && !printed.contains("hunter2"), "{printed}");
            assert_eq!(spec.hidden(), ["hunter2-hunter2-hunter2", "Bearer hunter2-hunter2", "hunter2-hunter2"]);
        }
    }
}
