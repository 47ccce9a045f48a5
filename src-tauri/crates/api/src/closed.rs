//! Closed sets that cross to a screen: each value once, with the name that JSON, the command line and the library have for it.

/// Declares an enum whose values have stable names, with [`as_str`] and [`parse`] between the two.
///
/// One `of` a noun of the model has that noun's values and no other, and its names: what the noun reads is read here too, in
/// JSON as elsewhere, so that the names of earlier versions still are. The literals must be those names.
macro_rules! closed {
    ($(#[$meta:meta])* pub enum $name:ident of $noun:ty {
        $($(#[$of:meta])* $variant:ident = $text:literal),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, specta::Type)]
        pub enum $name {
            $($(#[$of])* #[serde(rename = $text)] $variant),*
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// What it is in the model.
            #[must_use]
            pub const fn noun(self) -> $noun {
                type Noun = $noun;
                match self {
                    $(Self::$variant => Noun::$variant),*
                }
            }

            /// Its stable name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                self.noun().as_str()
            }

            /// The value a stable name stands for, or one that earlier versions had.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                <$noun>::parse(name).map(Self::from)
            }
        }

        impl From<$noun> for $name {
            fn from(noun: $noun) -> Self {
                type Noun = $noun;
                match noun {
                    $(Noun::$variant => Self::$variant),*
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = <std::borrow::Cow<'de, str> as serde::Deserialize<'de>>::deserialize(deserializer)?;
                Self::parse(&name).ok_or_else(|| serde::de::Error::unknown_variant(&name, &[$($text),*]))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(self.as_str())
            }
        }
    };
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$of:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, specta::Type)]
        pub enum $name {
            $($(#[$of])* #[serde(rename = $text)] $variant),*
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its stable name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),*
                }
            }

            /// The value a stable name stands for.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == name)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(self.as_str())
            }
        }
    };
}
pub(crate) use closed;
