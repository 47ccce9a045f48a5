//! An export with the manifest that a pack has, signed with the same key: who gets it can tell whose it is, and whether it
//! was altered.

use std::collections::HashSet;

use studio_model::{DEFAULT_VERSION, SkillId};
use studio_pack::{
    manifest::{self, MANIFEST, Manifest, ManifestLoss, SIGNATURE},
    targets::{OutFile, Plan},
};

use super::{exporting::PreparedExport, planning::describe, writing::signature_of};
use crate::{Error, ErrorCode, Studio};

impl Studio {
    /// Puts a manifest beside the files of an export.
    pub fn add_manifest(&self, prepared: &mut PreparedExport) -> Result<(), Error> {
        if prepared.is_named_file {
            let message =
                "A manifest needs a folder that contains only the export. Specify one with --out, ending in /.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let session = self.session()?;
        session.judge_if_stale()?;
        let PreparedExport { target, settings, bundle, losses, .. } = &*prepared;
        let name = settings.name.as_ref().unwrap_or(&bundle.name);
        let mut manifest = Manifest::new(name, settings.version.as_deref().unwrap_or(DEFAULT_VERSION), target.as_str());
        let skills: HashSet<SkillId> = bundle.skills.iter().map(|skill| skill.skill.id).collect();
        describe(&mut manifest, bundle, &session.scan_bundle(bundle, &[], &|_| true)?, session.lint_counts(&skills)?);
        manifest.client = settings.client.map(|client| client.as_str().to_owned());
        manifest.files = prepared.plan.files.iter().map(|placed| manifest::entry(&placed.file)).collect();
        let losses = losses.iter().map(|loss| ManifestLoss {
            entity: loss.entity.clone(),
            field: loss.field.clone(),
            why: loss.why.clone(),
        });
        manifest.losses = losses.collect();
        prepared.add(OutFile { path: MANIFEST.to_owned(), bytes: manifest.bytes(), is_executable: false })
    }

    /// Signs the manifest of an export with this user's key, which is made where there is none yet.
    pub fn sign_export(&self, prepared: &mut PreparedExport) -> Result<String, Error> {
        let key = self.own_key()?;
        let manifest = prepared.plan.files.iter().find(|placed| placed.file.path == MANIFEST);
        let Some(manifest) = manifest.map(|placed| placed.file.clone()) else {
            return Err(Error::new(ErrorCode::Invalid, "No manifest to sign."));
        };
        let comment = format!("{} {}", prepared.bundle.name, prepared.target.as_str());
        let bytes = signature_of(&manifest, &prepared.plan.folder, &key, &comment)?;
        prepared.add(OutFile { path: SIGNATURE.to_owned(), bytes, is_executable: false })?;
        Ok(key.id())
    }
}

impl PreparedExport {
    /// Adds a file to what is to be written.
    fn add(&mut self, file: OutFile) -> Result<(), Error> {
        let added = Plan::of(&self.plan.folder, vec![file]);
        let added = added.map_err(|error| Error::new(ErrorCode::File, format!("Couldn't {error}.")))?;
        self.plan.files.extend(added.files);
        Ok(())
    }
}
