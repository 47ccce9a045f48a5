//! A type as it is kept, and the one a screen has of the same thing: alike today, and free to differ.

/// What is kept of something that a screen shows.
pub(crate) trait Mirror<Shown>: Sized {
    /// As it is kept.
    fn of(shown: &Shown) -> Self;
    /// As a screen shows it.
    fn shown(self) -> Shown;
}

/// Values that are the same in both.
macro_rules! same {
    ($($kind:ty),*) => {
        $(impl Mirror<$kind> for $kind {
            fn of(shown: &$kind) -> Self {
                shown.clone()
            }

            fn shown(self) -> $kind {
                self
            }
        })*
    };
}
same!(String, bool, u32, f32, f64, serde_json::Value);

impl<Shown, Kept: Mirror<Shown>> Mirror<Option<Shown>> for Option<Kept> {
    fn of(shown: &Option<Shown>) -> Self {
        shown.as_ref().map(Kept::of)
    }

    fn shown(self) -> Option<Shown> {
        self.map(Kept::shown)
    }
}

impl<Shown, Kept: Mirror<Shown>> Mirror<Vec<Shown>> for Vec<Kept> {
    fn of(shown: &Vec<Shown>) -> Self {
        shown.iter().map(Kept::of).collect()
    }

    fn shown(self) -> Vec<Shown> {
        self.into_iter().map(Kept::shown).collect()
    }
}

/// Declares a type as it is kept, with the way from and to the one a screen has. Its fields and variants bear the names the
/// screen's have; what the JSON calls otherwise says so with `serde(rename)`.
macro_rules! mirror {
    ($(#[$meta:meta])* struct $name:ident of $shown:ty { $($(#[$of:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub(crate) struct $name {
            $($(#[$of])* pub(crate) $field: $kind),*
        }

        impl $crate::kept::Mirror<$shown> for $name {
            fn of(shown: &$shown) -> Self {
                Self { $($field: $crate::kept::Mirror::of(&shown.$field)),* }
            }

            fn shown(self) -> $shown {
                type Shown = $shown;
                Shown { $($field: $crate::kept::Mirror::shown(self.$field)),* }
            }
        }
    };
    ($(#[$meta:meta])* enum $name:ident of $shown:ty {
        $($(#[$of:meta])* $variant:ident $({ $($(#[$in:meta])* $field:ident: $kind:ty),* $(,)? })?),* $(,)?
    }) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub(crate) enum $name {
            $($(#[$of])* $variant $({ $($(#[$in])* $field: $kind),* })?),*
        }

        impl $crate::kept::Mirror<$shown> for $name {
            fn of(shown: &$shown) -> Self {
                type Shown = $shown;
                match shown {
                    $(Shown::$variant $({ $($field),* })? => {
                        Self::$variant $({ $($field: $crate::kept::Mirror::of($field)),* })?
                    })*
                }
            }

            fn shown(self) -> $shown {
                type Shown = $shown;
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        Shown::$variant $({ $($field: $crate::kept::Mirror::shown($field)),* })?
                    })*
                }
            }
        }
    };
}
pub(crate) use mirror;
