//! A chat model at work: several questions at once, answers kept as they come, cancelled while it thinks.

use std::{
    collections::HashMap,
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

use studio_connect::{Chat, Provider};
use studio_select::evaluate::Outcome;
use studio_store::Answer;
use studio_text::tokens;

use crate::{
    Error, ErrorCode,
    dto::ModelSettings,
    selection::{asked::Asked, model_prompt::Prompt},
    state::session::Session,
};

/// How long one answer may take. A model on this machine may have to be loaded first.
const ANSWER_LIMIT: Duration = Duration::from_mins(2);

/// How many questions are with the model at once.
const AT_ONCE: usize = 4;

/// How often a run looks whether it was cancelled while the model thinks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// A run on its way: answers come in any order, outcomes are given in the queries'.
pub(crate) struct Progress<'a> {
    asked: &'a [Asked],
    answers: Vec<Option<String>>,
    prompt: &'a Prompt,
    outcomes: Vec<Outcome>,
}

impl<'a> Progress<'a> {
    /// A run over queries of which some have an answer already.
    pub(crate) fn new(asked: &'a [Asked], answers: Vec<Option<String>>, prompt: &'a Prompt) -> Self {
        Self { asked, answers, prompt, outcomes: Vec::with_capacity(asked.len()) }
    }

    /// What became of the queries so far.
    pub(crate) fn into_outcomes(self) -> Vec<Outcome> {
        self.outcomes
    }

    /// Makes the outcomes of all queries up to the first without an answer; where there is none, only tells how far it
    /// is. Whether to go on.
    pub(crate) fn advance(&mut self, on_each: &mut dyn FnMut(&[Outcome]) -> bool) -> bool {
        if self.answers.get(self.outcomes.len()).is_none_or(Option::is_none) {
            return on_each(&self.outcomes);
        }
        while let Some(Some(answer)) = self.answers.get(self.outcomes.len()) {
            let query = &self.asked[self.outcomes.len()];
            self.outcomes.push(self.prompt.outcome(query.label(), answer));
            if !on_each(&self.outcomes) {
                return false;
            }
        }
        true
    }

    /// Whether every query has its outcome.
    pub(crate) fn is_done(&self) -> bool {
        self.outcomes.len() == self.asked.len()
    }

    /// The places of queries without an answer; those of the same query together, to be asked once.
    fn waiting(&self) -> Vec<Vec<usize>> {
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut waiting: Vec<Vec<usize>> = Vec::new();
        for (place, query) in self.asked.iter().enumerate().filter(|(place, _)| self.answers[*place].is_none()) {
            let group = *known.entry(&query.text).or_insert(waiting.len());
            if group == waiting.len() {
                waiting.push(Vec::new());
            }
            waiting[group].push(place);
        }
        waiting
    }
}

/// Asks the model and keeps what it says.
pub(crate) struct Asker<'a> {
    session: &'a Session,
    chat: Chat,
    prompt: &'a Prompt,
    /// Where a list may be cut without a word, its tokens.
    tokens: Option<OnceLock<usize>>,
}

impl<'a> Asker<'a> {
    /// Prepares to ask; nothing is sent yet.
    pub(crate) fn new(session: &'a Session, settings: &ModelSettings, prompt: &'a Prompt) -> Result<Self, Error> {
        let spec = session.model_spec(settings)?;
        let tokens = (spec.provider == Provider::Ollama).then(OnceLock::new);
        Ok(Self { session, chat: Chat::open(&spec, ANSWER_LIMIT)?, prompt, tokens })
    }

    /// The model's answer, which is kept.
    pub(crate) fn ask(&self, key: &str, query: &str) -> Result<String, Error> {
        let reply = self.chat.complete(&self.prompt.system, query)?;
        if let (Some(tokens), Some(read)) = (&self.tokens, reply.input_tokens) {
            let shown = *tokens.get_or_init(|| tokens::count(&self.prompt.system));
            check_that_it_was_read(read as usize, shown)?;
        }
        let answer = Answer { text: reply.text, made_at: jiff::Timestamp::now().to_string() };
        self.session.index.put_answer(key, &answer)?;
        Ok(answer.text)
    }

    /// Asks for all that is missing, a few at once. Whether all were asked; the first failure ends it.
    pub(crate) fn ask_all<'p>(
        &self,
        progress: &mut Progress<'p>,
        go_on: &mut dyn FnMut(&mut Progress<'p>) -> bool,
    ) -> Result<bool, Error> {
        let asked = progress.asked;
        let waiting = progress.waiting();
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..AT_ONCE.min(waiting.len()) {
                let (send, waiting, next, is_over) = (send.clone(), &waiting, &next, &is_over);
                scope.spawn(move || {
                    while !is_over.load(Ordering::Acquire) {
                        let Some(places) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                        let query = &asked[places[0]].text;
                        if send.send((places, self.ask(&self.prompt.key(query), query))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut take = || -> Result<bool, Error> {
                loop {
                    match receive.recv_timeout(BETWEEN_LOOKS) {
                        Ok((places, answer)) => {
                            let answer: String = answer?;
                            for place in places {
                                progress.answers[*place] = Some(answer.clone());
                            }
                        }
                        // Nothing new, but it may have been cancelled.
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return Ok(true),
                    }
                    if !go_on(progress) {
                        return Ok(false);
                    }
                }
            };
            let is_whole = take();
            is_over.store(true, Ordering::Release);
            self.chat.stop();
            is_whole
        })
    }
}

/// Ollama cuts what exceeds its context without a word, and counts what it read.
fn check_that_it_was_read(read: usize, shown: usize) -> Result<(), Error> {
    // Tokenizers differ, and a prompt read before may not be counted again at all: only what lies between is a cut.
    let is_cut = read >= 1_000 && read * 3 < shown * 2;
    if !is_cut {
        return Ok(());
    }
    let (read, shown) = (studio_model::grouped(read), studio_model::grouped(shown));
    let message = format!(
        "The model read only {read} of about {shown} tokens, so it didn't see the whole list. Give Ollama more context \
         (OLLAMA_CONTEXT_LENGTH), or choose a client with a shorter list."
    );
    Err(Error::new(ErrorCode::Invalid, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_was_cut_is_told_from_one_that_was_read() {
        for (read, shown, is_whole) in [(4_096, 9_000, false), (4_096, 4_500, true), (20, 9_000, true), (0, 0, true)] {
            let told = check_that_it_was_read(read, shown);
            assert_eq!(told.is_ok(), is_whole, "{read} of {shown}");
        }
    }
}
