//! Changes that killed programs left in a folder: taken back, or cleared away, by whoever comes next.

use std::fs;
use std::path::{Path, PathBuf};

use super::{
    PLACE,
    journal::{self, Found, Left, Stage, found_in},
};
use crate::{beside::turn, files::LinkedFolder, names::TEMPORARY_PREFIX};

/// What became of a change that was left in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettledHow {
    /// Everything is as it was before it.
    TakenBack,
    /// Everything is as it was to be; what it had beside is gone.
    Finished,
    /// Something of it can't be taken back now. It stays with what is needed for that.
    Stuck,
}

/// A change that was left in the middle, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The folder it was of.
    pub folder: PathBuf,
    /// What became of it.
    pub how: SettledHow,
    /// How many files it was of; none where that was not clear yet.
    pub files: usize,
}

/// Settles every change of a folder whose program was killed. Whoever reads it or writes to it asks this first.
pub fn settle(folder: &Path) -> Vec<Settled> {
    if !places(folder).is_empty()
        && let Ok(root) = LinkedFolder::open(folder)
    {
        let turn = turn(folder);
        return settle_in(folder, &root, turn.is_some());
    }
    Vec::new()
}

/// The same for who has asked for the turn; without it what is bare may be one that just begins.
pub(super) fn settle_in(folder: &Path, root: &LinkedFolder, has_turn: bool) -> Vec<Settled> {
    let mut settled = Vec::new();
    for place in places(folder) {
        match found_in(&place) {
            Found::Others => {}
            Found::Bare if !has_turn => {}
            Found::Bare => journal::clear_bare(&place),
            Found::Left(left) => {
                let how = settle_one(&left, root, &place);
                settled.push(Settled { folder: folder.to_owned(), how, files: left.steps.len() });
            }
        }
    }
    settled
}

/// The places of changes in a folder.
fn places(folder: &Path) -> Vec<PathBuf> {
    let prefix = format!("{TEMPORARY_PREFIX}{PLACE}");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_place = |entry: &fs::DirEntry| {
        entry.file_name().to_string_lossy().starts_with(&prefix) && entry.file_type().is_ok_and(|kind| kind.is_dir())
    };
    entries.filter(is_place).map(|entry| entry.path()).collect()
}

fn settle_one(left: &Left, root: &LinkedFolder, place: &Path) -> SettledHow {
    if left.stage == Stage::Done {
        journal::clear_done(&left.steps, root, place);
        return SettledHow::Finished;
    }
    if left.stage == Stage::Moving {
        if !journal::take_back(&left.steps, root, place) {
            return SettledHow::Stuck;
        }
        journal::note_taken_back(place);
    }
    journal::unmake(&left.folders, root);
    journal::clear(place);
    SettledHow::TakenBack
}
