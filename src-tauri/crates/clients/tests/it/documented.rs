//! Clients that were not run: what their documentation asks for decides, and everything is listed whole.

use studio_clients::{Client, Listed, Reading, SkillFile, Why, read};

fn of(client: Client, folder: &str, front: &str) -> Reading {
    let text = format!("---\n{front}\n---\n\nBody.\n");
    read(client, &SkillFile { path: &format!("{folder}/SKILL.md"), bytes: text.as_bytes(), openai_yaml: None })
}

fn listed(name: &str) -> Reading {
    let (name, description) = (name.to_owned(), "Reads forms.".to_owned());
    Reading::Listed(Listed { name, description, when_to_use: String::new() })
}

const DOCUMENTED: [Client; 3] = [Client::VsCode, Client::Cursor, Client::Antigravity];

#[test]
fn what_all_of_them_ask_for_is_a_description() {
    for client in DOCUMENTED {
        assert_eq!(of(client, "pdf", "name: pdf\ndescription: Reads forms."), listed("pdf"), "{client:?}");
        for front in ["name: pdf", "name: pdf\ndescription:", "name: pdf\ndescription: [a]"] {
            assert_eq!(of(client, "pdf", front), Reading::Dropped(Why::NoDescription), "{client:?}: {front}");
        }
        let broken = of(client, "pdf", "name: pdf\ndescription: a: b");
        assert_eq!(broken, Reading::Dropped(Why::InvalidYaml), "{client:?}");
        let other = SkillFile { path: "pdf/skill.md", bytes: b"---\nname: pdf\n---\n", openai_yaml: None };
        assert_eq!(read(client, &other), Reading::Dropped(Why::FileName), "{client:?}");
    }
}

#[test]
fn a_name_is_as_the_documentation_of_each_wants_it() {
    let unnamed = "description: Reads forms.";
    assert_eq!(of(Client::Antigravity, "pdf", unnamed), listed("pdf"), "the folder's name");
    for client in [Client::VsCode, Client::Cursor] {
        assert_eq!(of(client, "pdf", unnamed), Reading::Dropped(Why::NoName), "{client:?}");
    }
    let named = |name: &str| format!("name: {name}\n{unnamed}");
    for name in ["Pdf", "my.pdf", "org/pdf", "pdf forms", "pdf_forms"] {
        assert_eq!(of(Client::VsCode, "pdf", &named(name)), Reading::Dropped(Why::NameCharacters), "{name}");
        for client in [Client::Cursor, Client::Antigravity] {
            assert_eq!(of(client, "pdf", &named(name)), listed(name), "{client:?}: what comes of it is not said");
        }
    }
    let long = named(&"a".repeat(65));
    assert_eq!(of(Client::VsCode, "pdf", &long), Reading::Dropped(Why::TooLong("name", 64)));
}

#[test]
fn what_hides_a_skill_is_heeded_where_the_documentation_has_it() {
    let with = |line: &str| format!("name: pdf\ndescription: Reads forms.\n{line}");
    let (people, paths) = (with("disable-model-invocation: true"), with("paths: \"*.pdf\""));
    let hidden = Reading::Hidden(Why::OnlyForPeople("disable-model-invocation"));
    assert_eq!([Client::VsCode, Client::Cursor].map(|client| of(client, "pdf", &people)), [hidden.clone(), hidden]);
    assert_eq!(of(Client::Antigravity, "pdf", &people), listed("pdf"));
    assert_eq!(of(Client::Cursor, "pdf", &paths), Reading::Hidden(Why::WaitsForPaths));
    for client in [Client::VsCode, Client::Antigravity] {
        assert_eq!(of(client, "pdf", &paths), listed("pdf"), "{client:?}");
    }
    for line in ["disable-model-invocation: false", "paths: []", "paths:"] {
        assert_eq!(of(Client::Cursor, "pdf", &with(line)), listed("pdf"), "{line}");
    }
}
