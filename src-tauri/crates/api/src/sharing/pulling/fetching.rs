//! What is fetched of the things that come in: only what is as it was pushed, and no more at once than an import holds.
//! Who may write to the database may have put anything there.

use std::collections::{HashMap, HashSet};

use studio_connect::postgres::Item;
use studio_model::{SharedKind, Standing};
use studio_pack::Limits;
use uuid::Uuid;

use super::Pull;
use crate::{
    Error, ErrorCode,
    dto::SharingSkip,
    sharing::{connecting::Connected, incoming::files_of, merging::Files, pairs::Pair},
};

const MB: u64 = 1024 * 1024;
const ALTERED: &str =
    "The server's copy is too large or differs from what was pushed. Push it again from a library that has it.";

/// Something that comes, and what it is.
pub(super) type Coming<'a> = (&'a Pair, Item);

impl<'a> Pull<'a> {
    /// What these are. What changed meanwhile, or is not as it was pushed, is left alone.
    pub(super) fn fetched(&mut self, kind: SharedKind, pairs: &[&'a Pair]) -> Result<Vec<Coming<'a>>, Error> {
        let ids: Vec<Uuid> = pairs.iter().map(|pair| pair.id).collect();
        let items = self.connected.remote.items(self.connected.row.tenant, kind, &ids)?;
        let refused: HashSet<Uuid> = items.refused.into_iter().collect();
        let mut items: HashMap<Uuid, Item> = items.found.into_iter().map(|item| (item.id, item)).collect();
        let mut fetched = Vec::new();
        for pair in pairs {
            match items.remove(&pair.id) {
                Some(item) if super::there(pair) == Some(item.sha256.as_str()) => fetched.push((*pair, item)),
                None if refused.contains(&pair.id) => self.skip(pair, SharingSkip::Refused, ALTERED),
                _ => self.skip(pair, SharingSkip::Moved, "It was changed on the server a moment ago. Pull again."),
            }
        }
        Ok(fetched)
    }

    /// Parts whose files are held at once. Where nothing is written, only the files of what is merged are read.
    pub(super) fn in_parts(&mut self, chosen: Vec<Coming<'a>>) -> Result<Vec<Vec<Coming<'a>>>, Error> {
        let hashes: HashSet<String> = chosen.iter().flat_map(|coming| self.read_of(coming)).collect();
        if hashes.is_empty() {
            return Ok(vec![chosen]);
        }
        let sizes = self.connected.remote.content_sizes(self.connected.row.tenant, &Vec::from_iter(hashes))?;
        let (mut parts, mut part, mut bytes) = (Vec::new(), Vec::new(), 0);
        for coming in chosen {
            match self.size_of(&coming, &sizes) {
                Err(why) => self.skip(coming.0, SharingSkip::Refused, &why),
                Ok(more) => {
                    if bytes + more > Limits::STUDIO.together_bytes && !part.is_empty() {
                        parts.push(std::mem::take(&mut part));
                        bytes = 0;
                    }
                    bytes += more;
                    part.push(coming);
                }
            }
        }
        parts.push(part);
        Ok(parts)
    }

    /// The files of a part, without those things of which one is not as it was pushed.
    pub(super) fn files(&mut self, part: Vec<Coming<'a>>) -> Result<(Vec<Coming<'a>>, Files), Error> {
        let hashes: HashSet<String> = part.iter().flat_map(|coming| self.read_of(coming)).collect();
        if hashes.is_empty() {
            return Ok((part, Files::new()));
        }
        let files = self.connected.remote.contents(self.connected.row.tenant, &Vec::from_iter(hashes))?;
        let mut whole = Vec::new();
        for coming in part {
            match self.read_of(&coming).iter().find(|hash| !files.contains_key(*hash)) {
                Some(hash) => self.skip(coming.0, SharingSkip::Refused, &lacking(hash)),
                None => whole.push(coming),
            }
        }
        Ok((whole, files))
    }

    /// The files that are read of something.
    fn read_of(&self, (pair, item): &Coming<'_>) -> Vec<String> {
        let is_read = !self.is_dry_run || pair.standing == Standing::BothChanged;
        if is_read && pair.kind == SharedKind::Skill { files_of(&item.content) } else { Vec::new() }
    }

    /// How many bytes the files of something have; why it does not come in, where it has too many.
    fn size_of(&self, coming: &Coming<'_>, sizes: &HashMap<String, u64>) -> Result<u64, String> {
        let Limits { file_bytes, together_bytes, skill_files, .. } = Limits::STUDIO;
        let hashes = self.read_of(coming);
        if hashes.len() > skill_files + 1 {
            return Err(format!("It has {} files; the limit is {skill_files}.", hashes.len() - 1));
        }
        let mut bytes = 0;
        for hash in &hashes {
            let size = *sizes.get(hash).ok_or_else(|| lacking(hash))?;
            if size > file_bytes {
                return Err(format!("One of its files is {} MB; the limit is {} MB.", size / MB, file_bytes / MB));
            }
            bytes += size;
        }
        if bytes > together_bytes {
            let (has, most) = (bytes / MB, together_bytes / MB);
            return Err(format!("Its files total {has} MB; the limit is {most} MB."));
        }
        Ok(bytes)
    }
}

fn lacking(hash: &str) -> String {
    format!(
        "The server is missing a file it lists, or has a different one (SHA-256 {hash}). Push it again from a library that \
         has it."
    )
}

/// What one thing is there; none where it is gone meanwhile.
pub(in crate::sharing) fn item(connected: &Connected, pair: &Pair) -> Result<Option<Item>, Error> {
    let items = connected.remote.items(connected.row.tenant, pair.kind, &[pair.id])?;
    if items.refused.is_empty() {
        return Ok(items.found.into_iter().next());
    }
    Err(Error::new(ErrorCode::Server, format!("{}: {ALTERED}", pair.name())))
}

/// The files of one thing that is there.
pub(in crate::sharing) fn files(connected: &Connected, pair: &Pair, item: &Item) -> Result<Files, Error> {
    let hashes = if pair.kind == SharedKind::Skill { files_of(&item.content) } else { Vec::new() };
    let (remote, tenant) = (&connected.remote, connected.row.tenant);
    let bytes: u64 = remote.content_sizes(tenant, &hashes)?.into_values().sum();
    if bytes > Limits::STUDIO.together_bytes {
        return Err(Error::new(ErrorCode::Server, format!("{}: {ALTERED}", pair.name())));
    }
    let files = remote.contents(tenant, &hashes)?;
    match hashes.iter().find(|hash| !files.contains_key(*hash)) {
        Some(hash) => Err(Error::new(ErrorCode::Server, format!("{}: {}", pair.name(), lacking(hash)))),
        None => Ok(files),
    }
}
