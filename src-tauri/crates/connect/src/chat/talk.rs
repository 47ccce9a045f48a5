//! Questions to one server, and what its replies say.

use std::{sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use genai::{
    Client, Headers, ModelIden, ServiceTarget,
    adapter::AdapterKind,
    chat::{ChatOptions, ChatRequest, ChatStreamEvent, StopReason},
    resolver::{AuthData, Endpoint},
};
use studio_runtime::Stop;
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::watch,
    task::AbortHandle,
    time::{MissedTickBehavior, interval, sleep, timeout},
};

use super::{
    Exchange, Patience,
    peer::{Peer, local_client},
    relay,
    request::Question,
    said::{Said, ended, whole},
    wire::{EVENT_STREAM, LINES, Wire},
};
use crate::{Error, ModelSpec, Provider, client::innermost, secrets::Mask};

/// How soon a wish to stop is seen.
const GLANCE: Duration = Duration::from_millis(20);

/// How often whoever listens hears that nothing came.
const TICK: Duration = Duration::from_millis(33);

/// Calls of one reply; models make a handful.
const MOST_CALLS: usize = 1_000;

/// Who hears a reply as it comes.
pub(super) struct Heard<'a> {
    pub(super) tell: &'a mut dyn FnMut(&str),
    pub(super) is_streamed: bool,
}

/// What talks to a server.
#[derive(Debug)]
pub(super) struct Talk {
    peer: Arc<Peer>,
    client: reqwest::Client,
    is_stopped: watch::Sender<bool>,
    /// Taken when dropped.
    runtime: Option<Runtime>,
}

impl Talk {
    pub(super) fn open(spec: &ModelSpec) -> Result<Self, Error> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("chat")
            .enable_all()
            .build()
            .map_err(|cause| not_started(&cause))?;
        Self::on(runtime, spec)
    }

    /// On a runtime that is given, whose clock may be another than that of the machine.
    pub(super) fn on(runtime: Runtime, spec: &ModelSpec) -> Result<Self, Error> {
        let peer = Peer::of(spec)?;
        let client = peer.client()?;
        Ok(Self { peer: Arc::new(peer), client, is_stopped: watch::Sender::new(false), runtime: Some(runtime) })
    }

    pub(super) fn provider(&self) -> Provider {
        self.peer.provider
    }

    pub(super) fn stop(&self) {
        self.is_stopped.send_replace(true);
    }

    /// The reply to a question, and what went over the wire for it.
    pub(super) fn ask(
        &self,
        question: Question,
        patience: &Patience,
        stop: &Stop,
        mut heard: Heard<'_>,
    ) -> (Result<Said, Error>, Vec<Exchange>) {
        let answer_type = match (heard.is_streamed, self.peer.provider) {
            (true, Provider::Ollama) => LINES,
            (true, _) => EVENT_STREAM,
            (false, _) => "application/json",
        };
        let (peer, client) = (Arc::clone(&self.peer), self.client.clone());
        let wire = Arc::new(Wire::new(peer, client, patience.clone(), answer_type, question.more));
        let (request, options) = (question.request, question.options);
        let asked = async {
            let work = self.reply(request, options, &wire, &mut heard);
            let mut stopped = self.is_stopped.subscribe();
            tokio::select! {
                done = timeout(patience.total, work) => {
                    let (address, limit) = (self.peer.place(), patience.total);
                    done.unwrap_or(Err(Error::TimedOut { address, limit }))
                }
                _ = stopped.wait_for(|is_stopped| *is_stopped) => Err(Error::Stopped),
                () = wished(stop) => Err(Error::Stopped),
            }
        };
        let said = self.runtime.as_ref().expect("it is taken only when dropped").block_on(asked);
        let said = said.and_then(|said| {
            if said.calls.len() > MOST_CALLS {
                return Err(self.peer.malformed(&format!("{} tool calls in one reply", said.calls.len())));
            }
            Ok(said.masked(&self.peer.mask))
        });
        (said, wire.exchanges())
    }

    async fn reply(
        &self,
        request: ChatRequest,
        options: ChatOptions,
        wire: &Arc<Wire>,
        heard: &mut Heard<'_>,
    ) -> Result<Said, Error> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(|cause| not_started(&cause))?;
        let port = listener.local_addr().map_err(|cause| not_started(&cause))?.port();
        let _relay = Ending(tokio::spawn(relay::carry(listener, Arc::clone(wire))).abort_handle());
        let target = self.target(&format!("http://127.0.0.1:{port}/{}/", wire.token));
        let options = self.with_key_of_ollama(options);
        let client = Client::builder().with_reqwest(local_client()?).build().map_err(|cause| not_started(&cause))?;
        let said = if heard.is_streamed {
            let options = options.with_capture_content(true).with_capture_tool_calls(true).with_capture_usage(true);
            self.streamed(&client, target, request, &options, heard).await
        } else {
            client.exec_chat(target, request, Some(&options)).await.map(whole).map_err(|cause| self.error(&cause))
        };
        // What genai makes of a failure on the wire is worth less than the failure.
        if let Some(failure) = wire.failure() {
            return Err(failure);
        }
        let said = said?;
        match wire.flaw(|body| self.flaw(body)).filter(|_| heard.is_streamed) {
            Some(flaw) => Err(flaw),
            None => Ok(said),
        }
    }

    async fn streamed(
        &self,
        client: &Client,
        target: ServiceTarget,
        request: ChatRequest,
        options: &ChatOptions,
        heard: &mut Heard<'_>,
    ) -> Result<Said, Error> {
        let begun = client.exec_chat_stream(target, request, Some(options)).await;
        let mut stream = begun.map_err(|cause| self.error(&cause))?.stream;
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut flow = self.peer.mask.flow();
        let ended = loop {
            let event = tokio::select! {
                biased;
                event = stream.next() => event,
                _ = ticks.tick() => {
                    (heard.tell)("");
                    continue;
                }
            };
            match event {
                Some(Ok(ChatStreamEvent::Chunk(chunk))) => (heard.tell)(&flow.take(&chunk.content)),
                Some(Ok(ChatStreamEvent::End(end))) => break Ok(ended(end)),
                Some(Ok(_)) => {}
                Some(Err(cause)) => break Err(self.error(&cause)),
                None => break Err(self.peer.cut_off("its stream ended too early")),
            }
        };
        (heard.tell)(&flow.rest());
        ended
    }

    /// What genai overlooks in a stream that it could read: it skips what it cannot read, and takes any end for the end.
    fn flaw(&self, body: &str) -> Option<Error> {
        let read = |line: &str| serde_json::from_str::<serde_json::Value>(line);
        let no_end = || Some(self.peer.cut_off("its stream ended too early"));
        if self.peer.provider == Provider::Ollama {
            let last = body.lines().rfind(|line| !line.trim().is_empty()).and_then(|line| read(line).ok());
            return if last.is_some_and(|last| last["done"] == true) { None } else { no_end() };
        }
        let lines = body.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
        let mut is_whole = self.peer.provider != Provider::OpenAiResponses;
        for line in lines.filter(|line| *line != "[DONE]" && !line.is_empty()) {
            let Ok(event) = read(line) else { return Some(self.peer.malformed(line)) };
            is_whole |= event["type"] == "response.completed" || event["type"] == "response.incomplete";
        }
        if is_whole { None } else { no_end() }
    }

    fn target(&self, endpoint: &str) -> ServiceTarget {
        let kind = match self.peer.provider {
            Provider::OpenAiResponses => AdapterKind::OpenAIResp,
            Provider::Anthropic => AdapterKind::Anthropic,
            Provider::Ollama => AdapterKind::Ollama,
            Provider::OpenAi | Provider::Mock => AdapterKind::OpenAI,
        };
        ServiceTarget {
            endpoint: Endpoint::from_owned(endpoint),
            // Only what stands for the key; where there is none the relay takes it away again.
            auth: AuthData::from_single(self.peer.stand_in().unwrap_or_else(|| "none".to_owned())),
            model: ModelIden::new(kind, self.peer.model.as_str()),
        }
    }

    /// Ollama itself knows no keys; a gateway before it does.
    fn with_key_of_ollama(&self, options: ChatOptions) -> ChatOptions {
        match self.peer.stand_in().filter(|_| self.peer.provider == Provider::Ollama) {
            Some(key) => {
                options.with_extra_headers(Headers::from(("Authorization".to_owned(), format!("Bearer {key}"))))
            }
            None => options,
        }
    }

    /// A reply without a word.
    pub(super) fn empty(&self, reason: Option<&StopReason>) -> Error {
        match reason {
            Some(reason) => {
                Error::Empty { model: self.peer.model.clone(), reason: Some(self.peer.clean(reason.raw())) }
            }
            None => self.peer.malformed("it has no text"),
        }
    }

    /// What takes the key out of what was said.
    pub(super) fn mask(&self) -> &Mask {
        &self.peer.mask
    }

    /// A reply that is not what it was held to.
    pub(super) fn off_schema(&self, why: &str, cut_at: Option<u32>) -> Error {
        Error::OffSchema { model: self.peer.model.clone(), said: self.peer.clean(why), cut_at }
    }

    fn error(&self, cause: &genai::Error) -> Error {
        match cause {
            genai::Error::WebModelCall { webc_error, .. } => match webc_error {
                genai::webc::Error::ResponseFailedInvalidJson { cause, .. } => self.peer.malformed(cause),
                genai::webc::Error::ResponseFailedNotJson { content_type, .. } => {
                    self.peer.malformed(&format!("its type is “{content_type}”"))
                }
                genai::webc::Error::JsonValueExt(cause) => self.peer.malformed(&cause.to_string()),
                genai::webc::Error::Reqwest(cause) => self.peer.cut_off(&innermost(cause)),
                genai::webc::Error::ResponseFailedStatus { status, body, .. } => {
                    self.peer.refused(status.as_u16(), body, None)
                }
            },
            genai::Error::ChatResponseGeneration { cause, .. } => self.peer.malformed(cause),
            genai::Error::ChatResponse { body, .. } => self.peer.broke(body),
            genai::Error::StreamParse { serde_error, .. } => self.peer.malformed(&serde_error.to_string()),
            genai::Error::WebStream { cause, .. } => self.peer.cut_off(cause),
            other => self.peer.malformed(&other.to_string()),
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A name that is being looked up cannot be interrupted; nobody should wait for it.
            runtime.shutdown_background();
        }
    }
}

/// Ends a task with whoever needs it.
struct Ending(AbortHandle);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn not_started(cause: &dyn std::error::Error) -> Error {
    Error::NotStarted { cause: cause.to_string() }
}

async fn wished(stop: &Stop) {
    while !stop.is_stopped() {
        sleep(GLANCE).await;
    }
}
