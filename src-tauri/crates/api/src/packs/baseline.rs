//! What the accuracy of a pack is held against: the best export of its major version. Were it the last one, losses that are
//! small each time would add up unseen.

use std::fmt;

use semver::Version;
use uuid::Uuid;

use crate::{
    Error,
    dto::Metric,
    kept::{self, Mirror, packs as stored},
    state::session::Session,
};

/// An export that accuracy is held against.
pub(super) struct Baseline {
    pub(super) version: String,
    pub(super) accuracy: Metric,
}

impl fmt::Display for Baseline {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:.1}% in {}, the best export of this major version", self.accuracy.value * 100.0, self.version)
    }
}

impl Session {
    /// The best export of a pack of this version's major version. Whoever overrides the gate accepts what was reached then:
    /// what lies before that counts no more.
    pub(super) fn accuracy_to_reach(&self, pack: Uuid, version: &str) -> Result<Option<Baseline>, Error> {
        let mut best: Option<Baseline> = None;
        for row in self.library.list_pack_exports(pack)? {
            // One that cannot be read says nothing; the history lists it with the reason.
            let Ok(export) = kept::read_text::<stored::Export>(&row.kept) else { continue };
            if major(&export.version) != major(version) {
                continue;
            }
            let is_accepted = is_accepted(&export);
            let accuracy = export.gates.into_iter().find_map(|gate| gate.accuracy);
            if let Some(accuracy) = accuracy.map(|accuracy| accuracy.now.shown())
                && best.as_ref().is_none_or(|best| accuracy.value > best.accuracy.value)
            {
                best = Some(Baseline { version: export.version, accuracy });
            }
            if is_accepted {
                break;
            }
        }
        Ok(best)
    }
}

fn is_accepted(export: &stored::Export) -> bool {
    export.gates.iter().any(|gate| gate.is_holding && gate.gate == stored::Gate::Accuracy)
        && export.overrides.iter().any(|one| one.gate == stored::Gate::Accuracy)
}

fn major(version: &str) -> Option<u64> {
    Version::parse(version).ok().map(|version| version.major)
}
