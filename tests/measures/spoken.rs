//! What a screen reader says in the main job, done by keys alone: a skill is found, read, changed and saved, tested, tried
//! in a session and exported. Orca's own words are printed step by step; no word of them is a test. Where Orca is missing
//! that is what is printed.
//!
//! Orca refuses to run beside another one of the same user; then nothing is heard, and its reason is told.
#![expect(clippy::print_stdout, reason = "what was said is the output")]

mod desktop;

use desktop::{Desktop, missing};

/// What hands do at the keyboard.
enum Hand {
    /// Presses a key or a chord, as xdotool names it.
    Key(&'static str),
    /// Types a text.
    Text(&'static str),
    /// Presses a key again and again until the words are heard.
    Until(&'static str, &'static str),
    /// Turns to a window that has opened, as a window manager does: there is none here.
    Window(&'static str),
}

use Hand::{Key, Text, Until, Window};

/// A query that triggers one of the samples.
const QUERY: &str = "I smell gas in my kitchen";

/// The main job, with what each step is for.
const JOB: [(&str, &[Hand]); 19] = [
    ("look for a skill", &[Key("slash"), Text("emergency")]),
    ("open the first one found", &[Key("Down")]),
    ("the next one", &[Key("Down")]),
    ("back", &[Key("Up")]),
    ("go to its description", &[Until("Tab", "description entry")]),
    ("leave it empty", &[Key("ctrl+a"), Key("Delete")]),
    ("go to the problem", &[Key("shift+F8")]),
    ("back to the description", &[Until("shift+Tab", "YAML"), Key("Left"), Until("Tab", "description entry")]),
    ("say when it is for", &[Text("Handles gas leaks. Use when somebody smells gas.")]),
    ("save it", &[Key("ctrl+s")]),
    ("test it in the Playground", &[Key("ctrl+Return")]),
    ("ask something else", &[Until("shift+Tab", "Query entry"), Key("ctrl+a"), Text(QUERY)]),
    ("look at the picked skill", &[Key("Down")]),
    ("look at the next one", &[Key("Down")]),
    ("ask why it stands there", &[Key("Return")]),
    ("start a session in Simulate", &[Key("Escape"), Key("ctrl+5"), Key("ctrl+Return")]),
    ("send a message", &[Text(QUERY), Key("ctrl+Return")]),
    ("export the skill", &[Key("ctrl+1"), Key("ctrl+k"), Text("export as"), Key("Return")]),
    ("take the name that is offered", &[Window("Export as"), Key("Return"), Window("Sample library")]),
];

/// More keys than lie between any two places of the window.
const MOST_PRESSES: usize = 40;

#[test]
fn orca_reads_the_main_job() {
    let missing = missing();
    if !missing.is_empty() {
        println!("nothing was heard, as this is not installed: {}", missing.join(", "));
        return;
    }
    let mut desktop = Desktop::open();
    println!("the window");
    tell(&desktop.heard());
    for (what, hands) in JOB {
        println!("{what}");
        for hand in hands {
            perform(&mut desktop, hand);
        }
    }
}

fn perform(desktop: &mut Desktop, hand: &Hand) {
    match hand {
        Key(key) => desktop.press(key),
        Text(text) => desktop.write(text),
        Window(title) => desktop.turn_to(title),
        Until(key, words) => {
            for _ in 0..MOST_PRESSES {
                desktop.press(key);
                let said = desktop.heard();
                tell(&said);
                if said.iter().any(|text| text.contains(words)) {
                    return;
                }
            }
            println!("    (“{words}” was never heard)");
            return;
        }
    }
    tell(&desktop.heard());
}

fn tell(said: &[String]) {
    for text in said {
        println!("    {text}");
    }
}
