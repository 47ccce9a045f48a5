//! What programs are confined with on this machine, and what is said where that is nothing, or little.

use studio_runtime::Failure;

use super::{
    bubblewrap,
    host::{Confinement, Host},
    landlock, privileges,
};

impl Host {
    /// Whether what it is to confine with works on this machine.
    pub fn works(&self) -> bool {
        self.confinement().is_ok()
    }

    /// What it confines with, in words; or why it cannot.
    pub fn confines_with(&self) -> Result<&'static str, Failure> {
        self.confinement().map(Confinement::in_words)
    }

    /// What is said wherever a sandbox is described, where it keeps less than it could; none where nothing confines.
    pub fn caution(&self) -> Option<&'static str> {
        let confinement = self.confinement().ok()?;
        caution(confinement, privileges::is_root(), landlock::is_there())
    }

    /// The same as the end of a description.
    pub(super) fn warning(&self) -> String {
        self.caution().map(|caution| format!(". Warning: {caution}")).unwrap_or_default()
    }

    pub(super) fn confinement(&self) -> Result<Confinement, Failure> {
        let is_there = |wanted| match wanted {
            // The user root is inside is root's own, outside: namespaces alone keep too little from it.
            Confinement::Bubblewrap => bubblewrap::is_there() && (landlock::is_there() || !privileges::is_root()),
            Confinement::Landlock => landlock::is_there(),
        };
        choose(self.confinement, is_there).ok_or_else(no_confinement)
    }
}

impl Confinement {
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Bubblewrap if landlock::is_there() => "bubblewrap and Landlock",
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "Landlock",
        }
    }
}

/// What is said to root wherever a sandbox is described.
const AS_ROOT: &str = "Skill Studio runs as root, so a hole in the sandbox would open the whole machine. Run it as \
                           another user.";

/// What is said where the kernel has no Landlock to keep what bubblewrap lets through.
const ALONE: &str = "This kernel has no Landlock, so bubblewrap confines alone, and a hole in it would be open. Linux 6.2 \
                     or newer has both.";

fn caution(confinement: Confinement, is_root: bool, has_landlock: bool) -> Option<&'static str> {
    match confinement {
        _ if is_root => Some(AS_ROOT),
        Confinement::Bubblewrap if !has_landlock => Some(ALONE),
        Confinement::Bubblewrap | Confinement::Landlock => None,
    }
}

pub(super) fn choose(wanted: Option<Confinement>, is_there: impl Fn(Confinement) -> bool) -> Option<Confinement> {
    let any = [Confinement::Bubblewrap, Confinement::Landlock];
    any.into_iter().filter(|one| wanted.is_none_or(|wanted| wanted == *one)).find(|one| is_there(*one))
}

fn no_confinement() -> Failure {
    if privileges::is_root() && bubblewrap::is_there() {
        let message = "The script wasn't run: without Landlock, bubblewrap can't protect the system from a root \
                       process. Run Skill Studio as another user, or use Linux 6.2 or newer.";
        return Failure::Unavailable { message: message.into() };
    }
    let message = "The script wasn't run: no sandbox is available. Install bubblewrap (apt-get install bubblewrap), or \
                   use a kernel with Landlock (Linux 6.2 or newer).";
    Failure::Unavailable { message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::{ALONE, AS_ROOT, Confinement, caution};

    #[test]
    fn whoever_gets_less_than_both_or_is_root_is_told() {
        for (confinement, is_root, has_landlock, said) in [
            (Confinement::Bubblewrap, false, true, None),
            (Confinement::Bubblewrap, false, false, Some(ALONE)),
            (Confinement::Bubblewrap, true, true, Some(AS_ROOT)),
            (Confinement::Landlock, false, true, None),
            (Confinement::Landlock, true, true, Some(AS_ROOT)),
        ] {
            assert_eq!(caution(confinement, is_root, has_landlock), said, "{confinement:?}");
        }
    }
}
