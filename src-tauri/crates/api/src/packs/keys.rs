//! The key a user signs with, the keys they trust, and what these say of manifests.

use std::{collections::BTreeMap, path::PathBuf};

use studio_connect::secrets::Secret;
use studio_model::{one_line, sentence};
use studio_pack::{
    ImportFormat,
    manifest::{self, Checked},
    signature::{self, Public, Signature},
};

use crate::{
    Error, ErrorCode, Studio,
    base::{paths::expanded, typed::refuse_credential},
    dto::{
        ConsentRequest, KeyList, ManifestCheck, ManifestFinding, ManifestProblem, ManifestVerdict, RowFormat,
        SignatureVerdict, SigningKey, StudioEvent, TrustedKey,
    },
    state::{
        command::{Command, ConsentKind},
        consents::Verdict,
    },
};

/// Longest name of a trusted key.
const LONGEST_NAME: usize = 126;
/// What this user's own key is called.
const OWN: &str = "your own key";

/// The key this user signs with.
pub(super) struct OwnKey {
    secret: Secret,
    public: Public,
}

impl OwnKey {
    fn of(secret: Secret) -> Result<Self, Error> {
        let public = Public::of_secret(secret.expose()).map_err(|cause| invalid(&cause))?;
        Ok(Self { secret, public })
    }

    pub(super) fn id(&self) -> String {
        self.public.id()
    }

    pub(super) fn sign(&self, bytes: &[u8], comment: &str) -> Result<String, Error> {
        signature::sign(self.secret.expose(), bytes, &one_line(comment)).map_err(|cause| invalid(&cause))
    }

    pub(super) fn has_signed(&self, signature: &Signature, bytes: &[u8]) -> bool {
        signature.is_of(&self.public, bytes)
    }
}

impl Studio {
    /// The keys this studio knows: this user's own, and those they trust.
    pub fn list_keys(&self) -> Result<KeyList, Error> {
        let own = self.shared.secrets.find_signing_key().map_err(|cause| failed(&cause))?;
        let own = own.map(OwnKey::of).transpose()?;
        let own = own.map(|key| SigningKey { key_id: key.id(), public_key: key.public.text() });
        Ok(KeyList { own, trusted: self.trusted_keys()?.into_iter().map(|(key, _)| key).collect() })
    }

    /// Makes the key this user signs with, where there is none.
    pub fn create_signing_key(&self) -> Result<KeyList, Error> {
        self.own_key()?;
        (self.shared.events)(StudioEvent::PacksChanged);
        self.list_keys()
    }

    /// What the author has to allow before a key is trusted; none where it is.
    pub fn asked_to_trust(&self, name: &str, public_key: &str) -> Result<Option<ConsentRequest>, Error> {
        match self.shared.consents.check(&trusting(name, public_key)?)? {
            Verdict::Allowed => Ok(None),
            Verdict::Ask(request) => Ok(Some(*request)),
        }
    }

    /// Trusts a key: what it signed is told by this name from now on. Another key of the same name is trusted no more.
    pub fn trust_key(&self, name: &str, public_key: &str) -> Result<KeyList, Error> {
        self.shared.consents.grant_command(&trusting(name, public_key)?, crate::now())?;
        (self.shared.events)(StudioEvent::PacksChanged);
        self.list_keys()
    }

    /// Trusts a key no more, by its name or id.
    pub fn distrust_key(&self, name: &str) -> Result<KeyList, Error> {
        let keys = self.trusted_keys()?;
        let found = keys.iter().find(|(key, _)| key.name == name || key.key_id.eq_ignore_ascii_case(name));
        let (key, _) =
            found.ok_or_else(|| Error::new(ErrorCode::NotFound, format!("No trusted key named “{name}”.")))?;
        self.shared.consents.revoke(&key.consent)?;
        (self.shared.events)(StudioEvent::PacksChanged);
        self.list_keys()
    }

    pub(super) fn own_key(&self) -> Result<OwnKey, Error> {
        let mut problem = None;
        let secret = self.shared.secrets.signing_key(|| match signature::generate() {
            Ok(secret) => Secret::new(secret),
            Err(cause) => {
                problem = Some(invalid(&cause));
                Secret::new(String::new())
            }
        });
        let secret = secret.map_err(|cause| failed(&cause))?;
        problem.map_or_else(|| OwnKey::of(secret), Err)
    }

    fn trusted_keys(&self) -> Result<Vec<(TrustedKey, Public)>, Error> {
        let granted = self.shared.consents.read()?;
        let granted = granted.into_iter().filter(|known| known.command.kind == ConsentKind::Key);
        Ok(granted
            .filter_map(|known| {
                let public = Public::parse(known.command.argv.first()?).ok()?;
                let key = TrustedKey {
                    name: known.command.subject,
                    key_id: public.id(),
                    public_key: public.text(),
                    trusted_at: known.at,
                    consent: known.hash,
                };
                Some((key, public))
            })
            .collect())
    }

    /// What is told of the manifests that stand with these paths, and what lies there beside what they name.
    pub fn check_manifests(&self, paths: &[String], format: Option<ImportFormat>) -> Result<ManifestCheck, Error> {
        let mut manifests: BTreeMap<PathBuf, Checked> = BTreeMap::new();
        let mut strays = Vec::new();
        for path in paths.iter().map(|path| expanded(path)) {
            self.settle_at(&path);
            let found: Vec<Checked> = manifest::find(&path).iter().map(|found| manifest::check(found)).collect();
            // What another system keeps is one thing, which a manifest names whole or not at all.
            let stands_there = |checked: &Checked| path.is_file() || checked.path.parent() == Some(&path);
            match RowFormat::detect(&path) {
                _ if found.is_empty() => {}
                Some(_) => strays.extend((!found.iter().any(stands_there)).then(|| path.display().to_string())),
                None => strays.extend(manifest::strays(&path, &self.import_options(format), &found)),
            }
            manifests.extend(found.into_iter().map(|checked| (checked.path.clone(), checked)));
        }
        if manifests.is_empty() {
            return Ok(ManifestCheck::default());
        }
        let trusted = self.trusted_keys()?;
        let own = self.shared.secrets.find_signing_key().map_err(|cause| failed(&cause))?;
        let own = own.and_then(|secret| OwnKey::of(secret).ok()).map(|key| (OWN.to_owned(), key.public));
        let keys: Vec<(String, Public)> =
            own.into_iter().chain(trusted.into_iter().map(|(key, public)| (key.name, public))).collect();
        let verdicts = manifests.into_values().map(|checked| verdict(checked, &keys)).collect();
        Ok(ManifestCheck { manifests: verdicts, strays })
    }
}

/// A key as the author is asked to trust it.
fn trusting(name: &str, public_key: &str) -> Result<Command, Error> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Error::new(ErrorCode::Invalid, "Enter the key's owner (up to 126 characters)."));
    }
    refuse_credential("The name of the key's owner", name)?;
    let public = Public::parse(public_key).map_err(|cause| {
        let advice = "Paste the line that starts with RW, or the contents of the key file.";
        Error::new(ErrorCode::Invalid, format!("{} {advice}", sentence(&cause.to_string())))
    })?;
    Ok(Command { kind: ConsentKind::Key, subject: name.to_owned(), argv: vec![public.text()], ..Command::default() })
}

fn verdict(checked: Checked, keys: &[(String, Public)]) -> ManifestVerdict {
    let finding = |problem: ManifestProblem| move |path: String| ManifestFinding { path, problem };
    let signature = signed_by(&checked, keys);
    let mut findings: Vec<ManifestFinding> =
        checked.altered.into_iter().map(finding(ManifestProblem::Altered)).collect();
    findings.extend(checked.made_executable.into_iter().map(finding(ManifestProblem::MadeExecutable)));
    findings.extend(checked.no_longer_executable.into_iter().map(finding(ManifestProblem::NoLongerExecutable)));
    findings.extend(checked.missing.into_iter().map(finding(ManifestProblem::Missing)));
    findings.extend(checked.added.into_iter().map(finding(ManifestProblem::Added)));
    let path = checked.path.display().to_string();
    match checked.manifest {
        Ok(manifest) => ManifestVerdict {
            path,
            name: one_line(&manifest.name).into_owned(),
            version: one_line(&manifest.version).into_owned(),
            files: manifest.files.len() as u32,
            findings,
            signature,
            problem: None,
        },
        Err(problem) => ManifestVerdict {
            path,
            name: String::new(),
            version: String::new(),
            files: 0,
            findings,
            signature,
            problem: Some(problem),
        },
    }
}

fn signed_by(checked: &Checked, keys: &[(String, Public)]) -> SignatureVerdict {
    let text = match &checked.signature {
        None => return SignatureVerdict::Unsigned,
        Some(Err(message)) => return SignatureVerdict::Unreadable { message: message.clone() },
        Some(Ok(text)) => text,
    };
    let signature = match Signature::parse(text) {
        Ok(signature) => signature,
        Err(cause) => return SignatureVerdict::Unreadable { message: sentence(&cause.to_string()) },
    };
    let key_id = signature.id();
    let mut of_id = keys.iter().filter(|(_, key)| key.id() == key_id).peekable();
    let Some((first, _)) = of_id.peek() else { return SignatureVerdict::UnknownKey { key_id } };
    let first = first.clone();
    match of_id.find(|(_, key)| signature.is_of(key, &checked.bytes)) {
        Some((name, _)) => SignatureVerdict::Valid { name: name.clone(), key_id },
        None => SignatureVerdict::Wrong { name: first, key_id },
    }
}

fn invalid(cause: &signature::Error) -> Error {
    Error::new(ErrorCode::Internal, sentence(&cause.to_string()))
}

fn failed(cause: &studio_connect::secrets::Error) -> Error {
    Error::new(ErrorCode::Invalid, sentence(&cause.to_string()))
}
