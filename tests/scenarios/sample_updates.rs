//! A library whose samples an older version made: what the author left as it came is brought up to date, in one step.

use std::path::Path;

use studio_api::dto::{NewQuery, PackEdit, QuerySource, SampleExample, SampleUpdate, ToolEdit};
use studio_model::ToolId;
use studio_store::{Library, Options};
use studio_testkit::SkillBuilder;

use crate::{
    harness::Bench,
    toolbox::{edit_of, javascript, result, signature, tool},
};

const OLD_SKILL: &str = "---\nname: hello-world\ndescription: Greets.\n---\n\nSay hello.\n";

/// Samples as they might have shipped once, in a library of the author's.
struct Old(Bench);

impl Old {
    fn new() -> Self {
        let old = Self(Bench::new());
        old.library().set_info("Sample library", true).unwrap();
        for (name, text) in [("hello-world", OLD_SKILL), ("gas-emergency", "---\nname: gas-emergency\n---\nOld.\n")] {
            let mut row = SkillBuilder::new(name).group("Mine").bytes(text.as_bytes()).build();
            "sample".clone_into(&mut row.reason);
            old.library().create_skills(&[row]).unwrap().remove(0).unwrap();
        }
        for name in ["sayHello", "group_commits", "transfer_call"] {
            old.ships(name);
        }
        old
    }

    /// The library under the studio, to plant rows in.
    fn library(&self) -> Library {
        Library::open(Path::new(&self.0.path("Test.db")), &Options::new("other")).unwrap().0
    }

    /// A tool that came with the samples.
    fn ships(&self, name: &str) {
        let made = self.0.add_tool(&tool(name, signature("(name: Text) --> IO Text"), javascript("function run() {}")));
        let (library, id) = (self.library(), ToolId(made.id.parse().unwrap()));
        let kept = library.list_tool_versions(id).unwrap().remove(0);
        library.save_tool(&library.get_tool_record(id).unwrap(), &kept.snapshot, "sample").unwrap();
    }

    fn edit(&self, name: &str) -> ToolEdit {
        edit_of(&self.0.get_tool(&self.0.tool(name).id).unwrap())
    }

    fn skill(&self, name: &str) -> String {
        self.0.text(&self.0.row(name).id, "SKILL.md")
    }

    fn servers(&self) -> Vec<String> {
        self.0.list_servers().unwrap().into_iter().map(|server| server.name).collect()
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn samples_of_an_older_version_are_brought_up_to_date_but_for_what_the_author_changed() {
    let old = Old::new();
    let bench = &old.0;
    // The author's: a tool and a skill that were changed, one that went, a tool of their own under a sample's name.
    bench.add_tool(&ToolEdit { description: "Groups them my way.".to_owned(), ..old.edit("group_commits") });
    bench.save(&bench.row("gas-emergency").id, "SKILL.md", "---\nname: gas-emergency\n---\nMine.\n");
    let own = tool("pooled_effect", signature("() --> IO Text"), javascript("function run() { return 'mine' }"));
    bench.add_tool(&own);
    let before = [old.edit("group_commits"), old.edit("pooled_effect")];

    let offered = bench.get_sample_update().unwrap();
    let expected = SampleUpdate {
        tools: names(&["transfer_call", "sayHello"]),
        skills: names(&["hello-world"]),
        // It has no agent for the session, and not the skills of the pack.
        examples: vec![SampleExample::Queries, SampleExample::Run],
        kept: names(&["group_commits", "gas-emergency"]),
    };
    assert_eq!(sorted(offered.clone()), sorted(expected.clone()));
    let updated = bench.update_samples().unwrap();
    assert_eq!((updated.tools.len(), updated.skills.done > 0, updated.skills.refused.len()), (2, true, 0));
    assert_eq!([old.edit("group_commits"), old.edit("pooled_effect")], before);
    assert!(old.skill("gas-emergency").ends_with("Mine.\n"));
    let shipped = Bench::with_samples();
    assert_eq!(old.skill("hello-world"), shipped.text(&shipped.row("hello-world").id, "SKILL.md"));
    assert_eq!(bench.row("hello-world").group, "Mine", "where the author put it");
    let greeted = bench.call(&bench.tool("sayHello").id, &serde_json::json!({"name": "Ada"}));
    assert_eq!(result(&greeted), "Hello, Ada! Nice to meet you.");
    assert_eq!(old.servers(), ["samples"]);
    let rest = bench.get_sample_update().unwrap();
    let offered = (rest.tools.len(), rest.skills.len(), rest.examples.len());
    assert_eq!((offered, rest.kept.len()), ((0, 0, 0), 2), "it is offered once");

    assert_eq!(bench.undo_sample_update(&updated).unwrap(), names(&[]));
    assert_eq!(old.skill("hello-world"), OLD_SKILL);
    assert_eq!(old.edit("sayHello").implementation, javascript("function run() {}"));
    assert_eq!(old.servers(), names(&[]));
    assert_eq!(sorted(bench.get_sample_update().unwrap()), sorted(expected));
}

#[test]
fn what_was_changed_after_an_update_of_the_samples_is_not_undone() {
    let old = Old::new();
    let bench = &old.0;
    let updated = bench.update_samples().unwrap();
    bench.add_tool(&ToolEdit { description: "Greets my way.".to_owned(), ..old.edit("sayHello") });
    let mine = format!("{}\nMine.\n", old.skill("hello-world"));
    bench.save(&bench.row("hello-world").id, "SKILL.md", &mine);
    let left = bench.undo_sample_update(&updated).unwrap();
    assert_eq!(left, names(&["sayHello", "hello-world"]));
    assert_eq!((old.edit("sayHello").description.as_str(), old.skill("hello-world")), ("Greets my way.", mine));
    assert_eq!(old.edit("transfer_call").implementation, javascript("function run() {}"));

    old.library().set_info("My skills", false).unwrap();
    assert_eq!(bench.get_sample_update().unwrap(), SampleUpdate::default(), "only a library of samples has any");
}

#[test]
fn samples_as_they_ship_have_no_update() {
    assert_eq!(Bench::with_samples().get_sample_update().unwrap(), SampleUpdate::default());
}

/// A library with all the samples and nothing that shows their use, as an older version made it.
fn without_examples() -> Bench {
    let bench = Bench::with_samples();
    assert_eq!(bench.get_sample_update().unwrap(), SampleUpdate::default(), "what the author deleted stays deleted");
    let library = Library::open(Path::new(&bench.path("Test.db")), &Options::new("other")).unwrap().0;
    library.set_setting("samples.examples", "").unwrap();
    bench.delete_query_set("samples").unwrap();
    bench
}

/// How many test queries, runs, sessions and packs there are.
fn examples(bench: &Bench) -> [usize; 4] {
    [
        bench.list_queries(None).unwrap().len(),
        bench.list_runs().unwrap().runs.len(),
        bench.list_simulations().unwrap().len(),
        bench.list_packs().unwrap().packs.len(),
    ]
}

fn query(id: Option<String>, set: &str, text: &str) -> NewQuery {
    let (set, query) = (set.to_owned(), text.to_owned());
    NewQuery { id, set, query, expected: Vec::new(), unwanted: Vec::new(), source: QuerySource::Written }
}

#[test]
fn a_sample_library_of_an_older_version_gets_what_shows_its_use_once_and_one_undo_takes_it_back() {
    let bench = without_examples();
    bench.save_query(&query(None, "mine", "Is this one mine?")).unwrap();
    let all = vec![SampleExample::Queries, SampleExample::Run, SampleExample::Session, SampleExample::Pack];
    let offered = SampleUpdate { examples: all, ..SampleUpdate::default() };
    assert_eq!(bench.get_sample_update().unwrap(), offered);
    let updated = bench.update_samples().unwrap();
    assert_eq!(examples(&bench), [83, 1, 1, 1]);
    assert_eq!(bench.list_runs().unwrap().runs[0].queries, 82);
    let session = bench.list_simulations().unwrap().remove(0);
    assert_eq!((session.title.as_str(), session.messages, session.problem), ("I smell gas in my kitchen", 2, None));
    assert_eq!(bench.find_pack("field-service").unwrap().content.skills.len(), 3);
    assert_eq!(bench.get_sample_update().unwrap(), SampleUpdate::default());

    assert_eq!(bench.undo_sample_update(&updated).unwrap(), names(&[]));
    assert_eq!((examples(&bench), bench.count_trash().unwrap()), ([1, 0, 0, 0], 0));
    assert_eq!(bench.get_sample_update().unwrap(), offered, "what was taken back can be had again");
    let updated = bench.update_samples().unwrap();
    bench.delete_run(&updated.examples.run.unwrap()).unwrap();
    assert_eq!(bench.get_sample_update().unwrap(), SampleUpdate::default(), "what the author deletes stays deleted");
}

#[test]
fn what_the_author_has_or_makes_of_the_examples_is_never_written_over() {
    let bench = without_examples();
    bench.save_query(&query(None, "samples", "Is this one mine?")).unwrap();
    let skills = vec![bench.row("code-review").id];
    let mut content = Bench::with_samples_of_its_own().find_pack("field-service").unwrap().content;
    content.skills = skills.clone();
    let name = "field-service".to_owned();
    bench.save_pack(&PackEdit { id: None, aggregate_version: 0, name, content }).unwrap();
    let updated = bench.update_samples().unwrap();
    assert_eq!(examples(&bench), [1, 1, 1, 1], "beside a set and a pack of the author's");
    assert_eq!(bench.find_pack("field-service").unwrap().content.skills, skills);
    let run = updated.examples.run.clone().unwrap();
    bench.label_run(&run, "Mine").unwrap();
    assert_eq!(bench.undo_sample_update(&updated).unwrap(), names(&["Mine"]));
    assert_eq!(examples(&bench), [1, 1, 0, 1]);

    let bench = without_examples();
    let updated = bench.update_samples().unwrap();
    let changed = query(Some(updated.examples.queries[0].clone()), "samples", "How do I turn off the gas?");
    bench.save_query(&changed).unwrap();
    let pack = bench.find_pack("field-service").unwrap();
    let (id, content) = (Some(pack.id), pack.content);
    let name = "my-pack".to_owned();
    bench.save_pack(&PackEdit { id, aggregate_version: pack.aggregate_version, name, content }).unwrap();
    assert_eq!(bench.undo_sample_update(&updated).unwrap(), names(&["my-pack", "samples"]));
    assert_eq!(examples(&bench), [1, 0, 0, 1]);
}

fn sorted(mut update: SampleUpdate) -> SampleUpdate {
    update.tools.sort();
    update.skills.sort();
    update.kept.sort();
    update
}
