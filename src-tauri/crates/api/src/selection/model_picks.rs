//! The scorer `model`: a chat model is shown the host's list of skills and picks. It is asked only when told to, what it
//! would cost is known before, and no answer is asked for twice.

use std::time::Instant;

use studio_connect::MOST_OUTPUT_TOKENS;
use studio_model::{SkillId, grouped};
use studio_select::{self as select, Detail, Question, ScorerKind, evaluate as measure};
use studio_store::sha256_hex;
use studio_text::tokens;

use crate::{
    Error, ErrorCode, Studio,
    dto::{Host, ModelCost, ModelSettings, Policy, ScoreReport, Scorer},
    models::spec::{is_mock, model_name},
    selection::{
        asked::{Asked, LONGEST, too_long},
        model_answer::{self, Pick},
        model_prompt::Prompt,
        model_run::{Asker, Progress},
        playground::policy_of,
        scoring::{MOST_CANDIDATES, report_of},
    },
    state::session::Session,
};

/// Characters of an answer that are repeated in a reason.
const REPEATED_CHARS: usize = 120;

impl Studio {
    /// Every skill's score with the model's pick first. The model is asked if its answer is not kept.
    pub fn ask_model(&self, query: &str, policy: &Policy, host: Option<Host>) -> Result<ScoreReport, Error> {
        if query.len() > LONGEST {
            return Err(too_long(query.len()));
        }
        self.session()?.model_report(query, policy, host.unwrap_or(Host::Standard), true)
    }

    /// What asking the model would take for a set of labelled queries and for `queries`, each shown the list as a host
    /// shows it.
    pub fn estimate_model_cost(
        &self,
        set: Option<&str>,
        queries: &[String],
        host: Option<Host>,
    ) -> Result<ModelCost, Error> {
        let session = self.session()?;
        let settings = session.get_model_settings()?;
        let mut texts: Vec<String> = queries.to_vec();
        if let Some(set) = set {
            texts.extend(session.asked(set, None)?.0.into_iter().map(|query| query.text));
        }
        let prompt = session.prompt(&settings, host.unwrap_or(Host::Standard), &everything())?;
        let unavailable = session.model_is_ready().err().map(|error| error.message);
        session.cost(&settings, &prompt, &texts, unavailable)
    }
}

impl Session {
    /// Whether the model could be asked, as far as that can be told without asking.
    pub(crate) fn model_is_ready(&self) -> Result<(), Error> {
        self.model_spec(&self.get_model_settings()?).map(drop)
    }

    /// Every skill's score by the model's pick. Without `ask`, only an answer that is kept counts.
    pub(crate) fn model_report(
        &self,
        query: &str,
        policy: &Policy,
        host: Host,
        ask: bool,
    ) -> Result<ScoreReport, Error> {
        let start = Instant::now();
        let without =
            |reason: String| report_of(query, Scorer::Model, select::Report::default(), start.elapsed(), Some(reason));
        let settings = self.get_model_settings()?;
        let prompt = match self.prompt(&settings, host, &policy_of(policy)) {
            Err(error) if error.code == ErrorCode::Invalid => return Ok(without(error.message)),
            prompt => prompt?,
        };
        let mut answer = self.known_answers(&prompt, &[query])?.pop().flatten();
        if answer.is_none() && ask {
            let asker = Asker::new(self, &settings, &prompt)?;
            answer = Some(asker.ask(&prompt.key(query), query)?);
        }
        let Some(answer) = answer else {
            let unavailable = self.model_is_ready().err().map(|error| error.message);
            let cost = self.cost(&settings, &prompt, &[query.to_owned()], unavailable)?;
            return Ok(without(not_asked(&cost)));
        };
        let candidates = self.candidates(query, &prompt, &answer, &policy_of(policy))?;
        Ok(report_of(query, Scorer::Model, listed(candidates), start.elapsed(), None))
    }

    /// What becomes of each query. `on_each` hears what there is after each one, and says whether to go on. Answers are
    /// kept as they come, so that a run that was ended goes on from there.
    pub(crate) fn model_outcomes(
        &self,
        policy: &Policy,
        host: Host,
        asked: &[Asked],
        on_each: &mut dyn FnMut(&[measure::Outcome]) -> bool,
    ) -> Result<Vec<measure::Outcome>, Error> {
        let settings = self.get_model_settings()?;
        let prompt = self.prompt(&settings, host, &policy_of(policy))?;
        let texts: Vec<&str> = asked.iter().map(|query| query.text.as_str()).collect();
        let answers = self.known_answers(&prompt, &texts)?;
        let mut progress = Progress::new(asked, answers, &prompt);
        let mut go_on = |progress: &mut Progress<'_>| progress.advance(on_each);
        let is_whole = go_on(&mut progress)
            && (progress.is_done() || {
                let asker = Asker::new(self, &settings, &prompt)?;
                asker.ask_all(&mut progress, &mut go_on)?
            });
        if is_whole {
            return Ok(progress.into_outcomes());
        }
        Err(Error::new(ErrorCode::Cancelled, "The run was canceled. Only the answers received so far are kept."))
    }

    /// What a model is shown before the query.
    fn prompt(&self, settings: &ModelSettings, host: Host, policy: &select::Policy) -> Result<Prompt, Error> {
        if host == Host::Adk {
            let message =
                "This client doesn't show its model a skill list; it selects one itself. Choose another client.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let list = self.listed(host, &self.get_host_budgets()?)?;
        let index = self.scores()?;
        let is_in = |key: SkillId| index.get(key).is_some_and(|entry| policy.admits(&entry.tags));
        let shown: Vec<(SkillId, String, String)> = list
            .entries
            .into_iter()
            .filter(|listed| listed.is_there() && is_in(listed.key))
            .map(|listed| (listed.key, listed.name, listed.shown.shown))
            .collect();
        drop(index);
        let lines = shown.iter().map(|(_, name, description)| (name.as_str(), description.as_str()));
        let system = model_answer::system_prompt(lines);
        let seed =
            serde_json::json!([settings.provider, settings.model, settings.base_url, sha256_hex(system.as_bytes())]);
        let (keys, names) = shown.into_iter().map(|(key, name, _)| (key, name)).unzip();
        Ok(Prompt { system, keys, names, seed: seed.to_string() })
    }

    /// The answers there are without asking.
    fn known_answers(&self, prompt: &Prompt, queries: &[&str]) -> Result<Vec<Option<String>>, Error> {
        let keys: Vec<String> = queries.iter().map(|query| prompt.key(query)).collect();
        let kept = self.index.answers(&keys)?;
        let answer = |(query, key): (&&str, &String)| {
            let evident = prompt.evident(query).map(str::to_owned);
            evident.or_else(|| kept.get(key).map(|answer| answer.text.clone()))
        };
        Ok(queries.iter().zip(&keys).map(answer).collect())
    }

    fn cost(
        &self,
        settings: &ModelSettings,
        prompt: &Prompt,
        queries: &[String],
        unavailable: Option<String>,
    ) -> Result<ModelCost, Error> {
        let texts: Vec<&str> = queries.iter().map(String::as_str).collect();
        let known = self.known_answers(prompt, &texts)?;
        let mut fresh: Vec<&str> =
            texts.iter().zip(&known).filter(|(_, kept)| kept.is_none()).map(|(text, _)| *text).collect();
        fresh.sort_unstable();
        fresh.dedup();
        let calls = fresh.len();
        let shown = if calls == 0 { 0 } else { tokens::count(&prompt.system) };
        let input_tokens = shown * calls + fresh.iter().map(|text| tokens::count(text)).sum::<usize>();
        let output_tokens = calls * MOST_OUTPUT_TOKENS as usize;
        let has_price = settings.input_price > 0.0 || settings.output_price > 0.0;
        let price = (input_tokens as f64 * settings.input_price + output_tokens as f64 * settings.output_price) / 1e6;
        let dollars = if is_mock(settings) || calls == 0 { Some(0.0) } else { has_price.then_some(price) };
        Ok(ModelCost {
            calls: calls as u32,
            cached: (texts.len() - calls) as u32,
            input_tokens: u32::try_from(input_tokens).unwrap_or(u32::MAX),
            output_tokens: u32::try_from(output_tokens).unwrap_or(u32::MAX),
            dollars,
            model: model_name(settings),
            unavailable,
        })
    }

    /// The skills in the order the pick puts them, as the other scorers give theirs.
    fn candidates(
        &self,
        query: &str,
        prompt: &Prompt,
        answer: &str,
        policy: &select::Policy,
    ) -> Result<Vec<select::Candidate>, Error> {
        let index = self.scores()?;
        let pick = model_answer::read(answer, &prompt.names);
        let picked = prompt.picked(&pick).map(|(key, _)| key);
        // Which skills are out, and why, is the same for every scorer but adk's, which leaves out what adk drops.
        let nothing = Detail { first: 0, ..Detail::ALL };
        let all = ScorerKind::Bm25.explain(&index.view(), &Question::new(query, None), policy, nothing);
        drop(index);
        let is_out = |candidate: &select::Candidate| {
            use select::CandidateState::{Broken, ExcludedByTag, MissingTag};
            matches!(candidate.state, Broken | ExcludedByTag | MissingTag)
        };
        let (mut out, mut ranked): (Vec<_>, Vec<_>) = all.into_iter().partition(is_out);
        for candidate in out.iter_mut().chain(&mut ranked) {
            candidate.score = f32::from(u8::from(picked == Some(candidate.key)));
            candidate.fields = select::FieldScores { description: candidate.score, ..Default::default() };
        }
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (&a.name, a.key).cmp(&(&b.name, b.key))));
        for (candidate, rank) in ranked.iter_mut().zip(1..) {
            candidate.rank = rank;
            let why = why_not(candidate, query, prompt, &pick, answer);
            let (state, reason) = judged(candidate, policy, why);
            (candidate.state, candidate.reason) = (state, reason.map(Into::into));
        }
        ranked.append(&mut out);
        Ok(ranked)
    }
}

/// The best of the candidates, all counted.
fn listed(mut candidates: Vec<select::Candidate>) -> select::Report {
    let skills = candidates.len();
    candidates.truncate(MOST_CANDIDATES);
    select::Report { candidates, skills, not_indexed: 0 }
}

fn everything() -> select::Policy {
    select::Policy { include_tags: Vec::new(), exclude_tags: Vec::new(), ..Default::default() }
}

fn not_asked(cost: &ModelCost) -> String {
    if let Some(unavailable) = &cost.unavailable {
        return unavailable.clone();
    }
    let price = match cost.dollars {
        Some(dollars) if dollars >= 0.01 => format!(", up to ${dollars:.2}"),
        Some(dollars) if dollars > 0.0 => ", less than a cent".to_owned(),
        Some(_) => ", free".to_owned(),
        None => String::new(),
    };
    let tokens = grouped(cost.input_tokens);
    format!("Not asked yet (about {tokens} tokens{price}). Ask {} to see its pick.", cost.model)
}

/// Why the pick is not this skill; none if it is.
fn why_not(candidate: &select::Candidate, query: &str, prompt: &Prompt, pick: &Pick, answer: &str) -> Option<String> {
    if query.trim().is_empty() {
        return Some("Enter a query first.".to_owned());
    }
    if !prompt.keys.contains(&candidate.key) {
        return Some("Not in the client's list.".to_owned());
    }
    match pick {
        Pick::Listed(place) if prompt.keys[*place] == candidate.key => None,
        Pick::Listed(_) => Some("The model picked another skill.".to_owned()),
        Pick::None => Some("The model didn't pick a skill.".to_owned()),
        Pick::Unknown => {
            let mut said: String = answer.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some((end, _)) = said.char_indices().nth(REPEATED_CHARS) {
                said.truncate(end);
                said.push('…');
            }
            Some(format!("The model answered “{said}”, which isn't a skill in the list."))
        }
    }
}

/// What the policy makes of a candidate, with the reason it does not pass.
fn judged(
    candidate: &select::Candidate,
    policy: &select::Policy,
    why: Option<String>,
) -> (select::CandidateState, Option<String>) {
    use select::CandidateState::{BelowMinScore, BeyondTopK, Passes};
    let is_at_minimum = candidate.score >= policy.min_score;
    match (is_at_minimum, candidate.rank <= policy.top_k) {
        (true, true) => (Passes, None),
        (true, false) => (BeyondTopK, Some(why.unwrap_or_else(|| "No skill was picked.".to_owned()))),
        (false, _) => {
            let short =
                || format!("The model picked it (score 1), but that is below the {} threshold.", policy.min_score);
            (BelowMinScore, Some(why.unwrap_or_else(short)))
        }
    }
}
