//! Where the open library's file stands: what became of it, and letting go of it.

use std::path::Path;

use crate::{Displacement, Error, Reading};

impl Reading {
    /// What became of the file, where its path does not lead to it any more: then nothing is written to it.
    pub fn displacement(&self) -> Option<Displacement> {
        self.connections.displacement()
    }

    /// What [`Self::displacement`] says, for who looks from time to time: what was written is brought into the file
    /// itself meanwhile, so that a copy of it alone is whole.
    pub fn look(&self) -> Option<Displacement> {
        let displacement = self.connections.look();
        if displacement.is_none() {
            self.connections.is_named(&self.host().to_string());
        }
        displacement
    }

    /// Whether another file was written over the library's own, in place: what is read is of both then, and no copy is whole.
    pub fn is_overwritten(&self) -> bool {
        self.connections.was_overwritten()
    }

    /// Refuses a library that another file was written over; who answers without reading it asks.
    pub fn refuse_overwritten(&self) -> Result<(), Error> {
        self.connections.refuse_overwritten()
    }

    /// Lets go of a displaced library that is about to be opened anew at `path`; says whether it was the same file.
    /// Refused where not all that was written is in it; [`Self::save_copy`] has all. One that another file was written over is
    /// let go in any case.
    pub fn let_go_if_at(&self, path: &Path) -> Result<bool, Error> {
        self.connections.close_if_at(path)
    }
}
