//! Steps that can be undone after a restart: kept by scope, bounded, and gone with what they are of.

use studio_store::{Error, FileChange, SKILL_FILE, SkillChange, TrashKind, UndoHistory, UndoScope};
use studio_testkit::{AgentBuilder, SkillBuilder, TempLibrary, ToolBuilder};

fn history(done: &[&str]) -> UndoHistory {
    UndoHistory { done: done.iter().map(|step| (*step).to_owned()).collect(), ..UndoHistory::default() }
}

#[test]
fn steps_are_kept_by_scope_and_an_empty_history_is_forgotten() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x").file("a.md", "a"));
    let file = |path: &str| UndoScope::File { skill, path: path.to_owned() };
    let scopes =
        [UndoScope::Map, file(SKILL_FILE), file("a.md"), UndoScope::Tool(library.add_tool(ToolBuilder::new("t")))];
    for (at, scope) in scopes.iter().enumerate() {
        let kept = UndoHistory { undone: vec!["back".to_owned()], basis: at.to_string(), ..history(&["one", "two"]) };
        library.put_undo_history(scope, &kept).unwrap();
    }
    for (at, scope) in scopes.iter().enumerate() {
        let kept = library.get_undo_history(scope).unwrap();
        assert_eq!((kept.done.len(), kept.undone.len(), kept.basis), (2, 1, at.to_string()));
    }
    library.put_undo_history(&UndoScope::Map, &UndoHistory::default()).unwrap();
    assert_eq!(library.get_undo_history(&UndoScope::Map).unwrap(), UndoHistory::default());
    let nobody = UndoScope::Tool(ToolBuilder::new("gone").build().id);
    assert!(matches!(library.put_undo_history(&nobody, &history(&["x"])), Err(Error::NotFound { entity: "tool", .. })));
}

#[test]
fn steps_go_with_what_they_are_of() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x").file("a.md", "a").file("b.md", "b"));
    let (tool, agent) = (library.add_tool(ToolBuilder::new("t")), library.add_agent(AgentBuilder::new("n")));
    let file = |path: &str| UndoScope::File { skill, path: path.to_owned() };
    let all = [file(SKILL_FILE), file("a.md"), file("b.md"), UndoScope::Tool(tool), UndoScope::Agent(agent)];
    for scope in &all {
        library.put_undo_history(scope, &history(&["x"])).unwrap();
    }
    let left = || all.iter().filter(|scope| library.get_undo_history(scope).unwrap() != UndoHistory::default()).count();
    let change = |files: Vec<FileChange>| {
        let version = library.get_skill(skill).unwrap().skill.audit.aggregate_version;
        library.update_skill(skill, version, &SkillChange { files, ..SkillChange::default() }).unwrap();
    };
    change(vec![FileChange::Delete { path: "a.md".to_owned() }]);
    assert_eq!(left(), 4);
    change(vec![FileChange::Rename { from: "b.md".to_owned(), to: "c.md".to_owned() }]);
    assert_eq!(left(), 3);
    library.trash_skill(skill);
    assert_eq!(left(), 3, "it can be restored");
    library.delete(TrashKind::Skill, skill.0).unwrap();
    assert_eq!(left(), 2);
    library.delete(TrashKind::Tool, tool.0).unwrap();
    library.delete(TrashKind::Agent, agent.0).unwrap();
    assert_eq!(left(), 0);
}

#[test]
fn the_oldest_steps_are_dropped_beyond_the_limits() {
    let library = TempLibrary::new();
    let keep = |done: Vec<String>, undone: Vec<String>| {
        library.put_undo_history(&UndoScope::Map, &UndoHistory { done, undone, basis: String::new() }).unwrap();
        library.get_undo_history(&UndoScope::Map).unwrap()
    };
    let numbers: Vec<String> = (0..600).map(|at| at.to_string()).collect();
    let kept = keep(numbers, vec!["again".to_owned()]);
    assert_eq!((kept.done.len(), kept.done[0].as_str(), kept.done[498].as_str()), (499, "101", "599"));
    let large = |letter: &str| letter.repeat(1 << 20);
    let kept = keep(vec![large("a"), large("b"), large("c"), large("d"), large("e")], vec![]);
    assert_eq!(kept.done.iter().map(|step| &step[..1]).collect::<String>(), "bcde");
    let kept = keep(vec!["a".to_owned(), large("x").repeat(5), "b".to_owned()], vec![]);
    assert_eq!(kept.done, ["b"], "what is too large goes with everything before it");
}
