//! Rescuing a damaged library, and telling what came of it in an author's words.

use std::path::Path;

use studio_model::{grouped, plural};
use studio_store::{self as store, Library, Options};

use crate::{
    Error, Studio,
    dto::{LibraryInfo, Notice, NoticeCode, SalvageReport, SalvagedTable},
    state::underway,
};

impl Studio {
    /// Rescues what can be read of a damaged library into a fresh file at the same place, and opens that.
    pub fn salvage_library(&self, path: &str) -> Result<LibraryInfo, Error> {
        let path = Path::new(path);
        self.close_if_at(path);
        let scratch = store::salvage_scratch(path).map(|path| underway::scratch(&path));
        let _noted = scratch.map(|step| underway::note(&self.shared.config, step));
        let report = Library::salvage(path, &Options::new(self.shared.config.user.clone()))?;
        let message = SalvageReport::from(report).summary;
        self.open_noticing(path, vec![Notice { code: NoticeCode::Salvaged, message }])?;
        self.get_library()
    }

    /// What the last rescue of the open library came to; none where it never was damaged.
    pub fn get_salvage_report(&self) -> Result<Option<SalvageReport>, Error> {
        Ok(self.session()?.library.salvage_report()?.map(SalvageReport::from))
    }
}

impl From<store::SalvageReport> for SalvageReport {
    fn from(report: store::SalvageReport) -> Self {
        let kept = report.kept.display().to_string();
        let sum = |of: fn(&store::TableSalvage) -> u32| report.tables.iter().map(of).sum::<u32>();
        let (rescued, repaired, lost) =
            (sum(|table| table.rescued), sum(|table| table.repaired), sum(|table| table.lost));
        let at_least = if report.tables.iter().all(|table| table.is_exact) { "" } else { "at least " };
        let altered = report.altered.len();
        let (repaired, lost) = (grouped(repaired), grouped(lost));
        let rescued = plural(rescued, "row was", "rows were");
        let differ = plural(altered, "text differs", "texts differ");
        let summary = format!(
            "This library was damaged. {rescued} recovered, {repaired} repaired, {at_least}{lost} lost; \
             {differ} from what was saved. The damaged file is kept as {kept}."
        );
        // Of the tables nothing is to be said of, the author need not know that they exist.
        let tables = report.tables.iter().filter(|table| table.before > 0 || !table.is_unharmed());
        Self {
            salvaged_at: report.salvaged_at,
            kept,
            summary,
            tables: tables.map(told).collect(),
            altered: report.altered,
            repairs: report.repairs,
        }
    }
}

fn told(table: &store::TableSalvage) -> SalvagedTable {
    SalvagedTable {
        name: called(&table.table).to_owned(),
        before: table.before,
        rescued: table.rescued,
        repaired: table.repaired,
        altered: table.altered,
        lost: table.lost,
        is_exact: table.is_exact,
    }
}

/// What a table holds, as an author calls it.
fn called(table: &str) -> &str {
    match table {
        "skill_t" => "Skills",
        "skill_document_t" => "SKILL.md files",
        "skill_file_t" => "Other files",
        "skill_version_t" => "Versions",
        "skill_link_t" | "skill_link_file_t" => "Links to folders",
        "skill_origin_t" => "Skill origins",
        "skill_finding_t" => "Problems",
        "ignored_finding_t" => "Ignored problems",
        "draft_t" | "form_draft_t" => "Drafts",
        "tool_t" => "Tools",
        "tool_param_t" => "Tool parameters",
        "tool_detail_t" => "Tool details",
        "tool_version_t" => "Tool versions",
        "tool_case_t" => "Tests",
        "tool_call_count_t" => "Call counts",
        "tool_library_t" => "Tool libraries",
        "tool_library_tool_t" => "Tool library tools",
        "agent_definition_t" | "agent_detail_t" => "Agents",
        "agent_component_t" | "component_tool_t" => "Agent components",
        "mcp_server_t" | "mcp_server_check_t" => "Servers",
        "agent_skill_t" | "agent_tool_t" | "skill_tool_t" | "skill_tool_pin_t" | "skill_dependency_t"
        | "tool_dependency_t" => "Links",
        "query_t" => "Test queries",
        "run_t" => "Runs",
        "simulation_t" | "simulation_event_t" | "simulation_world_t" => "Simulation sessions",
        "simulation_case_t" => "Agent tests",
        "change_set_t" | "change_set_item_t" => "Change sets",
        "undo_history_t" => "Undo history",
        "map_position_t" => "Map positions",
        "setting_t" => "Settings",
        "overlap_dismissal_t" => "Dismissed overlaps",
        "library_t" => "Library record",
        "pack_t" => "Packs",
        "pack_export_t" | "pack_export_file_t" | "pack_text_t" => "Pack exports",
        "scan_dismissal_t" => "Dismissed scan results",
        "remote_t" | "remote_item_t" => "Shared library state",
        "salvage_t" | "salvage_table_t" => "Earlier recovery reports",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use studio_store::Library;
    use studio_testkit::TempLibrary;

    use super::called;

    #[test]
    fn every_table_is_called_by_what_it_holds() {
        let (_folder, path) = TempLibrary::new().close();
        let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
        assert!(report.tables.len() > 40, "all tables are looked at: {}", report.tables.len());
        let unnamed: Vec<&str> =
            report.tables.iter().map(|one| one.table.as_str()).filter(|table| called(table) == *table).collect();
        assert!(unnamed.is_empty(), "an author never reads these: {unnamed:?}");
    }
}
