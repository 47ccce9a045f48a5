//! What a window remembers with its library.

use crate::{Error, Studio};

impl Studio {
    /// A value kept under a key.
    pub fn get_setting(&self, key: &str) -> Result<Option<String>, Error> {
        Ok(self.session()?.library.get_setting(key)?)
    }

    /// Keeps a value under a key.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<(), Error> {
        Ok(self.session()?.library.set_setting(key, value)?)
    }
}
