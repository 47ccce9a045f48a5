//! The house's Rust as modules: each crate's files in the tree that `mod` makes of them, parsed, tests apart.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned as _;
use syn::{Attribute, Item, ItemMod};

use super::tree::{SourceFile, Tree};

/// One program or library: the files reached from its root.
pub(super) struct Crate<'a> {
    /// The folder with its `Cargo.toml`, relative to the repository's.
    pub(super) folder: PathBuf,
    /// The root first.
    pub(super) modules: Vec<Module<'a>>,
}

/// One module, in a file of its own or within its parent's.
pub(super) struct Module<'a> {
    /// `library::dto`; empty for the root.
    pub(super) path: Vec<String>,
    pub(super) file: &'a SourceFile,
    pub(super) is_inline: bool,
    pub(super) is_test: bool,
    pub(super) items: Vec<Item>,
}

/// The libraries and programs of the workspace; what tests are compiled into is none of them.
pub(super) fn read(tree: &Tree) -> Vec<Crate<'_>> {
    let files: HashMap<&Path, &SourceFile> = tree.files.iter().map(|file| (file.path.as_path(), file)).collect();
    let mut crates = Vec::new();
    for manifest in tree.files.iter().filter(|file| is_manifest(&file.path)) {
        let Some(folder) = manifest.path.parent() else { continue };
        let is_root = |path: &Path| {
            let within = path.strip_prefix(folder.join("src")).unwrap_or(Path::new(""));
            within == "lib.rs" || within == "main.rs" || (within.parent() == Some(Path::new("bin")))
        };
        for root in tree.files.iter().filter(|file| file.is("rs") && is_root(&file.path)) {
            let mut reader = Reader { files: &files, modules: Vec::new() };
            let home = root.path.parent().unwrap_or(folder).to_path_buf();
            reader.file(root, &home, Vec::new(), false);
            crates.push(Crate { folder: folder.to_path_buf(), modules: reader.modules });
        }
    }
    crates
}

fn is_manifest(path: &Path) -> bool {
    path.ends_with("Cargo.toml") && !path.starts_with("fixtures") && path.parent() != Some(Path::new(""))
}

struct Reader<'a, 'b> {
    files: &'b HashMap<&'a Path, &'a SourceFile>,
    modules: Vec<Module<'a>>,
}

impl<'a> Reader<'a, '_> {
    /// `home` is the folder that files of the module's children stand in.
    fn file(&mut self, file: &'a SourceFile, home: &Path, path: Vec<String>, is_test: bool) {
        // What does not parse is the compiler's to name.
        let items = syn::parse_file(&file.text).map(|parsed| parsed.items).unwrap_or_default();
        self.module(Module { path, file, is_inline: false, is_test, items }, home);
    }

    fn module(&mut self, module: Module<'a>, home: &Path) {
        let (file, path, is_test) = (module.file, module.path.clone(), module.is_test);
        let children: Vec<ItemMod> = module.items.iter().filter_map(child).cloned().collect();
        self.modules.push(module);
        for child in children {
            let name = child.ident.to_string();
            let is_test = is_test || is_for_tests(&child.attrs);
            let path: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
            let home = home.join(&name);
            if let Some((_, items)) = child.content {
                self.module(Module { path, file, is_inline: true, is_test, items }, &home);
            } else {
                let places = [home.with_extension("rs"), home.join("mod.rs")];
                let found = places.iter().find_map(|place| self.files.get(place.as_path()));
                if let Some(file) = found {
                    self.file(file, &home, path, is_test);
                }
            }
        }
    }
}

fn child(item: &Item) -> Option<&ItemMod> {
    if let Item::Mod(module) = item { Some(module) } else { None }
}

/// Whether something is compiled for tests alone.
pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_test = attribute.path().is_ident("test");
        let asks = attribute.path().is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| {
                let condition = list.tokens.to_string();
                condition == "test" || condition.starts_with("any (test") || condition.starts_with("all (test")
            });
        is_test || asks
    })
}

/// The attributes of an item, where it has any.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(one) => &one.attrs,
        Item::Enum(one) => &one.attrs,
        Item::Fn(one) => &one.attrs,
        Item::Impl(one) => &one.attrs,
        Item::Macro(one) => &one.attrs,
        Item::Mod(one) => &one.attrs,
        Item::Static(one) => &one.attrs,
        Item::Struct(one) => &one.attrs,
        Item::Trait(one) => &one.attrs,
        Item::Type(one) => &one.attrs,
        Item::Use(one) => &one.attrs,
        _ => &[],
    }
}

impl Module<'_> {
    /// The items that are not for tests alone.
    pub(super) fn source_items(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| !is_for_tests(attributes(item)))
    }

    /// Lines of the module's file that tests take.
    pub(super) fn test_lines(&self) -> usize {
        if self.is_inline {
            return 0;
        }
        if self.is_test {
            return self.file.text.lines().count();
        }
        let tests = self.items.iter().filter(|item| is_for_tests(attributes(item)));
        tests.map(|item| item.span().end().line + 1 - item.span().start().line).sum()
    }

    /// As Rust writes it.
    pub(super) fn name(&self) -> String {
        if self.path.is_empty() { "the root".to_owned() } else { self.path.join("::") }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A crate at `a` of the files given by their place in its `src`.
    pub(in super::super) fn tree(files: &[(&str, &str)]) -> Tree {
        let mut all = vec![SourceFile::new("a/Cargo.toml", "")];
        all.extend(files.iter().map(|(path, text)| SourceFile::new(&format!("a/src/{path}"), text)));
        Tree { paths: Vec::new(), files: all }
    }

    #[test]
    fn modules_are_found_as_rust_finds_them() {
        let tree = tree(&[
            ("lib.rs", "mod one;\nmod two { mod inner; }\n#[cfg(test)]\nmod checks;\n"),
            ("one.rs", "mod deep;\n"),
            ("one/deep.rs", "fn a() {}\n#[cfg(test)]\nmod tests {\n}\n"),
            ("two/inner.rs", ""),
            ("checks.rs", "fn check() {}\n"),
        ]);
        let crates = read(&tree);
        assert_eq!(crates.len(), 1);
        let names: Vec<_> = crates[0].modules.iter().map(|one| (one.name(), one.is_test, one.test_lines())).collect();
        let expected = [
            ("the root", false, 2),
            ("one", false, 0),
            ("one::deep", false, 3),
            ("one::deep::tests", true, 0),
            ("two", false, 0),
            ("two::inner", false, 0),
            ("checks", true, 1),
        ];
        assert_eq!(names, expected.map(|(name, is_test, lines)| (name.to_owned(), is_test, lines)));
    }
}
