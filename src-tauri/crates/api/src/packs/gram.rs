//! Agents and tools as gram: what goes out, what gram does not hold of it, and what an import makes of it. Skills have no
//! place there, and are named as lost.

use std::collections::HashSet;

use studio_pack::targets::{Bundle, Entity, EntityKind, Export, Field, Loss, OutFile, Target, Why, unproven};

use super::told;
use crate::{
    Error, ErrorCode, Studio,
    dto::{ExportDifference, ExportLoss, ExportRequest, GramText},
    tools::{gram::GramPart, list_import::ListFormat},
};

/// What goes out as gram.
pub(super) struct GramOut {
    pub(super) part: GramPart,
    /// What it was chosen from: skills that gram has no place for stand there too.
    pub(super) bundle: Bundle,
}

/// The agents and tools of a bundle.
pub(super) fn part_of(bundle: &Bundle) -> GramPart {
    GramPart {
        agents: bundle.agents.iter().map(|agent| agent.agent.id.to_string()).collect(),
        tools: bundle.tools.iter().map(|tool| tool.tool.id.to_string()).collect(),
    }
}

/// The skills of a bundle, none of which goes along.
pub(super) fn lost_skills(bundle: &Bundle) -> impl Iterator<Item = Loss> {
    let why = || Why::NoKind(EntityKind::Skill);
    bundle.skills.iter().map(move |skill| Loss {
        entity: Entity::skill(&skill.skill.name),
        field: Field::Whole,
        why: why(),
        skill: Some(skill.skill.id),
    })
}

impl Studio {
    /// The agents a request names with their tools, or all agents and tools.
    pub(super) fn gram_asked_for(&self, request: &ExportRequest) -> Result<GramOut, Error> {
        if !request.skills.is_empty() {
            let message = "Gram doesn't support skills, only agents and tools. Choose agents with --agent instead.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let part = self.gram_part(&request.agents)?;
        let mut bundle = self.session()?.gather(&[])?.bundle;
        if !request.agents.is_empty() {
            bundle.skills.clear();
            bundle.agents.retain(|agent| part.agents.contains(&agent.agent.id.to_string()));
            bundle.tools.retain(|tool| part.tools.contains(&tool.tool.id.to_string()));
        }
        Ok(GramOut { part, bundle })
    }

    /// Agents and tools as one gram document, with what it does not hold.
    pub(super) fn gram(&self, out: &GramOut) -> Result<(Export, Vec<ExportLoss>), Error> {
        let (file, mut losses) = self.gram_file(&out.part)?;
        losses.extend(lost_skills(&out.bundle).map(|loss| told::loss(&loss, Target::Gram)));
        Ok((Export { files: vec![file], is_one_file: true, ..Export::default() }, losses))
    }

    /// The document, and what it does not hold of its agents and tools.
    pub(super) fn gram_file(&self, part: &GramPart) -> Result<(OutFile, Vec<ExportLoss>), Error> {
        let GramText { text, losses } = self.gram_of(part)?;
        Ok((OutFile { path: "agents.gram".to_owned(), bytes: text.into_bytes(), is_executable: false }, losses))
    }

    /// What an import of a gram document has otherwise, or not at all, without `told` saying so: entities with their
    /// fields.
    pub(super) fn gram_came_back(
        &self,
        part: &GramPart,
        bundle: &Bundle,
        files: Vec<OutFile>,
        told: &HashSet<(&str, &str)>,
    ) -> Result<Vec<ExportDifference>, Error> {
        let is_anything = !(part.agents.is_empty() && part.tools.is_empty());
        let mut proven = Vec::new();
        let other = self.read_beside(files, |other, written| {
            proven = unproven(Target::Gram, bundle, written, &[]).map_err(|cause| told::unread(&cause))?;
            // A document with nothing in it is none to an import.
            if is_anything { other.import_lists(written, Some(ListFormat::Gram)).map(drop) } else { Ok(()) }
        })?;
        let is_named = |one: &ExportDifference| told.contains(&(one.entity.as_str(), one.field.as_str()));
        let mut differences: Vec<ExportDifference> =
            proven.into_iter().map(told::difference).filter(|one| !is_named(one)).collect();
        for one in self.gram_differences(part, &other.studio)? {
            let one = ExportDifference { entity: one.entity, field: one.field, before: None, after: Some(one.why) };
            let is_known = differences.iter().any(|known| (&known.entity, &known.field) == (&one.entity, &one.field));
            if !is_known && !is_named(&one) {
                differences.push(one);
            }
        }
        Ok(differences)
    }
}
