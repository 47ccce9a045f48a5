//! What is kept of a tool's list when the tool is saved over what was there.

use studio_store::ToolRecord;
use studio_text::tool_lists::stated::{StatedPart, without};

use super::{forms, spec, stated};
use crate::dto::ToolEdit;

/// A tool as somebody edited it on a screen, where what its list said is not shown: the list keeps its word but for what is said
/// otherwise now, and an effect that is only what such a tool does anyway is nobody's statement.
pub(crate) fn settled(before: &ToolRecord, edit: &ToolEdit) -> ToolEdit {
    let kept = stated::of(before);
    let usual = forms::effect_of(&ToolEdit { effect: None, ..edit.clone() });
    let is_said = before.detail.effect.is_some() || edit.effect != Some(usual);
    let effect = edit.effect.filter(|_| is_said);
    let brought = stated::read(edit);
    // What is brought anew speaks of the tool as it is now.
    let is_kept = brought.is_none() || brought == kept;
    let left = if is_kept { kept.and_then(|kept| without(kept, &changed(before, edit))) } else { brought };
    ToolEdit { effect, stated: left.map(|left| left.to_string()), ..edit.clone() }
}

/// In what an edit says something else than the tool that was stored.
fn changed(before: &ToolRecord, edit: &ToolEdit) -> Vec<StatedPart> {
    let schema = spec::understand(&edit.spec).map(|understood| understood.schema).ok();
    let parts = [
        (StatedPart::Name, before.tool.name != edit.name.trim()),
        (StatedPart::Description, before.tool.description.trim() != edit.description.trim()),
        (StatedPart::Schema, schema.is_some_and(|schema| schema != forms::schema(before))),
        (StatedPart::Effect, forms::effect(before) != forms::effect_of(edit)),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect()
}
