//! Stubs until the model scorer lands.
use crate::{Error, Studio, dto::*, runs::Asked, session::Session};
impl Studio {
    pub fn model_settings(&self) -> Result<ModelSettings, Error> {
        todo!()
    }
    pub fn set_model_settings(&self, _settings: &ModelSettings) -> Result<ModelSettings, Error> {
        todo!()
    }
    pub fn model_cost(&self, _set: Option<&str>, _queries: &[String]) -> Result<ModelCost, Error> {
        todo!()
    }
}
impl Session {
    pub(crate) fn model_is_ready(&self) -> Result<(), Error> {
        todo!()
    }
    pub(crate) fn model_report(
        &self,
        _query: &str,
        _policy: &Policy,
        _host: Host,
        _ask: bool,
    ) -> Result<ScoreReport, Error> {
        todo!()
    }
    pub(crate) fn model_outcomes(
        &self,
        _policy: &Policy,
        _host: Host,
        _asked: &[Asked],
        _on_each: &mut dyn FnMut(&[studio_select::evaluate::Outcome]) -> bool,
    ) -> Result<Vec<studio_select::evaluate::Outcome>, Error> {
        todo!()
    }
}
