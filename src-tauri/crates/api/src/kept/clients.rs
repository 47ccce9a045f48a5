//! Agent clients, as the library keeps them: by name. Two of them had another one up to format 2.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::Mirror;
use crate::dto;

/// The format since which each client has one name everywhere. The names of older ones are read as well.
pub(crate) const NAMED: u32 = 3;

/// An agent client. What it is called, and was, is the model's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client(studio_model::Client);

impl Serialize for Client {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl<'de> Deserialize<'de> for Client {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        let client = studio_model::Client::parse(&name);
        client.map(Self).ok_or_else(|| D::Error::custom(format_args!("unknown client {name:?}")))
    }
}

impl Mirror<dto::Host> for Client {
    fn of(shown: &dto::Host) -> Self {
        Self(shown.noun())
    }

    fn shown(self) -> dto::Host {
        dto::Host::from(self.0)
    }
}
