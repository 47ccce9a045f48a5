//! Functions and aliases: a name that stands for commands is those commands where it is called.

use super::{
    Place, Reader, Rule,
    destroys::DESTROYS,
    value::{Value, Word},
};

/// Most functions and aliases that are kept in mind.
const MOST: usize = 500;
/// Most words that a function is given by their number.
const MOST_GIVEN: usize = 9;

/// Programs that ask for a password.
const ASK_PASSWORDS: [&str; 6] = ["sudo", "su", "ssh", "passwd", "gpg", "doas"];
const KEEPS_PASSWORDS: &str = "This puts a function of its own in the place of a program that asks for a password, and reads \
    it. Remove it.";

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) struct Function {
    body: String,
    /// Whether what its body does has been told where it stands.
    is_told: bool,
}

impl Reader<'_, '_> {
    /// Whether the words so far begin a function, whose name is kept for the block that follows.
    pub(super) fn begins_function(&mut self) -> bool {
        let name = match self.command.words.as_slice() {
            [name] => name,
            [word, name] if word.text == "function" => name,
            _ => return false,
        };
        if name.text.is_empty() || name.text.contains(['$', '/']) {
            return false;
        }
        self.defined = Some(name.text.clone());
        true
    }

    /// Keeps the body of a function.
    pub(super) fn define(&mut self, name: String, body: String, is_told: bool) {
        let plain: String = body.split_whitespace().collect();
        if plain.contains(&format!("{name}|{name}")) && plain.contains('&') {
            self.tell(Rule::Destruction, DESTROYS);
        }
        // What stands before a program that asks for a password can keep it.
        if ASK_PASSWORDS.contains(&name.as_str()) && body.contains("read ") {
            self.tell(Rule::Persistence, KEEPS_PASSWORDS);
        }
        if self.machine.functions.len() < MOST {
            self.machine.functions.insert(name, Function { body, is_told });
        }
    }

    /// `alias name=commands`.
    pub(super) fn aliased(&mut self, words: &[Word]) {
        for word in words {
            let Some((name, body)) = word.text.split_once('=') else { continue };
            self.frees(body);
            if word.assigns == Some(name.len()) && self.machine.aliases.len() < MOST {
                self.machine.aliases.insert(name.to_owned(), body.to_owned());
            }
        }
    }

    /// What a name that stands for commands puts out when it is called; none where it stands for nothing.
    pub(super) fn called(&mut self, words: &[Word], input: &Value) -> Option<Value> {
        let (first, rest) = words.split_first()?;
        if let Some(body) = self.machine.aliases.get(&first.text).cloned() {
            // A name in its own alias is the program.
            let alias = self.machine.aliases.remove(&first.text);
            let given: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
            let output = self.made(&format!("{body} {}", given.join(" ")), input.clone());
            self.machine.aliases.extend(alias.map(|body| (first.text.clone(), body)));
            return Some(output);
        }
        let function = self.machine.functions.get(&first.text).cloned()?;
        let before = self.given_words(rest);
        let told = self.machine.hits.len();
        let place = Place::At(self.here());
        let output = self.read(&function.body, place, input.clone());
        if function.is_told {
            self.machine.hits.truncate(told);
        }
        for (name, value) in before {
            match value {
                Some(value) => self.machine.variables.insert(name, value),
                None => self.machine.variables.remove(&name),
            };
        }
        Some(output)
    }

    /// Sets what a function is given; what the same names held before.
    pub(super) fn given_words(&mut self, words: &[Word]) -> Vec<(String, Option<Value>)> {
        let value = |word: &Word| Value::of(&word.text, word.origin | word.whole);
        let mut all = Value::default();
        for (at, word) in words.iter().enumerate() {
            all.push(if at == 0 { "" } else { " " });
            all.add(&value(word));
        }
        let mut given = vec![("@".to_owned(), all.clone()), ("*".to_owned(), all)];
        given.extend(words.iter().take(MOST_GIVEN).enumerate().map(|(at, word)| ((at + 1).to_string(), value(word))));
        let variables = &mut self.machine.variables;
        given.into_iter().map(|(name, value)| (name.clone(), variables.insert(name, value))).collect()
    }

    /// `shift`: what was the second is the first.
    pub(super) fn shifted(&mut self) {
        for at in 1..MOST_GIVEN {
            match self.machine.variables.remove(&(at + 1).to_string()) {
                Some(value) => self.machine.variables.insert(at.to_string(), value),
                None => self.machine.variables.remove(&at.to_string()),
            };
        }
    }
}
