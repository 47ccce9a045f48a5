//! Secrets put into texts, and taken out of them.

use serde_json::json;

use super::{
    super::{Error, MASKED, Mask, Reference, Secret, resolve},
    filled,
};

#[test]
fn references_are_found_wherever_they_stand() {
    let cases: [(&str, &[&str]); 6] = [
        ("", &[]),
        ("Bearer secret://weather", &["weather"]),
        ("/botsecret://tele-gram/send?k=secret://b_2&x", &["tele-gram", "b_2"]),
        ("{\"a\": \"secret://a\", \"b\": \"secret://a\"}", &["a", "a"]),
        ("secret:// secret://Big secret://ü", &["", "Big", ""]),
        ("secret:/weather secret", &[]),
    ];
    for (text, names) in cases {
        let found: Vec<_> = Reference::find(text).collect();
        assert_eq!(found.iter().map(|reference| reference.name).collect::<Vec<_>>(), names, "{text}");
        for reference in found {
            assert_eq!(&text[reference.span.clone()], format!("secret://{}", reference.name), "{text}");
        }
    }
}

#[test]
fn a_text_is_resolved_whole_or_not_at_all() {
    let secrets = |name: &str| match name {
        "a" => Ok(Secret::new("secret://b")),
        "c" => Ok(Secret::new("C")),
        _ => Err(Error::Missing { name: name.to_owned() }),
    };
    assert_eq!(resolve("x secret://a, secret://c!", &secrets).unwrap().expose(), "x secret://b, C!");
    assert_eq!(resolve("nothing", &secrets).unwrap().expose(), "nothing");
    let error = resolve("secret://a secret://b", &secrets).unwrap_err().to_string();
    assert_eq!(error, "secret “b” not found; add it in Settings > Secrets");
    let (_folder, store) = filled();
    assert_eq!(resolve("-secret://tracker_2.", &store).unwrap().expose(), "-second.");
    assert!(matches!(resolve("secret://Big", &store), Err(Error::BadName { name }) if name == "Big"));
}

#[test]
fn a_mask_takes_a_secret_out_however_it_is_written() {
    let secret = Secret::new("a/b \"key\"+ü");
    let mask = Mask::new([&secret, &Secret::new("secret-long"), &Secret::new("12345"), &Secret::new("ab")]);
    let cases = [
        ("say a/b \"key\"+ü!", "say ••••!"),
        ("?k=a%2Fb%20%22key%22%2B%C3%BC&x", "?k=••••&x"),
        ("?k=a%2fb%20%22key%22%2b%c3%bc&x", "?k=••••&x"),
        ("?k=a%2Fb+%22key%22%2B%C3%BC&x", "?k=••••&x"),
        (r#"{"k":"a/b \"key\"+ü"}"#, r#"{"k":"••••"}"#),
        ("secret-longer ab", "••••er ab"),
    ];
    for (text, expected) in cases {
        assert!(mask.is_in(text), "{text}");
        assert_eq!(mask.text(text), expected);
    }
    let value = json!({"Bearer secret-long": [{"k": "a/b \"key\"+ü"}, 12345, 1.5, null, true, "ab"]});
    assert_eq!(mask.value(value), json!({"Bearer ••••": [{"k": MASKED}, MASKED, 1.5, null, true, "ab"]}));
    assert!(Mask::new([&Secret::new("  \n a")]).is_empty());
}
