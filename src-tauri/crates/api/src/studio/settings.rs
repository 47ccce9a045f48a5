//! What a window remembers with its library.

use studio_store as store;

use crate::{Error, Studio};

impl Studio {
    /// A value kept under a key.
    pub fn get_setting(&self, key: &str) -> Result<Option<String>, Error> {
        Ok(self.session()?.library.get_setting(key)?)
    }

    /// Keeps a value under a key.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<(), Error> {
        match self.session()?.library.aside().set_setting(key, value) {
            // The window goes on as it was set; only the next one does not know it.
            Err(store::Error::ReadOnly { .. }) => Ok(()),
            kept => Ok(kept?),
        }
    }
}
