//! The caps that keep an import from filling memory or hanging. One place; tests make them small.

const MIB: u64 = 1024 * 1024;

/// What one import may read. `Limits::default()` is what the studio uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest skill file (`SKILL.md` or a single `.md`), in bytes.
    pub skill_file_bytes: u64,
    /// Largest other file of a skill, or entry of an archive, in bytes.
    pub file_bytes: u64,
    /// Most files one skill may bring, besides its skill file.
    pub skill_files: usize,
    /// Most bytes one skill's files, or one archive's entries unpacked, may have together.
    pub together_bytes: u64,
    /// Most bytes one call of `discover` holds; what is over is listed.
    pub discovery_bytes: u64,
    /// Most entries in a folder of built or fetched files (`node_modules`) that are looked at for hidden skills.
    pub ignored_entries: usize,
    /// Most entries that are looked at in the folder of one chosen skill, which may be a folder around much else.
    pub skill_entries: usize,
    /// Most entries of an archive.
    pub archive_entries: usize,
    /// Deepest path in an archive, in folders and file names.
    pub archive_depth: usize,
    /// Highest ratio of unpacked to packed bytes of an archive and of each entry.
    pub archive_ratio: u64,
    /// Unpacked size under which the ratio is not looked at: a few repeated lines pack extremely well.
    pub archive_ratio_floor: u64,
    /// Most bytes read to understand an archive's directory, which bounds what a forged one can allocate.
    pub archive_directory_bytes: u64,
}

impl Limits {
    /// The studio's own caps.
    pub const STUDIO: Self = Self {
        skill_file_bytes: 10 * MIB,
        file_bytes: 50 * MIB,
        skill_files: 5_000,
        together_bytes: 200 * MIB,
        discovery_bytes: 1024 * MIB,
        ignored_entries: 20_000,
        skill_entries: 20_000,
        archive_entries: 5_000,
        archive_depth: 20,
        archive_ratio: 100,
        archive_ratio_floor: MIB,
        archive_directory_bytes: 16 * MIB,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::STUDIO
    }
}

/// A size for people: `12 bytes`, `3.4 KB`, `50 MB` (units of 1,024).
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 3] = ["KB", "MB", "GB"];
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let text = format!("{value:.1}");
    format!("{} {}", text.strip_suffix(".0").unwrap_or(&text), UNITS[unit])
}
