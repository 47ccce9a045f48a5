//! One walk over a tree of files, on disk or in an archive, that decides which files are skills and which belong to
//! them. It reads names and sizes only; contents are read by who owns the tree.

use std::collections::HashSet;
use std::io;
use std::time::SystemTime;

use crate::found::{ImportFormat, Options, SkillKind, Skipped, Watcher};
use crate::limits::size;
use crate::names::{self, Visit};

/// A tree that can be walked.
pub(crate) trait Tree {
    /// What leads to a file or folder of the tree.
    type Node: Clone;

    /// What is in `folder`. Names that could not be read come back as errors of their own.
    fn list(&self, folder: &Self::Node) -> io::Result<Vec<io::Result<Listed<Self::Node>>>>;

    /// What a file's record says about it.
    fn details(&self, file: &Self::Node) -> io::Result<Details>;
}

/// One thing in a folder.
pub(crate) struct Listed<N> {
    /// Its name; what is not UTF-8 in it is replaced.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) node: N,
}

/// What a listed thing is.
pub(crate) enum Kind {
    File,
    Folder,
    Link(Link),
    /// A pipe, a socket, a device.
    Special,
}

/// Where a symbolic link leads.
pub(crate) struct Link {
    /// For people.
    pub(crate) target: String,
    /// The target's path relative to the chosen folder, where it is inside of it.
    pub(crate) within: Option<String>,
    pub(crate) leads_to: LeadsTo,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeadsTo {
    Nothing,
    File,
    Folder,
}

/// What a file's record says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Details {
    pub(crate) size: u64,
    pub(crate) is_executable: bool,
    pub(crate) modified: Option<SystemTime>,
}

/// Where the walk's root is, for people and for labels.
pub(crate) struct Place {
    /// The chosen path as it was given.
    pub(crate) shown: String,
    /// Names of the folders around the root, outermost first, the root's own last.
    pub(crate) above: Vec<String>,
    /// The label where no folder's name tells anything.
    pub(crate) fallback: String,
    /// The root's own name, as its skill's folder name; `None` where it has none (an archive).
    pub(crate) name: Option<String>,
}

impl Place {
    fn show(&self, relative: &str) -> String {
        match (self.shown.as_str(), relative) {
            (shown, "") => shown.to_owned(),
            (shown, relative) if shown.ends_with('/') => format!("{shown}{relative}"),
            (shown, relative) => format!("{shown}/{relative}"),
        }
    }
}

/// How much of the tree is walked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Every skill below the root.
    Everything,
    /// The skill whose folder is the root, without those nested in it.
    OneSkill,
}

/// A skill whose files are known but not yet read.
pub(crate) struct Planned<N> {
    pub(crate) kind: SkillKind,
    pub(crate) display_path: String,
    pub(crate) group: String,
    pub(crate) folder_name: Option<String>,
    /// The skill's own folder.
    pub(crate) folder: Option<N>,
    pub(crate) skill_file: Leaf<N>,
    pub(crate) files: Vec<Leaf<N>>,
}

/// A file to be read.
pub(crate) struct Leaf<N> {
    /// Relative to the skill's folder; a skill file's own name.
    pub(crate) path: String,
    pub(crate) display_path: String,
    pub(crate) node: N,
    pub(crate) details: Details,
    /// Whether adk-rust would read it as a skill of its own if it has frontmatter, though it lies in a skill's folder.
    pub(crate) is_adk_candidate: bool,
}

/// What a walk found, in no order.
pub(crate) struct Walked<N> {
    pub(crate) planned: Vec<Planned<N>>,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) is_cancelled: bool,
}

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
        watcher.progress(seen, None, &folder.relative);
        seen += walk.visit(folder, &mut pending);
    }
    let mut planned = walk.flat;
    planned.extend(walk.owners.into_iter().filter_map(Owner::into_planned));
    Walked { planned, skipped: walk.skipped, is_cancelled }
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
}

impl<N> Owner<N> {
    fn into_planned(self) -> Option<Planned<N>> {
        self.planned
    }
}

/// A folder of fetched or built files, and how many of its entries may still be looked at.
struct Ignored {
    relative: String,
    left: usize,
}

struct Walk<'a, T: Tree> {
    tree: &'a T,
    place: &'a Place,
    reach: Reach,
    options: &'a Options,
    owners: Vec<Owner<T::Node>>,
    ignored: Vec<Ignored>,
    flat: Vec<Planned<T::Node>>,
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
                let message = format!("This folder cannot be opened ({error}). Skills in it were not seen.");
                self.skip(&folder.relative, "unreadable", message);
                return 0;
            }
        };
        listed.sort_by(|a, b| a.name.cmp(&b.name));
        let count = listed.len();

        let skill_file = skill_file(&listed);
        if folder.is_first && skill_file.is_some() {
            // A skill may be called `build`: a folder of its own is no build output.
            folder.ignored = None;
        }
        if self.reach == Reach::OneSkill && !folder.relative.is_empty() && skill_file.is_some() {
            return count;
        }
        if folder.is_first && folder.ignored.is_some() {
            self.leave_out(&folder);
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
            let relative = join(&folder.relative, &thing.name);
            match thing.kind {
                Kind::Folder => pending.extend(self.enter(&folder, relative, &thing.name, thing.node)),
                Kind::File => self.file(&folder, &relative, thing),
                Kind::Link(ref link) => {
                    if self.is_followed(&folder, &relative, &thing.name, link) {
                        self.file(&folder, &relative, thing);
                    }
                }
                Kind::Special => self.special(&folder, &relative, &thing.name),
            }
        }
        pending[first..].reverse();
        count
    }

    fn readable(&mut self, relative: &str, listed: Vec<io::Result<Listed<T::Node>>>) -> Vec<Listed<T::Node>> {
        let mut readable = Vec::with_capacity(listed.len());
        for thing in listed {
            match thing {
                Ok(thing) => readable.push(thing),
                Err(error) => {
                    let message = format!("Something in this folder cannot be read ({error}).");
                    self.skip(relative, "unreadable", message);
                }
            }
        }
        readable
    }

    /// Takes `count` entries from an ignored folder's allowance; once it is used up, says so and stops.
    fn spend(&mut self, ignored: usize, count: usize) -> bool {
        let allowance = &mut self.ignored[ignored];
        if allowance.left >= count {
            allowance.left -= count;
            return true;
        }
        let is_news = allowance.left > 0;
        allowance.left = 0;
        if is_news {
            let relative = allowance.relative.clone();
            let message = format!(
                "Only the first {} entries of this folder were looked at for skills. Choose a folder inside it to import one.",
                self.options.limits.ignored_entries
            );
            self.skip(&relative, "ignored-folder", message);
        }
        false
    }

    /// Makes `folder` the skill of `skill_file`, or, where that cannot be read, nobody's.
    fn own(&mut self, folder: &Pending<T::Node>, skill_file: Listed<T::Node>) -> usize {
        let relative = join(&folder.relative, &skill_file.name);
        let leaf = match &skill_file.kind {
            Kind::Link(link) => {
                self.skipped_skill_link(&relative, link);
                None
            }
            Kind::Special => {
                self.special(folder, &relative, &skill_file.name);
                None
            }
            Kind::File | Kind::Folder => self.skill_leaf(&relative, skill_file),
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
        self.owners.push(Owner { relative, planned, paths: HashSet::new(), bytes: 0 });
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

    fn enter(
        &mut self,
        folder: &Pending<T::Node>,
        relative: String,
        name: &str,
        node: T::Node,
    ) -> Option<Pending<T::Node>> {
        let (ignored, is_first) = match names::visit(name, folder.owner.is_some()) {
            Visit::Never => return None,
            Visit::Search => (folder.ignored, false),
            Visit::ListOnly if folder.ignored.is_some() => (folder.ignored, false),
            Visit::ListOnly => {
                self.ignored.push(Ignored { relative: relative.clone(), left: self.options.limits.ignored_entries });
                (Some(self.ignored.len() - 1), true)
            }
        };
        Some(Pending { relative, node, owner: folder.owner, ignored, is_first })
    }

    /// Says that a folder inside a skill does not come along.
    fn leave_out(&mut self, folder: &Pending<T::Node>) {
        if folder.owner.is_some_and(|owner| self.owners[owner].planned.is_some()) {
            let message = "Fetched dependencies and caches are no part of a skill; this folder stays where it is.";
            self.skip(&folder.relative, "ignored-folder", message.to_owned());
        }
    }

    fn file(&mut self, folder: &Pending<T::Node>, relative: &str, thing: Listed<T::Node>) {
        let kind = self.kind(folder, relative, &thing.name);
        if let Some(ignored) = folder.ignored {
            if kind.is_some() && kind != Some(SkillKind::Convention) {
                let message = format!(
                    "This skill is inside {}, a folder of fetched or built files. Choose its own folder to import it.",
                    self.place.show(&self.ignored[ignored].relative)
                );
                self.skip(relative, "ignored-folder", message);
            }
            return;
        }
        match kind {
            // The folder's one skill file was taken out of the list before.
            Some(SkillKind::Folder) => {
                let message =
                    "This folder has another skill file, and a skill has one. Rename or remove one of them.".to_owned();
                self.skip(relative, "second-skill-file", message);
            }
            Some(kind) => self.single(folder, relative, kind, thing),
            None => self.belonging(folder, relative, thing),
        }
    }

    fn kind(&self, folder: &Pending<T::Node>, relative: &str, name: &str) -> Option<SkillKind> {
        if names::is_skill_file(name) {
            return Some(SkillKind::Folder);
        }
        let format = self.options.format;
        if self.reach == Reach::OneSkill || format == Some(ImportFormat::AgentSkills) || names::is_leftover(name) {
            return None;
        }
        if format == Some(ImportFormat::Adk) && names::is_convention_file(relative) {
            return Some(SkillKind::Convention);
        }
        (folder.owner.is_none() && self.is_flat_skill(relative)).then_some(SkillKind::Flat)
    }

    fn is_flat_skill(&self, relative: &str) -> bool {
        let above = &self.place.above;
        // What was chosen may itself be `.skills` or `.claude/skills`.
        let around = above[above.len().saturating_sub(2)..].iter().map(String::as_str);
        names::is_flat_skill(&around.chain(relative.split('/')).collect::<Vec<_>>())
    }

    /// A skill that is one file.
    fn single(&mut self, folder: &Pending<T::Node>, relative: &str, kind: SkillKind, thing: Listed<T::Node>) {
        let Some(skill_file) = self.skill_leaf(relative, thing) else { return };
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

    /// A file of the skill around it, if there is one.
    fn belonging(&mut self, folder: &Pending<T::Node>, relative: &str, thing: Listed<T::Node>) {
        let Some(owner) = folder.owner else { return };
        if self.owners[owner].planned.is_none() || names::is_leftover(&thing.name) {
            return;
        }
        let Some(details) = self.details(relative, &thing.node) else { return };
        let limits = &self.options.limits;
        let owned = &self.owners[owner];
        let path = relative[owned.relative.len()..].trim_start_matches('/').to_owned();
        let count = owned.paths.len();
        let reason = if details.size > limits.file_bytes {
            Some(("too-large", too_large(details.size, limits.file_bytes, "a skill's file")))
        } else if owned.bytes + details.size > limits.together_bytes {
            Some(("too-large", together(limits.together_bytes)))
        } else if self.held + details.size > limits.discovery_bytes {
            Some(("too-large", at_once(limits.discovery_bytes)))
        } else if count >= limits.skill_files {
            let message = format!(
                "A skill may bring {} files; this one is over. Keep it out of the skill's folder.",
                limits.skill_files
            );
            Some(("too-many-files", message))
        } else if owned.paths.contains(&path) {
            let message = "Its name is not UTF-8 and reads like another file's of this skill. Rename it.".to_owned();
            Some(("same-name", message))
        } else {
            None
        };
        if let Some((code, message)) = reason {
            self.skip(relative, code, message);
            return;
        }
        let is_adk_candidate = self.options.format == Some(ImportFormat::Adk) && self.is_flat_skill(relative);
        let display_path = self.place.show(relative);
        let leaf = Leaf { path: path.clone(), display_path, node: thing.node, details, is_adk_candidate };
        self.held += details.size;
        let owned = &mut self.owners[owner];
        owned.bytes += details.size;
        owned.paths.insert(path);
        if let Some(planned) = &mut owned.planned {
            planned.files.push(leaf);
        }
    }

    fn skill_leaf(&mut self, relative: &str, thing: Listed<T::Node>) -> Option<Leaf<T::Node>> {
        let details = self.details(relative, &thing.node)?;
        let limits = &self.options.limits;
        let message = if details.size > limits.skill_file_bytes {
            too_large(details.size, limits.skill_file_bytes, "a skill file")
        } else if self.held + details.size > limits.discovery_bytes {
            at_once(limits.discovery_bytes)
        } else {
            self.held += details.size;
            let display_path = self.place.show(relative);
            return Some(Leaf { path: thing.name, display_path, node: thing.node, details, is_adk_candidate: false });
        };
        self.skip(relative, "too-large", message);
        None
    }

    fn details(&mut self, relative: &str, node: &T::Node) -> Option<Details> {
        match self.tree.details(node) {
            Ok(details) => Some(details),
            Err(error) => {
                self.skip(relative, "unreadable", format!("This file cannot be read ({error})."));
                None
            }
        }
    }

    /// Whether a link is read like the file it leads to: only from inside a skill's folder to a file in that same
    /// folder. Every other link that could hold a skill, or belong to one, is listed.
    fn is_followed(&mut self, folder: &Pending<T::Node>, relative: &str, name: &str, link: &Link) -> bool {
        if folder.ignored.is_some() || names::is_leftover(name) {
            return false;
        }
        if self.kind(folder, relative, name).is_some() {
            self.skipped_skill_link(relative, link);
            return false;
        }
        let owner = folder.owner.map(|owner| &self.owners[owner]).filter(|owner| owner.planned.is_some());
        match (link.leads_to, owner) {
            (LeadsTo::Folder, _) => self.folder_link(relative, link),
            (LeadsTo::File, Some(owner)) => {
                if link.within.as_deref().is_some_and(|within| is_inside(within, &owner.relative)) {
                    return true;
                }
                let message = format!(
                    "This is a link to {}, outside of the skill's folder. Put a copy of the file here to bring it along.",
                    link.target
                );
                self.skip(relative, "symlink", message);
            }
            (LeadsTo::Nothing, Some(_)) => {
                let message = format!("This is a link to {}, which cannot be opened. Mend or remove it.", link.target);
                self.skip(relative, "symlink", message);
            }
            (LeadsTo::File | LeadsTo::Nothing, None) => {}
        }
        false
    }

    fn folder_link(&mut self, relative: &str, link: &Link) {
        let (code, message) = match link.within.as_deref() {
            Some(within) if is_inside(relative, within) => (
                "symlink-loop",
                format!("This link leads back to {}, the folder it is in. It is not followed.", link.target),
            ),
            Some(_) => ("symlink", format!("This is a link to {}; what is there is found there.", link.target)),
            None => (
                "symlink",
                format!(
                    "This is a link out of the chosen folder, to {}. Choose that folder to import from it.",
                    link.target
                ),
            ),
        };
        self.skip(relative, code, message);
    }

    fn skipped_skill_link(&mut self, relative: &str, link: &Link) {
        let message = match (link.leads_to, &link.within) {
            (LeadsTo::Nothing, _) => format!("This skill file is a link to {}, which cannot be opened.", link.target),
            (_, Some(_)) => {
                format!(
                    "This skill file is a link to {}. Links are not followed; the file is found there.",
                    link.target
                )
            }
            (_, None) => format!(
                "This skill file is a link out of the chosen folder, to {}. Choose that file to import it.",
                link.target
            ),
        };
        self.skip(relative, "symlink", message);
    }

    fn special(&mut self, folder: &Pending<T::Node>, relative: &str, name: &str) {
        let is_of_interest = names::is_skill_file(name) || folder.owner.is_some();
        if is_of_interest && folder.ignored.is_none() {
            let message = "This is no ordinary file but a pipe, a socket or a device. It is not read.".to_owned();
            self.skip(relative, "special-file", message);
        }
    }

    fn skip(&mut self, relative: &str, code: &'static str, message: String) {
        self.skipped.push(Skipped { path: self.place.show(relative), code, message });
    }
}

pub(crate) fn too_large(actual: u64, limit: u64, what: &str) -> String {
    format!("This file is {}; {what} may have {}. Make it smaller or leave it out.", size(actual), size(limit))
}

fn together(limit: u64) -> String {
    format!(
        "With this file the skill would be over {}, the most one may have. Leave large files out of it.",
        size(limit)
    )
}

fn at_once(limit: u64) -> String {
    format!("One import holds {} at most, and this is over. Import it on its own.", size(limit))
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Whether `path` is below `folder`, both relative to the root.
fn is_inside(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Which of `listed` makes its folder a skill: a file before a link, `SKILL.md` before the same in another case.
fn skill_file<N>(listed: &[Listed<N>]) -> Option<usize> {
    let candidates = listed.iter().enumerate();
    let candidates =
        candidates.filter(|(_, thing)| names::is_skill_file(&thing.name) && !matches!(thing.kind, Kind::Folder));
    let best = candidates.min_by_key(|(_, thing)| (!matches!(thing.kind, Kind::File), thing.name != "SKILL.md"));
    best.map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut paths: Vec<_> = walked.skipped.iter().map(|skipped| (skipped.path.as_str(), skipped.code)).collect();
        paths.sort_unstable();
        let expected = ["root/a", "root/a/notes.md", "root/b/SKILL.md", "root/locked"];
        assert_eq!(paths, expected.map(|path| (path, "unreadable")));
        assert_eq!(walked.planned.len(), 1);
        assert_eq!(walked.planned[0].display_path, "root/a/SKILL.md");
        assert!(walked.planned[0].files.is_empty());
    }
}
