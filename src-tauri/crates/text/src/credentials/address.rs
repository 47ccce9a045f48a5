//! Credentials in an address: its password, or the key that stands for one, and those of its path, query and fragment.

use super::{Found, is_credential, is_known_key, is_value, written};

impl Found {
    /// An address with its password or lone key, and the credentials of its path, query and fragment, taken out, if it holds
    /// any.
    pub fn take_out_of_address(&mut self, wanted: &str, address: &str) -> Option<String> {
        let (scheme, rest) = address.split_once("://")?;
        let (authority, rest) = rest.split_at(authority_end(scheme, rest));
        let (path, fragment) = rest.split_once('#').map_or((rest, None), |(path, fragment)| (path, Some(fragment)));
        let (path, query) = path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
        let authority = match authority.rsplit_once('@') {
            Some((user, host)) => format!("{}@{host}", self.without_password(wanted, user)),
            None => authority.to_owned(),
        };
        let part = |part: &str| {
            let is_one = is_value(part) && written::is_in_path(part);
            if is_one { self.keep(&format!("{wanted}-path"), part) } else { part.to_owned() }
        };
        let path = path.split('/').map(part).collect::<Vec<_>>().join("/");
        let mut entry = |pair: &str| {
            // What fills a key up is no value of its own.
            let key = pair.trim_end_matches('=');
            match pair.split_once('=') {
                Some((key, value)) if is_credential(key, value) => {
                    format!("{key}={}", self.keep(&format!("{wanted}-{key}"), value))
                }
                // The address of a database, say.
                Some((key, value)) if value.contains("://") => {
                    let taken = self.take_out_of_address(&format!("{wanted}-{key}"), value);
                    format!("{key}={}", taken.as_deref().unwrap_or(value))
                }
                _ if !key.contains('=') && is_lone_key(key) => self.keep(&format!("{wanted}-key"), pair),
                _ => pair.to_owned(),
            }
        };
        let mut entries = |begin: char, pairs: Option<&str>| {
            pairs.map(|pairs| format!("{begin}{}", pairs.split('&').map(&mut entry).collect::<Vec<_>>().join("&")))
        };
        let (query, fragment) = (entries('?', query).unwrap_or_default(), entries('#', fragment).unwrap_or_default());
        let result = format!("{scheme}://{authority}{path}{query}{fragment}");
        (result != address).then_some(result)
    }

    /// The user of an address without the password, or without the key that stands there alone.
    fn without_password(&mut self, wanted: &str, user: &str) -> String {
        let (name, password) = user.split_once(':').map_or((user, None), |(name, password)| (name, Some(password)));
        let name = if is_lone_key(name) { self.keep(&format!("{wanted}-user"), name) } else { name.to_owned() };
        match password {
            Some(password) if is_value(password) => {
                format!("{name}:{}", self.keep(&format!("{wanted}-password"), password))
            }
            Some(password) => format!("{name}:{password}"),
            None => name,
        }
    }
}

/// Where user and server of an address end. A password may hold, as it is, what otherwise begins a path, a query or a fragment.
fn authority_end(scheme: &str, rest: &str) -> usize {
    let next = |from: usize| rest[from..].find(['/', '?', '#']).map_or(rest.len(), |at| from + at);
    let mut end = next(0);
    while !is_server(scheme, &rest[..end], &rest[end..]) {
        let Some(at) = rest[end..].find('@') else { break };
        end = next(end + at);
    }
    end
}

/// Whether an address may name its server there: the rest of a password is no port.
fn is_server(scheme: &str, authority: &str, after: &str) -> bool {
    let host = authority.rsplit(['@', ']']).next().unwrap_or(authority);
    let Some((_, port)) = host.split_once(':') else { return true };
    let port = port.split(',').next().unwrap_or(port);
    let is_web = ["http", "https", "ws", "wss"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
    // Nobody names a part of a database.
    let is_cut = !is_web && (port.is_empty() || after.starts_with('#'));
    port.starts_with(['{', '$']) || port.bytes().all(|byte| byte.is_ascii_digit()) && !is_cut
}

/// Whether a value that nothing names is a key all the same.
fn is_lone_key(value: &str) -> bool {
    is_value(value) && (is_known_key(value) || written::is_in_path(value))
}

#[cfg(test)]
mod tests {
    use super::Found;

    #[test]
    fn a_password_ends_at_the_server_whatever_it_holds() {
        let password = |address: &str| {
            let mut found = Found::default();
            let taken = found.take_out_of_address("own", address);
            found.0.into_iter().next().map(|(_, value)| value).zip(taken)
        };
        for (before, expected, after) in [
            ("postgres://jo:", "pa#ss", "@h.example:5432/db?sslmode=require"),
            ("postgres://jo:", "pa?ss", "@h.example/db"),
            ("mysql://jo:", "pa/ss", "@h.example/db"),
            ("redis://:", "#pa", "@h.example:6379/0"),
            ("redis://:", "/pa?s#s", "@h.example:6379/0"),
            ("amqp://jo:", "12#34", "@h.example"),
            ("mongodb://jo@corp:", "pa#s@s", "@a.example:1,b.example:2/db"),
            ("https://jo:", "pa#ss", "@h.example/a#b"),
        ] {
            let (value, taken) = password(&format!("{before}{expected}{after}")).expect(expected);
            assert_eq!(value, expected);
            assert_eq!(taken, format!("{before}secret://own-password{after}"));
        }
        for address in [
            "https://h.example:8080/@jo/notes#a@b",
            "https://h.example:443#jo@h.example",
            "docker://h.example:5000/a@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "mongodb://a.example:1,b.example:2/db?user=jo@corp",
            "postgres://[::1]:5432/db?user=jo@corp",
            "https://h.example:${PORT}/@jo",
            "postgres://jo:secret://own-password@h.example/db",
        ] {
            assert_eq!(password(address), None, "{address}");
        }
    }

    #[test]
    fn a_lone_key_is_taken_out_of_any_part_of_an_address() {
        let key = "q7Wx3vK9pLmT5zR8nB2c";
        let taken = |address: &str| Found::default().take_out_of_address("own", address);
        for (address, expected) in [
            (format!("https://{key}@h.example/1"), "https://secret://own-user@h.example/1"),
            ("https://sk-abcdefgh1234@h.example".to_owned(), "https://secret://own-user@h.example"),
            (format!("https://{key}:@h.example/1"), "https://secret://own-user:@h.example/1"),
            ("https://jo:pw@h.example/".to_owned(), "https://jo:secret://own-password@h.example/"),
            (format!("https://h.example/?{key}"), "https://h.example/?secret://own-key"),
            (format!("https://h.example/?{key}=="), "https://h.example/?secret://own-key"),
            ("https://h.example?a=1&token=abc#top".to_owned(), "https://h.example?a=1&token=secret://own-token#top"),
            (
                "https://h.example/a?dsn=postgres://jo:pw@db.example&b=1".to_owned(),
                "https://h.example/a?dsn=postgres://jo:secret://own-dsn-password@db.example&b=1",
            ),
            (
                "https://h.example/#access_token=abc&a=1".to_owned(),
                "https://h.example/#access_token=secret://own-access_token&a=1",
            ),
        ] {
            assert_eq!(taken(&address).as_deref(), Some(expected), "{address}");
        }
        for address in [
            "https://jo@h.example/",
            "ssh://git@h.example/a/b",
            "https://{{user}}@h.example",
            "https://jo:@h.example/",
            "https://h.example/a?page=2#lines-10-to-20",
            "https://h.example/a.whl#sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "docker://h.example/a@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        ] {
            assert_eq!(taken(address), None, "{address}");
        }
    }
}
