//! Programs that bring files from another computer or take them there, told apart by the order of their words.

use super::{
    machine::Tree,
    names,
    value::{Origin, Word},
};

/// What a command carries from here, or from elsewhere to here.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Transfer {
    /// Files of this computer that go elsewhere.
    pub(super) taken: Vec<String>,
    /// Files of this computer that come from elsewhere.
    pub(super) brought: Vec<String>,
    /// Whether what it puts out comes from elsewhere.
    pub(super) is_read: bool,
    /// Whether what it reads goes elsewhere.
    pub(super) is_fed: bool,
}

fn text(words: &[Word], at: usize) -> &str {
    words.get(at).map(|word| word.text.as_str()).unwrap_or_default()
}

/// The words that are neither options nor values of the options named.
fn plain<'w>(words: &'w [Word], taking: &[&str]) -> Vec<&'w str> {
    let mut is_value = false;
    let texts = words.iter().map(|word| word.text.as_str());
    texts
        .filter(|text| {
            let was_value = std::mem::replace(&mut is_value, taking.contains(text));
            !was_value && (!text.starts_with('-') || *text == "-")
        })
        .collect()
}

fn value_of<'w>(words: &'w [Word], options: &[&str]) -> Option<&'w str> {
    let at = words.iter().position(|word| options.contains(&word.text.as_str()))?;
    words.get(at + 1).map(|word| word.text.as_str())
}

/// What a command carries; none where it carries nothing.
pub(super) fn transfer(name: &str, words: &[Word]) -> Option<Transfer> {
    match name {
        "scp" | "rsync" | "sftp" | "rclone" | "pscp" => {
            let verbs: &[&str] = if name == "rclone" { &["copy", "sync", "move", "copyto"] } else { &[] };
            let places = plain(words, &["-i", "-P", "-p", "-o", "-F", "-e", "--exclude", "--include"]);
            let places: Vec<&str> = places.into_iter().filter(|place| !verbs.contains(place)).collect();
            between(&places, is_on_host)
        }
        "aws" if text(words, 0) == "s3" && ["cp", "mv", "sync"].contains(&text(words, 1)) => {
            between(&plain(&words[2..], &["--profile", "--region", "--acl"]), |place| place.starts_with("s3://"))
        }
        "gsutil" | "gcloud" | "az" | "azcopy" | "s3cmd" | "mc" | "b2" => {
            let is_bucket = |place: &str| place.contains("://") || place.starts_with("https:");
            let places = plain(words, &["--account-name", "--container-name", "-c", "-n", "--name"]);
            let verb = places.iter().position(|word| ["cp", "copy", "rsync", "mv", "put", "get"].contains(word))?;
            between(&places[verb + 1..], is_bucket)
        }
        "ssh" if plain(words, &["-i", "-p", "-l", "-o", "-F", "-J", "-L", "-R", "-D"]).len() > 1 => {
            Some(Transfer { is_read: true, is_fed: true, ..Transfer::default() })
        }
        "gh" => forge(words),
        "lftp" | "ftp" | "ncftp" | "ncftpget" | "ncftpput" | "tftp" | "smbclient" => Some(spoken(words)),
        "lynx" | "w3m" | "links" | "elinks" if words.iter().any(|word| names::is_remote(&word.text)) => {
            Some(Transfer { is_read: true, ..Transfer::default() })
        }
        "croc" | "wormhole" | "magic-wormhole" if text(words, 0) == "send" => {
            Some(Transfer { taken: owned(&plain(&words[1..], &[])), is_fed: true, ..Transfer::default() })
        }
        _ => None,
    }
}

fn owned(places: &[&str]) -> Vec<String> {
    places.iter().map(|place| (*place).to_owned()).collect()
}

fn is_on_host(place: &str) -> bool {
    let before = place.split('/').next().unwrap_or_default();
    place.starts_with("rsync://") || before.len() > 2 && before.contains(':')
}

/// From all places but the last to the last.
fn between(places: &[&str], is_elsewhere: impl Fn(&str) -> bool) -> Option<Transfer> {
    let (target, sources) = places.split_last()?;
    let mut transfer = Transfer::default();
    if is_elsewhere(target) {
        transfer.taken = owned(sources);
        transfer.is_fed = sources.contains(&"-");
    } else if sources.iter().any(|source| is_elsewhere(source)) {
        transfer.is_read = *target == "-";
        transfer.brought.push((*target).to_owned());
        for source in sources {
            let last = source.rsplit(['/', ':']).next().unwrap_or_default();
            transfer.brought.push(format!("{}/{last}", target.trim_end_matches('/')));
            if *target == "." {
                transfer.brought.push(last.to_owned());
            }
        }
    }
    Some(transfer)
}

/// `gh`: gists and what others published come, gists go.
fn forge(words: &[Word]) -> Option<Transfer> {
    let mut transfer = Transfer::default();
    match (text(words, 0), text(words, 1)) {
        ("gist", "create") => {
            transfer.taken = owned(&plain(&words[2..], &["-d", "--desc", "-f", "--filename"]));
            transfer.is_fed = true;
        }
        ("gist", "view") | ("api", _) => transfer.is_read = true,
        ("release", "download") => {
            let named = value_of(words, &["-O", "--output", "-p", "--pattern"])?;
            transfer.brought.push(named.to_owned());
        }
        _ => return None,
    }
    Some(transfer)
}

/// Programs that are told in words what to get and put.
fn spoken(words: &[Word]) -> Transfer {
    let all: Vec<&str> =
        words.iter().flat_map(|word| word.text.split([' ', ';'])).filter(|part| !part.is_empty()).collect();
    let mut transfer = Transfer::default();
    for (at, part) in all.iter().enumerate() {
        let Some(next) = all.get(at + 1) else { break };
        match *part {
            "get" | "mget" | "pget" => transfer.brought.push(next.rsplit('/').next().unwrap_or_default().to_owned()),
            "-o" => transfer.brought.push((*next).to_owned()),
            "put" | "mput" => transfer.taken.push((*next).to_owned()),
            _ => {}
        }
    }
    transfer
}

impl super::Reader<'_, '_> {
    /// Keeps in mind what a command brings, and whether what it puts out comes from elsewhere.
    pub(super) fn brings(&mut self, name: &str, words: &[Word]) -> bool {
        let Some(transfer) = transfer(name, words) else { return false };
        for path in &transfer.brought {
            self.machine.put(path, super::value::Value::of("", Origin::FETCHED));
            let is_folder = path.len() > 2 && path.ends_with('/');
            if is_folder && !names::is_whole_disk(path) {
                let path = self.machine.whole_path(path);
                self.keep_tree(Tree { path, is_shared: false });
            }
        }
        transfer.is_read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_brought_is_told_from_what_is_taken() {
        let of = |line: &str| {
            let mut words = line.split(' ').map(|text| Word { text: text.to_owned(), ..Word::default() });
            let program = words.next().unwrap().text;
            transfer(&program, &words.collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(of("scp -q a@tides.example:x /tmp/x").brought[0], "/tmp/x");
        assert_eq!(of("scp -i key log a@tides.example:").taken, ["log"]);
        assert_eq!(of("aws s3 cp s3://tides/x.sh x.sh").brought[0], "x.sh");
        assert_eq!(of("rsync -a --exclude .git . tides:/srv").taken, ["."]);
        assert_eq!(of("lftp -c get https://tides.example/x -o /tmp/x").brought, ["x", "/tmp/x"]);
        assert!(of("gh gist view 0a1b").is_read);
        assert_eq!(of("scp C:/a b"), Transfer::default());
    }
}
