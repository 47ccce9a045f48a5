//! The words around a client's list, of which only lengths and hashes are kept, beside those that we say stand there.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use studio_clients::{Client, after_list, before_list, recipe};
use studio_model::sha256_hex;

use crate::fixtures::{self, Counts, count};

fn captured() -> Value {
    fixtures::json("blocks.json")
}

fn measured(text: &str) -> Value {
    json!({ "chars": text.chars().count(), "sha256": sha256_hex(text.as_bytes()) })
}

/// Each line of ours, and whether it is one of the client's in its turn: what else the client says there is its own.
fn beside<'a>(ours: &'a str, theirs: &Value) -> Vec<(&'a str, bool)> {
    let theirs = theirs["lines"].as_array().unwrap();
    let (mut from, mut found) = (0, Vec::new());
    for line in ours.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let own = measured(line);
        let place = theirs[from..].iter().position(|theirs| *theirs == own);
        from += place.map_or(0, |place| place + 1);
        found.push((line, place.is_some()));
    }
    found
}

/// How many lines of ours are the client's, with those that are not, and the clients whose words were not captured.
pub(crate) fn blocks() -> (Counts, Vec<String>) {
    let captured = captured();
    let (mut counts, mut wrong) = (BTreeMap::new(), Vec::new());
    for client in Client::ALL.into_iter().filter(|client| recipe(*client).is_some()) {
        let block = &captured["clients"][client.as_str()];
        if block.is_null() {
            continue;
        }
        let (before, after) = (before_list(client, &[]), after_list(client));
        for (line, is_theirs) in beside(&before, &block["before"]).into_iter().chain(beside(after, &block["after"])) {
            count(&mut counts, client, is_theirs);
            if !is_theirs {
                wrong.push(format!("{line:?} stands around our list for {}, not around its own", client.label()));
            }
        }
    }
    (counts, wrong)
}

#[test]
fn what_we_write_around_a_list_is_what_the_client_does() {
    let (_, wrong) = blocks();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let captured = captured();
    let is_missing = |client: &Client| recipe(*client).is_some() && captured["clients"][client.as_str()].is_null();
    let missing: Vec<Client> = Client::ALL.into_iter().filter(is_missing).collect();
    assert_eq!(missing, [], "of each client that can be captured the words are known");
}

#[test]
fn a_line_is_found_only_where_the_client_has_it_in_its_turn() {
    let lines = ["<list>", "Words of its own.", "Skills:"].map(measured);
    let theirs = json!({ "lines": lines });
    let found = |ours| beside(ours, &theirs).into_iter().map(|(_, is_theirs)| is_theirs).collect::<Vec<bool>>();
    assert_eq!(found("\n\n<list>\nSkills:\n"), [true, true]);
    assert_eq!(found("Skills:\n<list>\n"), [true, false]);
    assert_eq!(found("<list>\nskills:"), [true, false]);
    assert_eq!(found(""), [false; 0]);
}

#[test]
fn the_tools_of_each_client_are_those_it_was_seen_to_offer() {
    let captured = captured();
    let mut seen = 0;
    for client in Client::ALL.into_iter().filter(|client| recipe(*client).is_some()) {
        let offered = captured["clients"][client.as_str()]["tools"].as_array().unwrap();
        for tool in offered {
            let name = tool["name"].as_str().unwrap();
            let own = client.own_tools().iter().find(|own| own.name == name);
            let own = own.unwrap_or_else(|| panic!("{client:?} offers {name}"));
            let parameters = tool["parameters"].as_array().into_iter().flatten().map(|one| one.as_str().unwrap());
            let unknown: Vec<&str> = parameters.filter(|one| !own.parameters.contains(one)).collect();
            assert_eq!(unknown, [""; 0], "{client:?}: {name}");
        }
        seen += offered.len();
        if client != Client::ClaudeCode {
            assert_eq!(offered.len(), client.own_tools().len(), "{client:?} has tools that it was not seen to offer");
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Texts that are a client's own stand nowhere in the tree.
#[test]
fn of_a_clients_words_only_lengths_and_hashes_are_kept() {
    let is_hash = |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let captured = captured();
    for (client, block) in captured["clients"].as_object().unwrap() {
        assert_eq!(Client::parse(client).map(Client::as_str), Some(client.as_str()));
        assert!(["version", "role"].iter().all(|key| block[key].is_string()), "{client}");
        let sides = [&block["before"], &block["after"]];
        let lines = sides.iter().flat_map(|side| side["lines"].as_array().unwrap());
        for kept in sides.iter().copied().chain(lines).chain(block["own"].as_array().unwrap()) {
            for (key, value) in kept.as_object().unwrap() {
                let is_allowed = match key.as_str() {
                    "chars" => value.is_u64(),
                    "sha256" => value.as_str().is_some_and(is_hash),
                    "lines" => value.is_array(),
                    "name" => value.is_string(),
                    _ => false,
                };
                assert!(is_allowed, "{client}: {key}: {value}");
            }
        }
    }
}
