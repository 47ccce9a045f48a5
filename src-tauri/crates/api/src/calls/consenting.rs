//! What the author is asked about what is to run, and what comes of it.

use crate::{
    Error, Studio,
    dto::{ConsentInfo, ConsentRequest},
};

impl Studio {
    /// What a call or a server asked for, as it is put to the author. None where that was allowed meanwhile.
    pub fn asked_consent(&self, hash: &str) -> Result<Option<ConsentRequest>, Error> {
        let is_allowed = self.shared.consents.read()?.iter().any(|known| known.hash == hash);
        if is_allowed { Ok(None) } else { self.shared.consents.request(hash).map(Some) }
    }

    /// Allows what a call or a server asked for.
    pub fn grant_consent(&self, hash: &str) -> Result<(), Error> {
        self.shared.consents.grant(hash, crate::now())
    }

    /// Takes a consent back; what runs goes on, the next start asks.
    pub fn revoke_consent(&self, hash: &str) -> Result<(), Error> {
        self.shared.consents.revoke(hash)
    }

    /// Everything the author allowed to run, the last first.
    pub fn list_consents(&self) -> Result<Vec<ConsentInfo>, Error> {
        self.shared.consents.list()
    }
}
