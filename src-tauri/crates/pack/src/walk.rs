//! One walk over a tree of files, on disk or in an archive, that decides which files are skills and which belong to
//! them. It reads names and sizes only; contents are read by who owns the tree.

mod adk;
mod archived;
mod belonging;
mod ignored;
mod kinds;
mod linked;
mod links;

use std::collections::HashSet;
use std::io;

pub(crate) use belonging::too_large;

use crate::found::{Options, SkillKind, SkipReason, Skipped, Watcher};
use crate::names;
use crate::plan::{Archived, Leaf, Linked, Place, Planned, Reach, Walked};
use crate::tree::{Kind, Listed, Tree};

/// Walks `tree` from `root`.
pub(crate) fn walk<T: Tree>(
    tree: &T,
    root: T::Node,
    place: &Place,
    reach: Reach,
    options: &Options,
    watcher: &dyn Watcher,
) -> Walked<T::Node> {
    let mut walk = Walk {
        tree,
        place,
        reach,
        options,
        owners: Vec::new(),
        ignored: Vec::new(),
        flat: Vec::new(),
        archives: Vec::new(),
        linked: Vec::new(),
        skipped: Vec::new(),
        held: 0,
    };
    let mut pending =
        vec![Pending { relative: String::new(), node: root, owner: None, ignored: None, is_first: false }];
    let mut seen = 0;
    let mut is_cancelled = false;
    while let Some(folder) = pending.pop() {
        if watcher.is_cancelled() {
            is_cancelled = true;
            break;
        }
        if walk.is_too_wide(seen) {
            break;
        }
        watcher.progress(seen, None, &folder.relative);
        seen += walk.visit(folder, &mut pending);
    }
    walk.tell_left_out();
    let Walk { flat: mut planned, owners, archives, linked, skipped, held, .. } = walk;
    planned.extend(owners.into_iter().filter_map(|owner| owner.planned));
    Walked { planned, archives, linked, held, skipped, is_cancelled }
}

/// A folder waiting for its turn.
struct Pending<N> {
    relative: String,
    node: N,
    /// Which skill's folder it is in.
    owner: Option<usize>,
    /// Which ignored folder it is in or is.
    ignored: Option<usize>,
    /// Whether it is that ignored folder itself.
    is_first: bool,
}

/// A skill's folder. Without a skill file it only keeps its files from falling to the skill around it.
struct Owner<N> {
    relative: String,
    planned: Option<Planned<N>>,
    paths: HashSet<String>,
    bytes: u64,
    /// How many files stay behind because there are too many.
    left_out: usize,
}

/// A folder of fetched or built files, and how many of its entries may still be looked at.
struct Ignored {
    relative: String,
    left: usize,
    /// Whether its being too large has been said.
    is_told: bool,
}

struct Walk<'a, T: Tree> {
    tree: &'a T,
    place: &'a Place,
    reach: Reach,
    options: &'a Options,
    owners: Vec<Owner<T::Node>>,
    ignored: Vec<Ignored>,
    flat: Vec<Planned<T::Node>>,
    archives: Vec<Archived<T::Node>>,
    linked: Vec<Linked<T::Node>>,
    skipped: Vec<Skipped>,
    /// Bytes planned so far.
    held: u64,
}

impl<T: Tree> Walk<'_, T> {
    /// Sorts out one folder and queues those in it. Returns how many things it held.
    fn visit(&mut self, mut folder: Pending<T::Node>, pending: &mut Vec<Pending<T::Node>>) -> usize {
        let mut listed = match self.tree.list(&folder.node) {
            Ok(listed) => self.readable(&folder.relative, listed),
            Err(error) => {
                let message = format!("Can't open this folder ({error}). Skills in it weren't found.");
                self.skip(&folder.relative, SkipReason::Unreadable, message);
                return 0;
            }
        };
        listed.sort_by(|a, b| a.name.cmp(&b.name));
        let count = listed.len();

        let skill_file = self.skill_file(&folder.relative, &listed);
        if folder.is_first && skill_file.is_some() {
            // A skill may be called `build`: a folder of its own is no build output.
            folder.ignored = None;
        }
        if self.reach == Reach::OneSkill && !folder.relative.is_empty() && skill_file.is_some() {
            return count;
        }
        if folder.is_first && folder.ignored.is_some() {
            self.leave_out(&folder);
            if self.reach == Reach::OneSkill {
                return count;
            }
        }
        if folder.ignored.is_some_and(|ignored| !self.spend(ignored, count)) {
            return count;
        }
        if let (Some(at), None) = (skill_file, folder.ignored) {
            let skill_file = listed.remove(at);
            folder.owner = Some(self.own(&folder, skill_file));
        }
        let first = pending.len();
        for thing in listed {
            self.sort_out(&folder, thing, pending);
        }
        pending[first..].reverse();
        count
    }

    /// Queues a folder, and takes a file to whom it belongs.
    fn sort_out(&mut self, folder: &Pending<T::Node>, thing: Listed<T::Node>, pending: &mut Vec<Pending<T::Node>>) {
        let relative = join(&folder.relative, &thing.name);
        match thing.kind {
            Kind::Folder => pending.extend(self.enter(folder, relative, &thing.name, thing.node)),
            Kind::File => self.file(folder, &relative, thing),
            Kind::Link(ref link) if self.is_looked_through(&relative, link) => {
                let through = self.tree.through(&folder.node, &thing.name).unwrap_or(thing.node);
                pending.extend(self.enter(folder, relative, &thing.name, through));
            }
            Kind::Link(ref link) => {
                if self.is_followed(folder, &relative, &thing.name, link) {
                    self.file(folder, &relative, thing);
                }
            }
            Kind::Special => self.special(folder, &relative, &thing.name),
        }
    }

    fn readable(&mut self, relative: &str, listed: Vec<io::Result<Listed<T::Node>>>) -> Vec<Listed<T::Node>> {
        let mut readable = Vec::with_capacity(listed.len());
        for thing in listed {
            match thing {
                Ok(thing) => readable.push(thing),
                Err(error) => {
                    let message = format!("Can't read everything in this folder ({error}).");
                    self.skip(relative, SkipReason::Unreadable, message);
                }
            }
        }
        readable
    }

    /// Makes `folder` the skill of `skill_file`, or, where that cannot be read, nobody's.
    fn own(&mut self, folder: &Pending<T::Node>, skill_file: Listed<T::Node>) -> usize {
        let relative = join(&folder.relative, &skill_file.name);
        let is_read_here = matches!(&skill_file.kind, Kind::Link(link) if self.is_read_at_link(&relative, link));
        let leaf = match &skill_file.kind {
            Kind::Link(link) if !is_read_here => {
                self.skipped_skill_link(folder, &relative, link);
                None
            }
            Kind::Special => {
                self.special(folder, &relative, &skill_file.name);
                None
            }
            Kind::File | Kind::Folder | Kind::Link(_) => self.skill_leaf(&relative, skill_file),
        };
        let planned = leaf.map(|skill_file| Planned {
            kind: SkillKind::Folder,
            display_path: self.place.show(&relative),
            group: self.group(&folder.relative, SkillKind::Folder),
            folder_name: match folder.relative.rsplit('/').next() {
                Some(name) if !name.is_empty() => Some(name.to_owned()),
                _ => self.place.name.clone(),
            },
            folder: Some(folder.node.clone()),
            skill_file,
            files: Vec::new(),
        });
        let relative = folder.relative.clone();
        self.owners.push(Owner { relative, planned, paths: HashSet::new(), bytes: 0, left_out: 0 });
        self.owners.len() - 1
    }

    /// The label of a skill in `folder`: a skill's own folder is no label for it.
    fn group(&self, folder: &str, kind: SkillKind) -> String {
        let around = self.place.above.iter().map(String::as_str);
        let mut names: Vec<&str> = around.chain(folder.split('/').filter(|name| !name.is_empty())).collect();
        if kind == SkillKind::Folder {
            names.pop();
        }
        names::group(&names, &self.place.fallback)
    }

    fn file(&mut self, folder: &Pending<T::Node>, relative: &str, thing: Listed<T::Node>) {
        let kind = self.kind(folder, relative, &thing.name);
        if self.is_adk() && kind.is_some() {
            self.file_for_adk(folder, relative, kind, thing);
            return;
        }
        if let Some(ignored) = folder.ignored {
            let is_archive = self.is_archive_to_open(folder, &thing);
            if is_archive || (kind.is_some() && kind != Some(SkillKind::Convention)) {
                let (what, own) =
                    if is_archive { ("archive", "archive itself") } else { ("skill", "skill's own folder") };
                let message = format!(
                    "This {what} is inside {}, a folder of downloaded or built files. Choose the {own} to import it.",
                    self.place.show(&self.ignored[ignored].relative)
                );
                self.skip(relative, SkipReason::IgnoredFolder, message);
            }
            return;
        }
        match kind {
            // The folder's one skill file was taken out of the list before.
            Some(SkillKind::Folder) => {
                let message =
                    "This folder has two skill files, but a skill can have only one. Rename or remove one of them."
                        .to_owned();
                self.skip(relative, SkipReason::SecondSkillFile, message);
            }
            Some(kind) => self.single(folder, relative, kind, thing, false),
            None if self.is_archive_to_open(folder, &thing) => self.archived(folder, relative, thing),
            None => self.belonging(folder, relative, thing),
        }
    }

    /// A skill that is one file.
    fn single(
        &mut self,
        folder: &Pending<T::Node>,
        relative: &str,
        kind: SkillKind,
        thing: Listed<T::Node>,
        is_doubtful: bool,
    ) {
        let Some(skill_file) = self.skill_leaf(relative, thing) else { return };
        let skill_file = Leaf { is_adk_candidate: is_doubtful, ..skill_file };
        self.flat.push(Planned {
            kind,
            display_path: self.place.show(relative),
            group: self.group(&folder.relative, kind),
            folder_name: None,
            folder: None,
            skill_file,
            files: Vec::new(),
        });
    }

    fn special(&mut self, folder: &Pending<T::Node>, relative: &str, name: &str) {
        let is_of_interest = names::is_skill_file(name) || folder.owner.is_some();
        if is_of_interest && folder.ignored.is_none() {
            let message = "This is a pipe, socket or device, not a regular file, and was skipped.".to_owned();
            self.skip(relative, SkipReason::SpecialFile, message);
        }
    }

    fn skip(&mut self, relative: &str, reason: SkipReason, message: String) {
        self.skipped.push(Skipped { path: self.place.show(relative), reason, message, leads_to: None });
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Details;

    /// A tree in which one folder, one entry and two files cannot be read, which no test can arrange on disk when it
    /// runs as root.
    struct Broken;

    impl Tree for Broken {
        type Node = &'static str;

        fn list(&self, folder: &&'static str) -> io::Result<Vec<io::Result<Listed<&'static str>>>> {
            let listed = |name: &str, kind, node| Ok(Listed { name: name.to_owned(), kind, node });
            match *folder {
                "" => Ok(vec![
                    listed("locked", Kind::Folder, "locked"),
                    listed("a", Kind::Folder, "a"),
                    listed("b", Kind::Folder, "b"),
                ]),
                "a" => Ok(vec![
                    listed("SKILL.md", Kind::File, "fine"),
                    listed("notes.md", Kind::File, "unreadable"),
                    Err(io::ErrorKind::InvalidData.into()),
                ]),
                "b" => Ok(vec![listed("SKILL.md", Kind::File, "unreadable"), listed("notes.md", Kind::File, "fine")]),
                _ => Err(io::ErrorKind::PermissionDenied.into()),
            }
        }

        fn details(&self, file: &&'static str) -> io::Result<Details> {
            match *file {
                "fine" => Ok(Details { size: 1, is_executable: false, modified: None }),
                _ => Err(io::ErrorKind::PermissionDenied.into()),
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_listed() {
        let place = Place { shown: "root".to_owned(), above: Vec::new(), fallback: String::new(), name: None };
        let walked = walk(&Broken, "", &place, Reach::Everything, &Options::default(), &());
        let mut paths: Vec<_> = walked.skipped.iter().map(|skipped| (skipped.path.as_str(), skipped.reason)).collect();
        paths.sort_unstable_by_key(|(path, _)| *path);
        let expected = ["root/a", "root/a/notes.md", "root/b/SKILL.md", "root/locked"];
        assert_eq!(paths, expected.map(|path| (path, SkipReason::Unreadable)));
        assert_eq!(walked.planned.len(), 1);
        assert_eq!(walked.planned[0].display_path, "root/a/SKILL.md");
        assert!(walked.planned[0].files.is_empty());
    }
}
