//! What names mean in a module: defined there, below it, or brought in from another.

use std::collections::HashMap;

use syn::Item;

use super::crates::Crate;
use super::paths::flatten;

/// Names in a path; a longer one is a walk in circles.
const LONGEST: usize = 12;

/// Questions on the way, so that names brought in from each other end.
type Asked = Vec<(usize, Vec<String>)>;

/// What a name of a module stands for.
enum Meaning {
    /// Defined there.
    Own,
    /// A module below, by index.
    Child(usize),
    /// Brought in from elsewhere.
    Brought(Vec<String>),
}

/// The scopes of a crate's modules.
pub(super) struct Names {
    /// By module: the names in its scope.
    scopes: Vec<HashMap<String, Vec<Meaning>>>,
    /// By module: the modules it brings everything in of.
    globs: Vec<Vec<Vec<String>>>,
    parents: Vec<Option<usize>>,
    /// By module: the one whose file it stands in.
    homes: Vec<usize>,
}

impl Names {
    pub(super) fn of(house: &Crate<'_>) -> Self {
        let count = house.modules.len();
        let places: HashMap<&[String], usize> =
            house.modules.iter().enumerate().map(|(index, module)| (module.path.as_slice(), index)).collect();
        let parent = |path: &[String]| path.split_last().and_then(|(_, above)| places.get(above).copied());
        let mut names = Self {
            scopes: (0..count).map(|_| HashMap::new()).collect(),
            globs: vec![Vec::new(); count],
            parents: house.modules.iter().map(|module| parent(&module.path)).collect(),
            homes: Vec::new(),
        };
        for (index, module) in house.modules.iter().enumerate() {
            let home = match names.parents[index] {
                Some(above) if module.is_inline => names.homes[above],
                _ => index,
            };
            names.homes.push(home);
            if let (Some(above), Some(name)) = (names.parents[index], module.path.last()) {
                names.scopes[above].entry(name.clone()).or_default().push(Meaning::Child(index));
            }
            module.source_items().for_each(|item| names.take(index, item));
        }
        names
    }

    /// The module whose file it stands in.
    pub(super) fn home(&self, module: usize) -> usize {
        self.homes[module]
    }

    fn take(&mut self, module: usize, item: &Item) {
        if let Item::Use(one) = item {
            let mut brought = Vec::new();
            flatten(&one.tree, &mut Vec::new(), &mut brought);
            for (name, path) in brought {
                match name {
                    Some(name) => self.scopes[module].entry(name).or_default().push(Meaning::Brought(path)),
                    None => self.globs[module].push(path),
                }
            }
        } else if let Some(name) = defined(item) {
            self.scopes[module].entry(name).or_default().push(Meaning::Own);
        }
    }

    /// The module that defines what a path stands for; none for what is outside of the crate.
    pub(super) fn resolve(&self, module: usize, path: &[String]) -> Option<usize> {
        self.follow(module, path, &mut Vec::new())
    }

    fn follow(&self, module: usize, path: &[String], asked: &mut Asked) -> Option<usize> {
        let question = (module, path.to_vec());
        // `use other::other;` leads to itself and grows by one name each time.
        if path.len() > LONGEST || asked.contains(&question) {
            return None;
        }
        asked.push(question);
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.within(0, rest, asked),
            "self" => self.within(module, rest, asked),
            "super" => self.within(self.parents[module]?, rest, asked),
            _ => self.within(module, path, asked),
        }
    }

    fn within(&self, module: usize, path: &[String], asked: &mut Asked) -> Option<usize> {
        let Some((first, rest)) = path.split_first() else { return Some(module) };
        if first == "super" {
            return self.within(self.parents[module]?, rest, asked);
        }
        let meanings = self.scopes[module].get(first).map(Vec::as_slice).unwrap_or_default();
        let found = meanings.iter().find_map(|meaning| match meaning {
            Meaning::Own => Some(module),
            Meaning::Child(child) => self.within(*child, rest, asked),
            Meaning::Brought(origin) => {
                let through = origin.iter().chain(rest).cloned().collect::<Vec<_>>();
                self.follow(module, &through, asked)
            }
        });
        found.or_else(|| {
            self.globs[module].iter().find_map(|origin| {
                let through = origin.iter().chain(path).cloned().collect::<Vec<_>>();
                self.follow(module, &through, asked)
            })
        })
    }
}

/// The name an item has in its module.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(one) => &one.ident,
        Item::Enum(one) => &one.ident,
        Item::Fn(one) => &one.sig.ident,
        Item::Macro(one) => one.ident.as_ref()?,
        Item::Static(one) => &one.ident,
        Item::Struct(one) => &one.ident,
        Item::Trait(one) => &one.ident,
        Item::Type(one) => &one.ident,
        _ => return None,
    };
    Some(name.to_string())
}
