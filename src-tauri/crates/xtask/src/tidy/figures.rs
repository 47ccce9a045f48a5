//! The house in numbers: what the laws measure, whole, to be set beside an earlier state of it.

use std::collections::BTreeMap;

use super::crates::{self, Crate};
use super::tree::{SourceFile, Tree};
use super::{closed_sets, cycles, lengths, repeats};

/// What one crate, or the interface, comes to.
#[derive(Default)]
struct Row {
    modules: usize,
    in_cycles: usize,
    largest_cycle: usize,
    /// Neighbours in cycles, each with all its parts as one.
    in_wide_cycles: usize,
    long_files: usize,
    long_functions: usize,
    closed_texts: usize,
    lines: usize,
    test_lines: usize,
}

pub(super) fn print(tree: &Tree) {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for house in crates::read(tree) {
        let name = house.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        rows.entry(name).or_default().add(&house);
    }
    for file in tree.files.iter().filter(|file| file.is("rs")) {
        if let Some(name) = crate_of_tests(file) {
            rows.entry(name).or_default().test_lines += file.text.lines().count();
        }
    }
    let mut total = Row::default();
    println!(
        "| crate | modules | in cycles | largest cycle | folders in cycles | files > {} | functions > {} | closed texts | lines | tests | tests : source |",
        lengths::LONGEST_FILE,
        lengths::LONGEST_FUNCTION
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, row) in &rows {
        row.print(name);
        total.join(row);
    }
    total.print("all Rust");
    println!();
    print_ui(tree);
    print_repeats(tree);
    print_cycles(tree);
}

impl Row {
    fn add(&mut self, house: &Crate<'_>) {
        let files = lengths::files(house);
        let cycles = cycles::of_files(house);
        self.in_wide_cycles += cycles::of(house).iter().map(|cycle| cycle.modules.len()).sum::<usize>();
        self.modules += files.len();
        self.in_cycles += cycles.iter().map(|cycle| cycle.modules.len()).sum::<usize>();
        self.largest_cycle = cycles.iter().map(|cycle| cycle.modules.len()).fold(self.largest_cycle, usize::max);
        self.long_files += files.iter().filter(|file| file.lines > lengths::LONGEST_FILE).count();
        let functions = lengths::functions(house);
        self.long_functions += functions.iter().filter(|one| one.lines > lengths::LONGEST_FUNCTION).count();
        self.closed_texts += closed_sets::of(house).len();
        self.lines += files.iter().map(|file| file.lines).sum::<usize>();
        let in_files = house.modules.iter().filter(|module| !module.is_inline);
        self.test_lines += in_files.map(crates::Module::test_lines).sum::<usize>();
    }

    fn join(&mut self, other: &Self) {
        self.modules += other.modules;
        self.in_cycles += other.in_cycles;
        self.largest_cycle = self.largest_cycle.max(other.largest_cycle);
        self.in_wide_cycles += other.in_wide_cycles;
        self.long_files += other.long_files;
        self.long_functions += other.long_functions;
        self.closed_texts += other.closed_texts;
        self.lines += other.lines;
        self.test_lines += other.test_lines;
    }

    fn print(&self, name: &str) {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.modules,
            self.in_cycles,
            self.largest_cycle,
            self.in_wide_cycles,
            self.long_files,
            self.long_functions,
            self.closed_texts,
            self.lines,
            self.test_lines,
            ratio(self.test_lines, self.lines)
        );
    }
}

fn ratio(tests: usize, source: usize) -> String {
    if source == 0 { "-".to_owned() } else { format!("{:.2}", tests as f64 / source as f64) }
}

/// The crate whose tests a file outside of `src` is of.
fn crate_of_tests(file: &SourceFile) -> Option<String> {
    let parts: Vec<_> = file.path.iter().filter_map(|part| part.to_str()).collect();
    match parts.as_slice() {
        ["src-tauri", "crates", name, "tests", ..] => Some((*name).to_owned()),
        ["tests", folder, ..] if *folder != "src" => Some("tests".to_owned()),
        _ => None,
    }
}

fn print_ui(tree: &Tree) {
    println!("| interface (without bindings.ts) | TypeScript | Svelte | tests | tests : source |");
    println!("|---|---|---|---|---|");
    let mut areas: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for file in tree.files.iter().filter(|file| file.is_interface()) {
        let parts: Vec<_> = file.path.iter().skip(2).filter_map(|part| part.to_str()).collect();
        let area = match parts.as_slice() {
            ["features", name, ..] => format!("features/{name}"),
            ["lib", "ipc", "mock", _, ..] => "lib/ipc/mock".to_owned(),
            [name, _, ..] => (*name).to_owned(),
            _ => "(top)".to_owned(),
        };
        let column = if file.is_interface_test() { 2 } else { usize::from(file.is("svelte")) };
        for name in [area, "~ all of it".to_owned()] {
            areas.entry(name).or_default()[column] += file.text.lines().count();
        }
    }
    for (name, [typescript, svelte, tests]) in areas {
        let name = name.trim_start_matches("~ ");
        println!("| {name} | {typescript} | {svelte} | {tests} | {} |", ratio(tests, typescript + svelte));
    }
    println!();
}

fn print_repeats(tree: &Tree) {
    let rust: Vec<String> = crates::read(tree).iter().flat_map(sources).collect();
    let of_rust = repeats::of(rust.iter().map(String::as_str));
    let ui = tree.files.iter().filter(|file| file.is_interface() && !file.is_interface_test());
    let of_ui = repeats::of(ui.map(|file| file.text.as_str()));
    let block = repeats::BLOCK;
    println!("| repeated blocks ({block} lines or more, without indent, blank lines and comments) | blocks | lines |");
    println!("|---|---|---|");
    println!("| Rust without tests | {} | {} |", of_rust.blocks, of_rust.lines);
    println!("| interface without tests | {} | {} |", of_ui.blocks, of_ui.lines);
}

/// What a reader needs to cut them.
fn print_cycles(tree: &Tree) {
    for house in crates::read(tree) {
        for cycle in cycles::of(&house) {
            println!("\n{}: {} lead to each other", house.folder.display(), cycle.modules.join(", "));
            cycle.mentions.iter().for_each(|mention| println!("- {mention}"));
        }
    }
}

/// The texts of a crate's files up to their tests.
fn sources(house: &Crate<'_>) -> Vec<String> {
    let before_tests = |module: &crates::Module<'_>| {
        let lines = module.file.text.lines().take_while(|line| *line != "#[cfg(test)]");
        lines.collect::<Vec<_>>().join("\n")
    };
    house.modules.iter().filter(|module| !module.is_inline && !module.is_test).map(before_tests).collect()
}
