//! Texts that are kept elsewhere, encrypted for this user: what was typed and may hold secrets.
//!
//! The key is 256 random bits where new secrets go: in the keychain, or in the vault. It is under a name that no secret can
//! have, so that nobody lists or refers to it. What is sealed: the fingerprint of its key (16 bytes), a nonce (24 bytes), and
//! the text under XChaCha20-Poly1305, with these two and what the text is about as associated data.

use chacha20poly1305::{
    XNonce,
    aead::{Aead as _, Generate as _, Payload},
};

use super::{
    Error, Secret, SecretStore,
    key::{Key, PRINT_BYTES},
};

/// No name of a secret has a dot.
pub(super) const KEY_NAME: &str = "studio.seal";

const NONCE_BYTES: usize = 24;
const HEAD_BYTES: usize = PRINT_BYTES + NONCE_BYTES;

impl SecretStore {
    /// Encrypts a text. Only the same user can read it again, and only as being about the same.
    pub fn seal(&self, text: &str, about: &str) -> Result<Vec<u8>, Error> {
        let key = self.sealing_key()?;
        let nonce = XNonce::generate();
        let mut bytes = [key.print().as_slice(), &nonce].concat();
        let aad = [&bytes, about.as_bytes()].concat();
        let body = key.cipher().encrypt(&nonce, Payload { msg: text.as_bytes(), aad: &aad });
        bytes.extend(body.expect("a text is far smaller than what the cipher takes"));
        Ok(bytes)
    }

    /// The text that was sealed.
    pub fn unseal(&self, sealed: &[u8], about: &str) -> Result<Secret, Error> {
        let print = sealed.get(..PRINT_BYTES).filter(|_| sealed.len() >= HEAD_BYTES).ok_or(Error::Unsealable)?;
        let key = self.key_with(print)?.ok_or(Error::Unsealable)?;
        let (head, body) = sealed.split_at(HEAD_BYTES);
        let aad = [head, about.as_bytes()].concat();
        let nonce = XNonce::try_from(&head[PRINT_BYTES..]).expect("a head ends in a nonce");
        let text = key.cipher().decrypt(&nonce, Payload { msg: body, aad: &aad }).map_err(|_| Error::Unsealable)?;
        String::from_utf8(text).map(Secret::new).map_err(|_| Error::Unsealable)
    }

    /// The key new texts are sealed with; made where there is none, and asked for once.
    fn sealing_key(&self) -> Result<Key, Error> {
        if let Some(key) = self.seal.get() {
            return Ok(key.clone());
        }
        let text = self.kept_or_made(KEY_NAME, || Secret::new(Key::random().text().as_str()))?;
        let key = Key::parse(text.expose(), KEY_NAME.to_owned())?;
        Ok(self.seal.get_or_init(|| key).clone())
    }

    /// The key with this fingerprint, wherever it is. A vault may have one from when the keychain did not answer.
    fn key_with(&self, print: &[u8]) -> Result<Option<Key>, Error> {
        if let Some(key) = self.seal.get().filter(|key| key.print() == print) {
            return Ok(Some(key.clone()));
        }
        for text in self.everywhere(KEY_NAME)? {
            let key = Key::parse(text.expose(), KEY_NAME.to_owned())?;
            if key.print() == print {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }
}
