//! What was written in forms and not saved.

use studio_store::{FormDraft, FormKind, TrashKey, TrashKind};
use studio_testkit::{AgentBuilder, TempLibrary, ToolBuilder};

fn form_draft(kind: FormKind, row: &str) -> FormDraft {
    FormDraft { kind, row: row.to_owned(), row_version: 2, sealed: vec![1, 0, 255], saved_at: String::new() }
}

#[test]
fn a_forms_draft_goes_with_its_row_and_no_other() {
    let library = TempLibrary::new();
    let (tool, other) = (library.add_tool(ToolBuilder::new("call")), library.add_tool(ToolBuilder::new("dial")));
    let agent = library.add_agent(AgentBuilder::new("Nurse"));
    for (kind, row) in [
        (FormKind::Tool, tool.to_string()),
        (FormKind::Tool, other.to_string()),
        (FormKind::Agent, agent.to_string()),
        (FormKind::Agent, tool.to_string()),
        (FormKind::Call, tool.to_string()),
        (FormKind::Tool, String::new()),
    ] {
        library.put_form_draft(&form_draft(kind, &row)).unwrap();
    }
    library.put_form_draft(&FormDraft { sealed: vec![7], ..form_draft(FormKind::Tool, "") }).unwrap();
    let rows = |kind| library.list_form_drafts(kind).unwrap().into_iter().map(|draft| draft.row).collect::<Vec<_>>();
    assert_eq!(rows(FormKind::Tool), [tool.to_string(), other.to_string(), String::new()]);
    assert_eq!(library.list_form_drafts(FormKind::Tool).unwrap()[2].sealed, [7], "one a form, the newest");
    let audit = library.set_tool_active(tool, 1, false).unwrap();
    assert_eq!(rows(FormKind::Tool).len(), 3, "what is in the trash can come back");
    let key = TrashKey { kind: TrashKind::Tool, id: tool.0, to: None };
    library.purge(&[(key, audit.aggregate_version)]).unwrap();
    assert_eq!(rows(FormKind::Tool), [other.to_string(), String::new()]);
    assert_eq!((rows(FormKind::Agent).len(), rows(FormKind::Call).len()), (2, 0));
    library.delete_form_draft(FormKind::Tool, "").unwrap();
    library.delete_form_draft(FormKind::Tool, "").unwrap();
    assert_eq!(rows(FormKind::Tool), [other.to_string()]);
}
