//! Signatures of manifests, as minisign makes and checks them: Ed25519 over a hash, with a comment that is signed, too.

use std::io::Cursor;

use minisign::{KeyPair, PublicKey, PublicKeyBox, SecretKey, SecretKeyBox, SignatureBox};

/// What stands in the file for people; nobody signs it.
const UNTRUSTED: &str = "signature of a skill pack, made by Skill Studio";

/// Characters of 64 bytes in base64, two of which fill it up.
const SIGNATURE_CHARS: usize = 88;

/// Why something about a signature does not work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

impl Error {
    fn of(what: &str) -> impl Fn(minisign::PError) -> Self {
        move |cause| Self(format!("{what}: {cause}"))
    }
}

/// The public half of a key.
#[derive(Clone, Debug)]
pub struct Public(PublicKey);

/// A signature that was read.
#[derive(Clone)]
pub struct Signature(SignatureBox);

/// A new key, as a text that is to be kept secret.
pub fn generate() -> Result<String, Error> {
    let failed = Error::of("couldn't create a key");
    let pair = KeyPair::generate_unencrypted_keypair().map_err(&failed)?;
    Ok(pair.sk.to_box(None).map_err(&failed)?.to_string())
}

/// Signs bytes. `comment` is signed with them, and says what they are.
pub fn sign(secret: &str, bytes: &[u8], comment: &str) -> Result<String, Error> {
    let failed = Error::of("couldn't sign the manifest");
    let signature = minisign::sign(None, &read_secret(secret)?, Cursor::new(bytes), Some(comment), Some(UNTRUSTED));
    Ok(signature.map_err(failed)?.into_string())
}

impl Public {
    /// The public half of a key that is kept.
    pub fn of_secret(secret: &str) -> Result<Self, Error> {
        PublicKey::from_secret_key(&read_secret(secret)?).map(Self).map_err(Error::of("the key is damaged"))
    }

    /// Reads a public key: the one line of it, or the file that minisign writes.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let read = if text.contains('\n') {
            PublicKeyBox::from_string(text).and_then(PublicKeyBox::into_public_key)
        } else {
            PublicKey::from_base64(text)
        };
        read.map(Self).map_err(|_| Error("this isn't a minisign public key".to_owned()))
    }

    /// The key on one line.
    pub fn text(&self) -> String {
        self.0.to_base64()
    }

    /// Its short name.
    pub fn id(&self) -> String {
        id(self.0.keynum())
    }
}

impl Signature {
    /// Reads a signature's file.
    pub fn parse(text: &str) -> Result<Self, Error> {
        // The library checks the length of the first signature only.
        let second = text.lines().nth(3).map(str::trim);
        if !second.is_some_and(|second| second.len() == SIGNATURE_CHARS && second.ends_with("==")) {
            return Err(Error("the signature is damaged: incomplete".to_owned()));
        }
        SignatureBox::from_string(text).map(Self).map_err(|cause| Error(format!("the signature is damaged: {cause}")))
    }

    /// Short name of the key that it says to be of.
    pub fn id(&self) -> String {
        id(self.0.keynum())
    }

    /// Whether this key signed just these bytes, and the comment.
    pub fn is_of(&self, key: &Public, bytes: &[u8]) -> bool {
        minisign::verify(&key.0, &self.0, Cursor::new(bytes), true, false, false).is_ok()
    }
}

fn read_secret(text: &str) -> Result<SecretKey, Error> {
    let failed = Error::of("the stored key is damaged");
    SecretKeyBox::from_string(text).and_then(SecretKeyBox::into_unencrypted_secret_key).map_err(failed)
}

/// A number of eight bytes as minisign writes it.
fn id(number: &[u8]) -> String {
    let number = <[u8; 8]>::try_from(number).map(u64::from_le_bytes).unwrap_or_default();
    format!("{number:016X}")
}

#[cfg(test)]
mod tests {
    use super::{Public, Signature, generate, sign};

    #[test]
    fn what_was_signed_is_told_from_what_was_not() {
        let (ours, theirs) = (generate().unwrap(), generate().unwrap());
        let text = sign(&ours, b"manifest", "care 1.0.0 agent-skills").unwrap();
        assert!(text.contains("trusted comment: care 1.0.0 agent-skills"), "{text}");
        let signature = Signature::parse(&text).unwrap();
        let key = Public::of_secret(&ours).unwrap();
        assert!(signature.is_of(&key, b"manifest") && !signature.is_of(&key, b"manifest "));
        assert!(!signature.is_of(&Public::of_secret(&theirs).unwrap(), b"manifest"));
        assert_eq!((signature.id(), key.id().len()), (key.id(), 16));
        assert_eq!(Public::parse(&key.text()).unwrap().text(), key.text());
        // The comment is signed, too.
        let other = Signature::parse(&text.replace("1.0.0", "9.0.0")).unwrap();
        assert!(!other.is_of(&key, b"manifest"));
    }

    #[test]
    fn damaged_texts_are_refused() {
        let text = sign(&generate().unwrap(), b"x", "c").unwrap();
        for end in 0..text.trim_end().len() {
            assert!(Signature::parse(&text[..end]).is_err(), "{}", &text[..end]);
        }
        for damaged in ["", "untrusted comment: \n", "\u{0}", "untrusted comment: x\n!!!\ntrusted comment: \n!!!\n"] {
            assert!(Signature::parse(damaged).is_err(), "{damaged:?}");
            assert!(Public::parse(damaged).is_err(), "{damaged:?}");
        }
    }
}
