//! What the program was started with.

use std::path::PathBuf;

/// The command line of the window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// `--library FILE`: the library to open instead of the last one.
    pub library: Option<PathBuf>,
    /// `--samples`: open the sample library.
    pub samples: bool,
    /// `--trust FOLDER`: what is below it is read and written without a question.
    pub trusted: Option<PathBuf>,
}

impl Arguments {
    /// Reads the process's arguments; unknown ones are left to the toolkit.
    pub fn from_env() -> Self {
        Self::parse(std::env::args().skip(1))
    }

    fn parse(arguments: impl Iterator<Item = String>) -> Self {
        let mut parsed = Self::default();
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--samples" => parsed.samples = true,
                "--library" => parsed.library = arguments.next().map(PathBuf::from),
                "--trust" => parsed.trusted = arguments.next().map(PathBuf::from),
                _ => {}
            }
        }
        parsed
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    #[test]
    fn reads_the_library_the_samples_switch_and_the_trusted_folder() {
        let parsed = Arguments::parse(
            ["--other", "--library", "a.db", "--samples", "--trust", "/srv"].map(String::from).into_iter(),
        );
        assert_eq!(parsed, Arguments { library: Some("a.db".into()), samples: true, trusted: Some("/srv".into()) });
    }
}
