//! Tools that are requests to a server.
//!
//! A [`RestTool`] is what an author writes: a method, an address, headers, a query and a body, with places for parameters
//! (`{{name}}`) and secrets (`secret://name`). [`Rest`] carries its calls out. No argument can change the host, add a part
//! to the path, start a header or name a secret. What is dialled is what was checked (see [`Dialer`]), after each
//! redirection again. A secret goes to the tool's own server and to nobody else, and is taken out of what comes back.

mod address;
mod answer;
mod dial;
mod exchange;
mod plan;
mod request;
mod template;

#[cfg(test)]
pub(crate) mod tests;

use std::{collections::BTreeMap, fmt, net::SocketAddr, sync::Arc};

use studio_runtime::{Answer, Call, Failure, Handler};

pub use dial::{Dialer, guarded_client, is_private_number};

use crate::secrets::{self, Mask, Secret, Secrets};
use exchange::{Journey, exchange};
use plan::Plan;

/// A request with places for parameters and secrets.
///
/// - In the **address**'s path each value is one segment, percent-encoded; its query is like `query`. `{name}` is read as
///   `{{name}}` there. The host has no places.
/// - A **query** entry or **header** whose parameter is absent or null is left out. A list repeats its query entry.
/// - The **body** is JSON: a text that is exactly `"{{name}}"` becomes the parameter's value, whatever its type, or drops
///   its key where the parameter is absent; inside a longer text the value is inserted as text. `{{*}}` stands for all
///   arguments. With a form's content type the body is read as a form, and what is no JSON as plain text.
/// - **Without a body**, POST, PUT and PATCH send the arguments that have no place elsewhere as JSON (or as a form, if that
///   is the content type); the other methods add them to the query, with or without a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestTool {
    /// GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE; GET if empty.
    pub method: String,
    /// Where to, beginning with `https://` or `http://`.
    pub url: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// Names and values, added to those in the address.
    pub query: Vec<(String, String)>,
    /// What is sent, where it is not just the arguments.
    pub body: Option<String>,
    /// Whether this tool may reach this machine, its network and whatever else is not the public internet.
    pub allow_private: bool,
    /// The one address of this machine it may reach whatever else is closed to it: that of a server the studio started.
    pub own_server: Option<SocketAddr>,
    /// Times a request is sent again when there is no connection, or the answer is 429, 502, 503 or 504. Never for POST
    /// and PATCH: they may have been carried out.
    pub retries: u32,
}

impl RestTool {
    /// Says what is wrong with the tool, if something is, before anybody calls it.
    pub fn check(&self) -> Result<(), Failure> {
        Plan::read(self).map(drop)
    }

    /// Names of the parameters that have a place, sorted; `*` where there is one for all.
    pub fn parameters(&self) -> Result<Vec<String>, Failure> {
        Ok(Plan::read(self)?.parameters().into_iter().map(str::to_owned).collect())
    }

    /// Where its requests go: scheme, host and port.
    pub fn origin(&self) -> Result<String, Failure> {
        let origin = Plan::read(self)?.origin;
        Ok(origin_of(&origin).unwrap_or(origin))
    }

    /// Names of the secrets that go with a request, sorted.
    pub fn secrets(&self) -> Result<Vec<String>, Failure> {
        Ok(Plan::read(self)?.secrets().into_iter().map(str::to_owned).collect())
    }
}

/// Where requests to an address go: scheme, host and port, whatever secrets stand in the rest of it. None for what is no
/// address.
pub fn origin_of(address: &str) -> Option<String> {
    let without = secrets::resolve(address.trim(), &|_: &str| Ok(Secret::new("secret"))).ok()?;
    let origin = reqwest::Url::parse(without.expose()).ok()?.origin();
    origin.is_tuple().then(|| origin.ascii_serialization())
}

/// Carries calls of one REST tool out.
pub struct Rest {
    plan: Plan,
    secrets: Arc<dyn Secrets>,
    dialer: Arc<Dialer>,
}

impl Rest {
    /// Prepares calls of a tool. Nothing is looked up or dialled yet. The dialer is shared by all tools.
    pub fn open(tool: &RestTool, secrets: Arc<dyn Secrets>, dialer: Arc<Dialer>) -> Result<Self, Failure> {
        Ok(Self { plan: Plan::read(tool)?, secrets, dialer })
    }

    async fn carry_out(&self, call: &Call<'_>, way: &mut Way) -> Result<Answer, Failure> {
        let arguments = call.arguments.as_object().ok_or_else(|| refused("The arguments aren't a JSON object."))?;
        let secrets = self.look_up().await?;
        way.mask = Mask::new(secrets.values());
        let request = self.plan.fill(arguments, &secrets)?;
        let reply = exchange(&self.dialer, &self.plan, &request, &way.mask, &mut way.journey).await?;
        way.journey.log.push(answer::summary(&reply));
        let value = answer::read(&reply, &way.mask)?;
        Ok(Answer { value, outside: Some(way.journey.outside), ..Answer::default() })
    }

    /// The secrets of one request. A keychain may wait for somebody to unlock it, so this must not hold up anything.
    async fn look_up(&self) -> Result<BTreeMap<String, Secret>, Failure> {
        let names: Vec<String> = self.plan.secrets().into_iter().map(str::to_owned).collect();
        if names.is_empty() {
            return Ok(BTreeMap::new());
        }
        let secrets = Arc::clone(&self.secrets);
        let unavailable = |cause: &dyn fmt::Display| Failure::Unavailable {
            message: format!("The tool needs a secret that isn't available: {cause}."),
        };
        let look_up = move || names.into_iter().map(|name| Ok((name.clone(), secrets.secret(&name)?))).collect();
        let found: Result<_, crate::secrets::Error> =
            tokio::task::spawn_blocking(look_up).await.map_err(|cause| unavailable(&cause))?;
        found.map_err(|cause| unavailable(&cause))
    }
}

impl Handler for Rest {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        let mut way = Way::default();
        let done = self.dialer.wait(call.limit, call.stop, self.carry_out(call, &mut way));
        let log = way.mask.text(&way.journey.log.join("\n"));
        match done {
            Ok(answer) => Ok(Answer { log, ..answer }),
            Err(failure) => Err(masked(failure, &way.mask, log)),
        }
    }
}

impl fmt::Debug for Rest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Rest").field("plan", &self.plan).finish_non_exhaustive()
    }
}

/// What is known of a call, also when it ends early.
#[derive(Default)]
struct Way {
    mask: Mask,
    journey: Journey,
}

/// A failure with its log, and without the secrets a path or a server may have put into its message.
fn masked(failure: Failure, mask: &Mask, log: String) -> Failure {
    let clean = |message: String| mask.text(&message);
    match failure {
        Failure::Stopped | Failure::TimedOut { .. } => failure,
        Failure::Capped { message } => Failure::Capped { message: clean(message) },
        Failure::Unavailable { message } => Failure::Unavailable { message: clean(message) },
        Failure::Refused { message } => Failure::Refused { message: clean(message) },
        Failure::Failed { message, .. } => Failure::Failed { message: clean(message), log },
        Failure::Garbage { message, .. } => Failure::Garbage { message: clean(message), log },
    }
}

fn refused(message: &str) -> Failure {
    Failure::Refused { message: message.to_owned() }
}
