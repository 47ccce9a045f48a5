//! Agent clients as arguments: offered by the names they have everywhere; those they had are still understood.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use studio_api::{
    dto::{ClientInfo, Host},
    list_clients,
};

/// Any client.
pub(crate) fn any() -> impl TypedValueParser<Value = Host> {
    named(|_| true)
}

/// A client that reads a folder of a project.
pub(crate) fn with_folder() -> impl TypedValueParser<Value = Host> {
    named(|client| !client.project_folders.is_empty())
}

fn named(is_offered: impl Fn(&ClientInfo) -> bool) -> impl TypedValueParser<Value = Host> {
    let value = |client: ClientInfo| {
        let noun = client.name.noun();
        PossibleValue::new(noun.as_str()).help(noun.label()).aliases(noun.old_names().iter().copied())
    };
    let offered: Vec<PossibleValue> = list_clients().into_iter().filter(is_offered).map(value).collect();
    PossibleValuesParser::new(offered).try_map(|name| Host::parse(&name).ok_or("unknown client"))
}
