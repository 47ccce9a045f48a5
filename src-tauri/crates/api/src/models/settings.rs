//! The chat models of a library, and which of them this user has saved.
//!
//! A library may come from somebody else. What it says about a model names an address that prompts go to and a key that is
//! sent along, so it counts only after it was saved on this machine.

use std::path::PathBuf;

use crate::{
    Error, ErrorCode, Studio,
    dto::{ModelList, ModelSettings},
    kept::{
        self, Mirror,
        user::{self, ChatModel, ChatModels},
    },
    models::spec::{address, completed, destination, is_mock, provider},
    state::session::Session,
};

const LIST: &str = "models";

/// The one model there was before there were several.
const ONE: &str = "model";

/// What this user has saved, beside the list of recent libraries.
const SAVED_HERE: &str = "chat-models.json";

impl Studio {
    /// The chat models of the library, by name.
    pub fn list_models(&self) -> Result<ModelList, Error> {
        self.session()?.models()
    }

    /// Keeps a chat model, in the place of the one that is called `before`. The key is not among its settings, only the
    /// name of its secret or environment variable.
    pub fn save_model(&self, settings: &ModelSettings, before: Option<&str>) -> Result<ModelList, Error> {
        let session = self.session()?;
        let settings = completed(settings)?;
        if is_mock(&settings) {
            return Err(Error::new(ErrorCode::Invalid, "The mock is always available. Choose a provider."));
        }
        let mut list = session.models()?;
        let is_taken = before != Some(&settings.name) && list.models.iter().any(|model| model.name == settings.name);
        if is_taken {
            let message = format!("A model named “{}” already exists. Choose another name.", settings.name);
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if before == Some(&*list.picks) {
            list.picks.clone_from(&settings.name);
        }
        list.models.retain(|model| before != Some(&model.name));
        session.keep_model(list, settings)
    }

    /// Forgets a chat model. If it picked skills, the mock does from now on.
    pub fn delete_model(&self, name: &str) -> Result<ModelList, Error> {
        let session = self.session()?;
        let mut list = session.models()?;
        list.models.retain(|model| model.name != name);
        if list.picks == name {
            list.picks.clear();
        }
        session.keep_models(&list)?;
        Ok(list)
    }

    /// A chat model's settings, completed; refused where it could not be asked with them.
    pub fn checked_model(&self, settings: &ModelSettings) -> Result<ModelSettings, Error> {
        completed(settings)
    }

    /// Where a chat model is asked.
    pub fn model_address(&self, settings: &ModelSettings) -> String {
        address(settings, provider(settings)).to_owned()
    }

    /// The chat model that picks skills; the mock where none was set.
    pub fn get_model_settings(&self) -> Result<ModelSettings, Error> {
        self.session()?.get_model_settings()
    }

    /// Sets the chat model that picks skills, and keeps it among the others.
    pub fn set_model_settings(&self, settings: &ModelSettings) -> Result<ModelSettings, Error> {
        let session = self.session()?;
        let settings = completed(settings)?;
        let mut list = session.models()?;
        if is_mock(&settings) {
            list.picks.clear();
            session.keep_models(&list)?;
            return Ok(ModelSettings::default());
        }
        list.picks.clone_from(&settings.name);
        session.keep_model(list, settings.clone())?;
        Ok(settings)
    }
}

impl Session {
    /// The library's chat models.
    pub(crate) fn models(&self) -> Result<ModelList, Error> {
        // The mock in a model's place would answer as if it were the model.
        let unread = |cause: kept::Unreadable| {
            let message =
                format!("The chat model settings can't be read. {cause} Set them again in Settings > Chat models.");
            Error::new(ErrorCode::Invalid, message)
        };
        if let Some(text) = self.library.get_setting(LIST)? {
            return kept::read_text::<user::ModelList>(&text).map(Mirror::shown).map_err(unread);
        }
        let Some(text) = self.library.get_setting(ONE)? else { return Ok(ModelList::default()) };
        let one: ModelSettings = kept::read_text::<ChatModel>(&text).map(Mirror::shown).map_err(unread)?;
        if is_mock(&one) {
            return Ok(ModelList::default());
        }
        let one = ModelSettings { name: one.model.clone(), ..one };
        Ok(ModelList { picks: one.name.clone(), models: vec![one] })
    }

    /// A chat model by its name.
    pub(crate) fn model_named(&self, name: &str) -> Result<ModelSettings, Error> {
        let found = self.models()?.models.into_iter().find(|model| model.name == name);
        found.ok_or_else(|| {
            let message = format!("No chat model named “{name}”. Add it in Settings > Chat models, or choose another.");
            Error::new(ErrorCode::NotFound, message)
        })
    }

    /// The chat model that picks skills.
    pub(crate) fn get_model_settings(&self) -> Result<ModelSettings, Error> {
        let list = self.models()?;
        Ok(list.models.into_iter().find(|model| model.name == list.picks).unwrap_or_default())
    }

    fn keep_model(&self, mut list: ModelList, settings: ModelSettings) -> Result<ModelList, Error> {
        self.remember_destination(&settings)?;
        list.models.retain(|model| model.name != settings.name);
        list.models.push(settings);
        list.models.sort_by(|a, b| a.name.cmp(&b.name));
        self.keep_models(&list)?;
        Ok(list)
    }

    fn keep_models(&self, list: &ModelList) -> Result<(), Error> {
        let text = kept::write_text::<user::ModelList>(&Mirror::of(list))?;
        Ok(self.library.aside().set_setting(LIST, &text)?)
    }

    fn saved_here(&self) -> PathBuf {
        self.shared.config.data_dir.join(SAVED_HERE)
    }

    pub(crate) fn saved_destinations(&self) -> Vec<String> {
        // A file that is lost or broken costs saving the settings once more.
        let kept = kept::read_file::<ChatModels>(&self.saved_here()).ok().flatten().and_then(Result::ok);
        kept.unwrap_or_default().saved
    }

    fn remember_destination(&self, settings: &ModelSettings) -> Result<(), Error> {
        let (mut saved, new) = (self.saved_destinations(), destination(settings));
        if saved.contains(&new) {
            return Ok(());
        }
        saved.push(new);
        let bytes = kept::file_bytes(&ChatModels { saved }).map_err(|cause| Error::interrupted(&cause))?;
        let file = self.saved_here();
        studio_pack::write_atomically(&file, &bytes).map_err(|cause| {
            let message = format!("The model settings couldn't be saved in {}.", file.display());
            Error::new(ErrorCode::File, message).with_detail(&cause)
        })
    }
}
