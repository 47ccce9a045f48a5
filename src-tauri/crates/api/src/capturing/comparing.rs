//! A client that is installed here is run on the library's skills, and what it puts before its model is laid beside what
//! the studio says.

use std::{collections::HashSet, path::PathBuf, time::Duration};

use studio_capture::{
    Capture, CapturedPiece, CapturedRequest, Comparison, Difference, LeftOut, Options, Row, installed,
};
use studio_clients::{Activation, Recipe, loading_name, names_of, recipe};
use studio_model::{Client, SkillId, visible};
use studio_runtime::Stop;

use super::{
    capture_by,
    fixture::{MOST_BYTES, Making},
    keeping::{captured_listing, kept_capture},
    laying::Project,
    personal::Personal,
};
use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    calls::deferred::RunningCall,
    dto::{
        CapturedListing, ClientActivation, ClientComparison, ClientComparisonRequest, ClientComparisonScope,
        ClientRequest, ClientsOwnSkill, ComparedBody, ComparedEntry, ComparedOrder, EntryState, FixtureOffer, Host,
        InstalledClient, KeptText, RequestPart, SkillLeftOut, SkillToLoad,
    },
    state::session::Session,
};

/// How long a client may take.
const LIMIT: Duration = Duration::from_mins(2);

impl Studio {
    /// The clients that can be compared, and which of them are installed here. None of them is started.
    pub fn list_installed_clients(&self) -> Vec<InstalledClient> {
        let search = self.shared.config.client_path.as_deref();
        let known = |shown: &Host| {
            let client = shown.noun();
            let recipe = recipe(client)?;
            Some(InstalledClient {
                client: *shown,
                label: client.label().to_owned(),
                program: installed(client, search).map(|path| path.display().to_string()),
                install: recipe.install(),
                activation: match recipe.activation {
                    Activation::ToolCall => ClientActivation::ToolCall,
                    Activation::Word(_) => ClientActivation::Word,
                },
            })
        };
        Host::ALL.iter().filter_map(known).collect()
    }

    /// Runs a client on skills of the library as they are saved, in a sandbox without a network and with a home folder of
    /// its own, and lays what it puts before its model beside what the studio says. Cancelling its call ends the client.
    pub fn compare_with_client(&self, request: &ClientComparisonRequest) -> Result<ClientComparison, Error> {
        let client = request.client.noun();
        let recipe = recipe(client).ok_or_else(|| unknown(client))?;
        let session = self.session()?;
        let running = RunningCall::enter(&session, &request.call_id);
        let config = &self.shared.config;
        let (only, asked) = self.skills_of(&request.scope)?;
        let asked = asked.or(request.load.as_ref().map(|load| skill_id(&load.skill_id)).transpose()?);
        let project = session.lay_skills(recipe, only.as_ref(), asked, &running.stop)?;
        let load = request.load.as_ref().map(|load| session.loading(client, &project, load)).transpose()?;
        let options = Options {
            client,
            folder: Some(project.path().to_owned()),
            home: config.home_dir.clone().filter(|_| request.has_own),
            program: None,
            search: config.client_path.clone(),
            activate: load.clone(),
            limit: LIMIT,
        };
        let (capture, comparison) = capture_by(&options, &session.shared.script_host()?, &running.stop)?;
        let names = match asked {
            Some(skill) => session.asked_of_laid(&project, skill, names_of)?.unwrap_or_default(),
            None => HashSet::new(),
        };
        let stop = &running.stop;
        let keeping = Keeping { recipe, project: &project, capture: &capture, comparison: &comparison, stop };
        let keeps = session.keeps(request, &keeping)?;
        let skill = load.map(|(name, _)| name).unwrap_or_default();
        let seen = Seen { client: request.client, label: client.label(), skill, names, left_out: project.left_out };
        Ok(seen.shown(capture, comparison, keeps))
    }

    /// The skills that are to lie before a client, all of the library where none are named, and the one one looks at.
    fn skills_of(&self, scope: &ClientComparisonScope) -> Result<(Option<HashSet<SkillId>>, Option<SkillId>), Error> {
        match scope {
            ClientComparisonScope::Library => Ok((None, None)),
            ClientComparisonScope::Skill { skill_id: skill } => Ok((None, Some(skill_id(skill)?))),
            ClientComparisonScope::Agent { agent, without } => {
                let loads = self.get_agent(agent)?.loads.into_iter();
                let given = loads.filter(|load| !without.contains(&load.skill));
                let ids: HashSet<SkillId> = given.map(|load| skill_id(&load.skill_id)).collect::<Result<_, _>>()?;
                if ids.is_empty() {
                    let message = format!("{agent} has no skills to compare. Assign one first.");
                    return Err(Error::new(ErrorCode::Invalid, message));
                }
                Ok((Some(ids), None))
            }
        }
    }
}

/// What of a comparison can be kept.
struct Keeping<'a> {
    recipe: &'a Recipe,
    project: &'a Project,
    capture: &'a Capture,
    comparison: &'a Comparison,
    stop: &'a Stop,
}

/// What is kept of it.
struct Keeps {
    kept: KeptText,
    fixture: FixtureOffer,
    captured: Option<CapturedListing>,
}

impl Session {
    /// What is kept of a comparison, without what must not be known of its author.
    fn keeps(&self, request: &ClientComparisonRequest, keeping: &Keeping<'_>) -> Result<Keeps, Error> {
        let &Keeping { recipe, project, capture, comparison, stop } = keeping;
        let config = &self.shared.config;
        let origins = project.origins.iter().map(PathBuf::as_path);
        let personal = Personal::of(config.home_dir.as_deref(), &config.user, origins);
        let fixture = if request.has_own {
            let why =
                "A fixture can only contain skills from the library. Compare without your personal skills.".to_owned();
            FixtureOffer::Refused { why }
        } else {
            let files = self.laid_files(project, MOST_BYTES)?;
            let today = crate::now();
            let day = today.split('T').next().unwrap_or_default();
            Making { recipe, capture, comparison, files, day, personal: &personal }.offer(stop)?
        };
        let kept = kept_capture(capture, comparison, &personal);
        // There is none where the client sent none.
        let captured = captured_listing(&kept.text).ok();
        Ok(Keeps { kept, fixture, captured })
    }

    /// The name by which a client is to load a skill, and what is said after it.
    fn loading(&self, client: Client, project: &Project, load: &SkillToLoad) -> Result<(String, String), Error> {
        let id = skill_id(&load.skill_id)?;
        let name = self.asked_of_laid(project, id, |file| loading_name(client, file))?;
        let name = name.ok_or_else(|| {
            let name = self.library.get_skill(id).map(|found| found.skill.name).unwrap_or_default();
            let why = project.left_out.iter().find(|skill| skill.name == name).map(|skill| skill.why.as_str());
            let why = why.unwrap_or("it isn't one of the compared skills");
            Error::new(ErrorCode::Invalid, format!("{} can't load the skill “{name}”: {why}.", client.label()))
        })?;
        Ok((name, load.arguments.clone()))
    }
}

/// What is known of a comparison beside what came of it.
struct Seen {
    client: Host,
    label: &'static str,
    /// What the client calls the skill that it loaded.
    skill: String,
    /// Every name of the skill that one looks at.
    names: HashSet<String>,
    /// What could not be laid before the client.
    left_out: Vec<SkillLeftOut>,
}

impl Seen {
    /// A comparison as a screen has it: others' texts are shown, never obeyed.
    fn shown(self, capture: Capture, comparison: Comparison, keeps: Keeps) -> ClientComparison {
        let is_equal = capture.list.is_some() && comparison.is_equal();
        let order = comparison.differences.iter().find_map(|difference| match difference {
            Difference::Order { ours, theirs } => Some(ComparedOrder { ours: ours.clone(), theirs: theirs.clone() }),
            Difference::Text { .. } | Difference::OnlyOurs { .. } | Difference::OnlyTheirs { .. } => None,
        });
        let part = |piece: CapturedPiece| RequestPart {
            role: piece.role,
            chars: piece.text.chars().count() as u32,
            text: visible(&piece.text).into_owned(),
            is_list: piece.is_list,
            is_loaded: piece.is_loaded,
        };
        let sent = |request: CapturedRequest| ClientRequest {
            method: request.method,
            path: visible(&request.path).into_owned(),
            chars: request.chars as u32,
        };
        let loaded = comparison.loaded.as_ref().map(|loaded| ComparedBody {
            skill: self.skill.clone(),
            ours: visible(&loaded.ours).into_owned(),
            theirs: visible(&loaded.theirs).into_owned(),
            is_equal: loaded.is_equal(),
        });
        let not_listed = comparison.left_out.into_iter().map(|one| self.not_listed(one));
        let own = |(name, chars): (String, usize)| ClientsOwnSkill { name, chars: chars as u32 };
        ClientComparison {
            client: self.client,
            label: self.label.to_owned(),
            version: capture.version,
            model: capture.model,
            window_tokens: capture.window,
            milliseconds: u32::try_from(capture.milliseconds).unwrap_or(u32::MAX),
            has_list: capture.list.is_some(),
            is_equal,
            entries: comparison.rows.into_iter().map(|row| self.entry(row)).collect(),
            order,
            left_out: not_listed.chain(self.left_out.iter().cloned()).collect(),
            own: comparison.own.into_iter().map(own).collect(),
            parts: capture.pieces.into_iter().map(part).collect(),
            requests: capture.requests.into_iter().map(sent).collect(),
            blocked: capture.outward,
            can_name_blocked: capture.names_outward,
            loaded,
            kept: keeps.kept,
            fixture: keeps.fixture,
            captured: keeps.captured,
        }
    }

    fn entry(&self, row: Row) -> ComparedEntry {
        let state = match row.difference() {
            Some(Difference::Text { .. }) => EntryState::OtherWords,
            Some(Difference::OnlyTheirs { .. }) => EntryState::OnlyClient,
            Some(Difference::OnlyOurs { .. }) => EntryState::OnlyStudio,
            Some(Difference::Order { .. }) | None => EntryState::Equal,
        };
        let shown = |text: String| visible(&text).into_owned();
        ComparedEntry {
            is_asked: self.names.contains(&row.name),
            name: shown(row.name),
            state,
            ours: row.ours.map(shown),
            theirs: row.theirs.map(shown),
        }
    }

    /// One that the studio says is not in the list, by the name of its folder.
    fn not_listed(&self, LeftOut { path, why }: LeftOut) -> SkillLeftOut {
        let name = path.rsplit('/').nth(1).unwrap_or(&path).to_owned();
        SkillLeftOut { is_asked: self.names.contains(&name), name: visible(&name).into_owned(), why }
    }
}

fn unknown(client: Client) -> Error {
    let message = format!("{} can't be compared: Skill Studio doesn't know how to start it.", client.label());
    Error::new(ErrorCode::Invalid, message)
}
