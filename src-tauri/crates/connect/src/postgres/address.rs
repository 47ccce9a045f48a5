//! Where a shared library is: an address as `PostgreSQL`'s own programs take it.

use std::{fmt, net::IpAddr};

use percent_encoding::percent_decode_str;
use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};

use super::Error;
use crate::secrets::Secret;

/// How this computer calls itself.
const LOCALHOST: &str = "localhost";

/// The address of a database. Its password is apart, and never printed.
#[derive(Clone)]
pub struct Address {
    pub(super) config: Config,
    pub(super) is_encrypted: bool,
    is_here: bool,
    shown: String,
    server: String,
    password: Option<Secret>,
}

impl Address {
    /// Reads an address. On this computer itself, which is its number whatever its name leads to, nothing is encrypted;
    /// anywhere else everything is, with a certificate that is checked, unless the address says `sslmode=disable`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let bad = |cause: &str| Error::BadAddress { cause: cause.to_owned() };
        let text = text.trim();
        let rest = text.strip_prefix("postgresql://").or_else(|| text.strip_prefix("postgres://"));
        let rest = rest.ok_or_else(|| bad("it doesn't begin with postgresql://"))?;
        let parts = Parts::of(rest);
        // The parser decodes names: a password or a mode of encryption would not be known as one.
        if parts.query.iter().any(|(key, _)| key.contains('%')) {
            return Err(bad("parameter names can't be encoded"));
        }
        let shown = parts.shown();
        let (query, mode) = parts.checked_modes();
        let mut config = parsed(&parts, parts.host, &query)?;
        if config.get_hosts().is_empty() {
            return Err(bad("it has no host"));
        }
        // It would be connected to whatever the host is called: encryption is judged, and consent asked, by that name.
        if !config.get_hostaddrs().is_empty() {
            return Err(bad("it has a hostaddr; use the host instead"));
        }
        if config.get_user().is_none() {
            return Err(bad("it has no user"));
        }
        let is_here = config.get_hosts().iter().all(is_here);
        let is_encrypted = match mode.as_deref() {
            Some("disable") => false,
            Some("require" | "verify-ca" | "verify-full") => true,
            Some("prefer" | "allow") | None => !is_here,
            Some(other) => return Err(bad(&format!("sslmode={other} isn't supported"))),
        };
        let server = server(&config);
        if is_here && !is_encrypted {
            let (host, query) = parts.at_loopback(&query);
            config = parsed(&parts, &host, &query)?;
            if config.get_hosts().contains(&Host::Tcp(LOCALHOST.to_owned())) {
                return Err(bad("host names can't be encoded"));
            }
        }
        config.ssl_mode(if is_encrypted { SslMode::Require } else { SslMode::Disable });
        let password = parts.password.map(|text| Secret::new(percent_decode_str(text).decode_utf8_lossy()));
        if let Some(password) = &password {
            config.password(password.expose());
        }
        Ok(Self { config, is_encrypted, is_here, shown, server, password })
    }

    /// The same place with this password.
    #[must_use]
    pub fn with_password(mut self, password: Secret) -> Self {
        self.config.password(password.expose());
        self.password = Some(password);
        self
    }

    /// The password, where there is one.
    pub fn password(&self) -> Option<&Secret> {
        self.password.as_ref()
    }

    /// Whether what goes there can be read on the way: it leaves this computer, and is not encrypted.
    pub fn is_exposed(&self) -> bool {
        !self.is_encrypted && !self.is_here
    }

    /// The login.
    pub fn user(&self) -> &str {
        self.config.get_user().unwrap_or_default()
    }

    /// The address without its password: what is shown, and what is kept.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The address with this in the place of its password, such as the name of a secret.
    pub fn with_reference(&self, reference: &str) -> String {
        let before = self.shown.split('?').next().unwrap_or_default();
        if before.contains('@') {
            return self.shown.replacen('@', &format!(":{reference}@"), 1);
        }
        let sign = if self.shown.contains('?') { '&' } else { '?' };
        format!("{}{sign}password={reference}", self.shown)
    }

    /// Host, port and name of the database.
    pub fn database(&self) -> String {
        let name = self.config.get_dbname().or_else(|| self.config.get_user()).unwrap_or_default();
        format!("{}/{name}", self.server)
    }

    /// Host and port, as messages call them.
    pub fn server(&self) -> &str {
        &self.server
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Address").field(&self.shown).finish()
    }
}

/// The address without its password, as the parser reads it. What that complains of may quote the address.
fn parsed(parts: &Parts<'_>, host: &str, query: &str) -> Result<Config, Error> {
    let plain = format!("postgresql://{}{host}{}{query}", parts.user_part(), parts.path);
    plain.parse().map_err(|cause: tokio_postgres::Error| {
        let source = std::error::Error::source(&cause).map(ToString::to_string);
        Error::BadAddress { cause: source.unwrap_or_else(|| cause.to_string()) }
    })
}

/// The text of an address, taken apart.
struct Parts<'a> {
    user: Option<&'a str>,
    password: Option<&'a str>,
    host: &'a str,
    path: &'a str,
    /// Without a password.
    query: Vec<(&'a str, &'a str)>,
}

impl<'a> Parts<'a> {
    fn of(rest: &'a str) -> Self {
        let (before, query) = query_at(rest).map_or((rest, ""), |at| (&rest[..at], &rest[at + 1..]));
        let at = before.rfind('@');
        let (credentials, place) = at.map_or((None, before), |at| (Some(&before[..at]), &before[at + 1..]));
        let (host, path) = place.split_at(place.find('/').unwrap_or(place.len()));
        let (user, mut password) = match credentials.map(|text| text.split_once(':').unwrap_or((text, ""))) {
            Some((user, "")) => (Some(user), None),
            Some((user, password)) => (Some(user), Some(password)),
            None => (None, None),
        };
        let mut kept = Vec::new();
        for (key, value) in
            query.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        {
            if key == "password" { password = Some(value) } else { kept.push((key, value)) }
        }
        Self { user, password, host, path, query: kept }
    }

    fn user_part(&self) -> String {
        self.user.map(|user| format!("{user}@")).unwrap_or_default()
    }

    fn shown(&self) -> String {
        let pairs: Vec<String> = self.query.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let query = if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) };
        format!("postgresql://{}{}{}{query}", self.user_part(), self.host, self.path)
    }

    /// Its hosts and this query of it, with numbers for this computer's name: a name server might call another one that.
    fn at_loopback(&self, query: &str) -> (String, String) {
        // Hosts of the query share the ports of these by their places.
        let has_others = self.query.iter().any(|(key, _)| *key == "host");
        let numbered = |chunk: &str| match chunk.strip_prefix(LOCALHOST) {
            Some(port) if port.is_empty() || port.starts_with(':') => {
                let last = format!("127.0.0.1{port}");
                if has_others { last } else { format!("[::1]{port},{last}") }
            }
            _ => chunk.to_owned(),
        };
        let hosts: Vec<String> = self.host.split(',').map(numbered).collect();
        let renumbered = |pair: &str| match pair.strip_prefix("host=") {
            Some(names) => {
                let names = names.split(',').map(|name| if name == LOCALHOST { "127.0.0.1" } else { name });
                format!("host={}", names.collect::<Vec<_>>().join(","))
            }
            None => pair.to_owned(),
        };
        let pairs: Vec<String> = query.trim_start_matches('?').split('&').map(renumbered).collect();
        (hosts.join(","), if query.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) })
    }

    /// The query without the mode of encryption, which is ours to read, and that mode.
    fn checked_modes(&self) -> (String, Option<String>) {
        let (modes, others): (Vec<_>, Vec<_>) = self.query.iter().partition(|(key, _)| *key == "sslmode");
        let pairs: Vec<String> = others.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let query = if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) };
        (query, modes.last().map(|(_, mode)| (*mode).to_owned()))
    }
}

/// Where the query begins. What a password holds begins none: what stands before it is no server, whose port is a number.
fn query_at(rest: &str) -> Option<usize> {
    let first = rest.find('?')?;
    let before = &rest[..first];
    let port = before.split_once(':').and_then(|(_, port)| port.split(['/', ',']).next()).unwrap_or_default();
    let is_server = before.contains('@') || before.starts_with('[') || port.bytes().all(|byte| byte.is_ascii_digit());
    match rest[first..].find('@').filter(|_| !is_server) {
        Some(at) => rest[first + at..].find('?').map(|found| first + at + found),
        None => Some(first),
    }
}

fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            let bare = name.trim_start_matches('[').trim_end_matches(']');
            name == LOCALHOST || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn server(config: &Config) -> String {
    let port = config.get_ports().first().copied().unwrap_or(5432);
    match config.get_hosts().first() {
        Some(Host::Tcp(name)) => format!("{name}:{port}"),
        #[cfg(unix)]
        Some(Host::Unix(folder)) => folder.display().to_string(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, Host};

    #[test]
    fn a_password_is_taken_out_wherever_it_stands() {
        for text in [
            "postgresql://ann:s%40cret@db.example.com:5433/team?connect_timeout=3",
            "postgres://ann@db.example.com:5433/team?password=s%40cret&connect_timeout=3",
        ] {
            let address = Address::parse(text).expect("an address");
            assert_eq!(address.shown(), "postgresql://ann@db.example.com:5433/team?connect_timeout=3");
            assert_eq!(address.password().map(|secret| secret.expose().to_owned()).as_deref(), Some("s@cret"));
            assert!(!format!("{address:?}").contains("cret"), "{address:?}");
        }
        for password in ["s#cret", "s/cret", "s?cret", "s?cr?t#"] {
            let address =
                Address::parse(&format!("postgres://ann:{password}@db:5433/team?user=ann@corp")).expect(password);
            assert_eq!(address.password().map(|secret| secret.expose().to_owned()).as_deref(), Some(password));
            assert_eq!(address.shown(), "postgresql://ann@db:5433/team?user=ann@corp");
        }
        let address = Address::parse("postgres://db:5433/team?user=ann@corp").expect("an address");
        assert_eq!(address.shown(), "postgresql://db:5433/team?user=ann@corp");
    }

    #[test]
    fn the_name_of_a_secret_stands_where_the_password_stood() {
        for (text, named) in [
            (
                "postgresql://ann:old@db:5433/team?sslmode=disable",
                "postgresql://ann:secret://x@db:5433/team?sslmode=disable",
            ),
            ("postgresql://db/team?user=ann", "postgresql://db/team?user=ann&password=secret://x"),
        ] {
            let address = Address::parse(text).expect("an address");
            assert_eq!(address.with_reference("secret://x"), named);
            let again = Address::parse(named).expect("an address");
            assert_eq!(again.shown(), address.shown());
            assert_eq!(again.password().map(|secret| secret.expose().to_owned()).as_deref(), Some("secret://x"));
        }
        assert_eq!(Address::parse("postgresql://ann@db/team").expect("an address").database(), "db:5432/team");
    }

    #[test]
    fn only_this_computer_is_spoken_to_in_the_clear_unless_the_address_says_so() {
        for (text, is_encrypted) in [
            ("postgresql://a@localhost/x", false),
            ("postgresql://a@127.0.0.9/x", false),
            ("postgresql://a@[::1]:5432/x", false),
            ("postgresql://a@localhost/x?sslmode=require", true),
            ("postgresql://a@db.example.com/x", true),
            ("postgresql://a@10.0.0.1/x?sslmode=prefer", true),
            ("postgresql://a@db.example.com/x?sslmode=verify-full", true),
            ("postgresql://a@db.example.com/x?sslmode=disable", false),
        ] {
            assert_eq!(Address::parse(text).expect("an address").is_encrypted, is_encrypted, "{text}");
        }
        for (text, is_exposed) in [
            ("postgresql://a@localhost/x?sslmode=disable", false),
            ("postgresql://a@[::1]/x", false),
            ("postgresql://a@db.example.com/x", false),
            ("postgresql://a@db.example.com/x?sslmode=disable", true),
            ("postgresql://a@0.0.0.0/x?sslmode=disable", true),
            ("postgresql://a@[::ffff:127.0.0.1]/x?sslmode=disable", true),
            ("postgresql://a@localhost,db.example.com/x?sslmode=disable", true),
            ("postgresql://a@127.0.0.1/x?sslmode=disable&host=db.example.com", true),
        ] {
            assert_eq!(Address::parse(text).expect("an address").is_exposed(), is_exposed, "{text}");
        }
    }

    #[test]
    fn this_computer_is_connected_to_by_number_whatever_else_is_called_localhost() {
        for (text, hosts, ports) in [
            ("postgresql://a@localhost/x", &["::1", "127.0.0.1"][..], &[5432, 5432][..]),
            ("postgresql://a@localhost:5433/x?sslmode=disable", &["::1", "127.0.0.1"], &[5433, 5433]),
            ("postgresql://a@localhost:1,127.0.0.2:2/x", &["::1", "127.0.0.1", "127.0.0.2"], &[1, 1, 2]),
            ("postgresql://a@/x?host=localhost&port=7", &["127.0.0.1"], &[7]),
            ("postgresql://a@localhost/x?host=localhost", &["127.0.0.1", "127.0.0.1"], &[5432]),
            // Its certificate bears the name.
            ("postgresql://a@localhost/x?sslmode=require", &["localhost"], &[5432]),
        ] {
            let address = Address::parse(text).expect(text);
            let hosts: Vec<Host> = hosts.iter().map(|host| Host::Tcp((*host).to_owned())).collect();
            assert_eq!((address.config.get_hosts(), address.config.get_ports()), (&hosts[..], ports), "{text}");
            assert!(address.server().starts_with("localhost:"), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_a_word_of_its_password() {
        for text in [
            "db.example.com",
            "https://a:hunter2@host/x",
            "postgresql://",
            "postgresql://a:hunter2@host:port/x",
            "postgresql://a:hunter2@host/x?sslmode=maybe",
            "postgresql://a:hunter2@host/x?unknown=1",
            "postgresql://host/x",
            "postgresql://a@host/x?p%61ssword=hunter2",
            "postgresql://a:hunter2@localhost/x?hostaddr=6.6.6.6",
            "postgresql://a:hunter2@localhost/x?host%61ddr=6.6.6.6",
            "postgresql://a:hunter2@/x?hostaddr=6.6.6.6",
            "postgresql://a:hunter2@local%68ost/x",
        ] {
            let error = Address::parse(text).expect_err(text).to_string();
            assert!(!error.contains("hunter2"), "{error}");
            assert!(error.contains("postgresql://user@host"), "{error}");
        }
    }
}
