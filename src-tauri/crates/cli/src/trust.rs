//! What others wrote, before it is trusted: scans, manifests with their signatures, keys.

use std::path::PathBuf;

use studio_api::{
    ImportFormat, Studio,
    dto::{KeyList, ManifestCheck, ManifestVerdict, SignatureVerdict},
};

use crate::{
    arguments::KeyAction,
    output::{Failure, Outcome, Output},
    path_texts,
};

/// Why what lies beside a pack is not as it was signed.
const IN_NO_MANIFEST: &str =
    "it isn't listed in a skill-pack.json there; remove it, or choose the folder that has the skill-pack.json";

/// Looks through skills on disk.
pub(crate) fn scan(studio: &Studio, paths: &[PathBuf], output: &Output) -> Result<Outcome, Failure> {
    let report = studio.scan_paths(&path_texts(paths))?;
    output.result(&report, |out| {
        for found in &report.findings {
            let place = format!("{} {}:{}:{}", found.entity, found.path, found.line, found.column);
            let dismissed = if found.dismissed.is_some() { " (dismissed)" } else { "" };
            writeln!(out, "{place}: {}: {}{dismissed}", found.rule, found.message)?;
            writeln!(out, "    {}", found.excerpt)?;
        }
        let unread = match report.unread {
            0 => String::new(),
            unread => format!(" Files not scanned completely: {unread}."),
        };
        let binary = match report.binary {
            0 => String::new(),
            binary => format!(" Binary files skipped: {binary}."),
        };
        let (files, flagged) = (report.files, report.findings.len());
        writeln!(out, "Files scanned: {files}.{unread}{binary} Items flagged: {flagged}. This isn't a guarantee.")
    });
    let is_empty = report.files + report.unread == 0;
    if is_empty {
        Output::note("no skill files found");
    }
    Ok(Outcome::with_findings(is_empty || report.findings.iter().any(|found| found.dismissed.is_none())))
}

/// Checks the manifests and signatures that stand with paths.
pub(crate) fn verify(studio: &Studio, paths: &[PathBuf], output: &Output) -> Result<Outcome, Failure> {
    let mut verdicts = Vec::new();
    for path in paths {
        let ManifestCheck { manifests, strays } =
            studio.check_manifests(&path_texts(std::slice::from_ref(path)), None)?;
        verdicts.extend(manifests);
        verdicts.extend(strays.into_iter().map(in_no_manifest));
    }
    output.result(&verdicts, |out| {
        for one in &verdicts {
            let problem = one.problem.clone().unwrap_or_else(|| format!("{} {}", one.name, one.version));
            writeln!(out, "{}: {problem}", one.path)?;
            if one.problem.as_deref() != Some(IN_NO_MANIFEST) {
                writeln!(out, "  {}", said(&one.signature))?;
            }
            one.findings.iter().try_for_each(|found| writeln!(out, "  {:<9}  {}", found.problem, found.path))?;
        }
        Ok(())
    });
    if verdicts.is_empty() {
        Output::note("no skill-pack.json found");
    }
    Ok(Outcome::with_findings(verdicts.is_empty() || !verdicts.iter().all(is_as_signed)))
}

/// What lies beside a pack, as a verdict of its own.
fn in_no_manifest(path: String) -> ManifestVerdict {
    ManifestVerdict {
        path,
        name: String::new(),
        version: String::new(),
        files: 0,
        findings: Vec::new(),
        signature: SignatureVerdict::Unsigned,
        problem: Some(IN_NO_MANIFEST.to_owned()),
    }
}

/// Refuses paths that do not stand with a manifest which a trusted key signed, are not as they were signed, or hold more
/// than that.
pub(crate) fn must_be_signed(studio: &Studio, paths: &[PathBuf], format: Option<&str>) -> Result<(), Failure> {
    let format = format.and_then(ImportFormat::parse);
    for path in paths {
        let shown = path.display();
        let ManifestCheck { manifests, strays } =
            studio.check_manifests(&path_texts(std::slice::from_ref(path)), format)?;
        if manifests.is_empty() {
            return Err(Failure::input(format!("{shown} has no skill-pack.json. Nothing was imported.")));
        }
        let mut verdicts = manifests.into_iter().chain(strays.into_iter().map(in_no_manifest));
        let Some(first) = verdicts.find(|verdict| !is_as_signed(verdict)) else { continue };
        let why = match (&first.problem, first.findings.first()) {
            (Some(problem), _) => problem.clone(),
            (None, Some(found)) => format!("{} is {}", found.path, found.problem),
            (None, None) => said(&first.signature),
        };
        return Err(Failure::input(format!("{}: {why}. Nothing was imported.", first.path)));
    }
    Ok(())
}

fn is_as_signed(verdict: &ManifestVerdict) -> bool {
    let is_signed = matches!(verdict.signature, SignatureVerdict::Valid { .. });
    is_signed && verdict.findings.is_empty() && verdict.problem.is_none()
}

fn said(signature: &SignatureVerdict) -> String {
    match signature {
        SignatureVerdict::Valid { name, key_id } => format!("signed by {name} ({key_id})"),
        SignatureVerdict::UnknownKey { key_id } => format!("signed by an untrusted key ({key_id})"),
        SignatureVerdict::Wrong { name, key_id } => {
            format!("invalid signature by {name} ({key_id}): the manifest or signature was modified")
        }
        SignatureVerdict::Unreadable { message } => message.clone(),
        SignatureVerdict::Unsigned => "not signed".to_owned(),
    }
}

/// Works with the keys.
pub(crate) fn keys(studio: &Studio, action: &KeyAction, output: &Output) -> Result<Outcome, Failure> {
    let keys = match action {
        KeyAction::List => studio.list_keys()?,
        KeyAction::Create => studio.create_signing_key()?,
        KeyAction::Trust { name, public_key } => studio.trust_key(name, public_key)?,
        KeyAction::Distrust { name } => studio.distrust_key(name)?,
    };
    let KeyList { own, trusted } = &keys;
    output.result(&keys, |out| {
        if let Some(own) = own {
            writeln!(out, "{}  your key  {}", own.key_id, own.public_key)?;
        }
        trusted.iter().try_for_each(|key| writeln!(out, "{}  {}  {}", key.key_id, key.name, key.public_key))
    });
    Ok(Outcome::with_findings(own.is_none() && trusted.is_empty()))
}
