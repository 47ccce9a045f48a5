//! Queries in one document: a list, lists under their names, what should trigger a skill beside what should not, and the same
//! skill by skill.

use serde_json::{Map, Value};

use super::{
    Format, Problem, Reading,
    item::{self, Needed},
    json::ElementLines,
    words,
};

impl Reading<'_> {
    pub(super) fn array(&mut self, items: &[Value], text: &str) {
        if items.is_empty() {
            self.skip(0, "The list is empty.");
        }
        if items.iter().any(item::says_trigger) {
            self.format = Format::Triggers;
            let needs_skill = |item: &Value| item::needs_skill(item, Needed::ForTriggers, self.around());
            if self.skill.is_none() && items.iter().any(needs_skill) {
                return self.skip(
                    0,
                    "The file says whether a skill should trigger, but not which skill. Select the skill, or import the file \
                     from the skill's folder.",
                );
            }
        }
        for (item, line) in items.iter().zip(ElementLines::of(text).under(&[])) {
            self.item(line, item);
        }
    }

    pub(super) fn object(&mut self, object: &Map<String, Value>, text: &str) {
        if let Some(named) = words::about(object) {
            self.skill = Some(named);
            self.is_sure = true;
        }
        let lines = ElementLines::of(text);
        let list = |name: &'static str| Some((name, object.get(name)?.as_array()?));
        let mut lists = words::LISTS.into_iter().filter_map(list);
        if let Some((name, entries)) = lists.next() {
            self.entries(name, entries, &lines);
            // Some files have a list of their own for triggers, beside the evals.
            if let Some((name, entries)) = lists.find(|(name, _)| *name == words::EVALS) {
                self.entries(name, entries, &lines);
            }
            return;
        }
        if !self.halves_within(object, &lines) && !self.by_skill(object, &lines) {
            let message = "The file has no queries. Expected a list under “evals” or “query”, or one query per line.";
            self.problems.push(Problem { line: None, message: message.to_owned(), is_skipped: true });
        }
    }

    /// The entries of a list under a name: what an entry does not say itself is said of the file's skill.
    fn entries(&mut self, name: &'static str, entries: &[Value], lines: &ElementLines) {
        let is_evals = name == words::EVALS;
        self.format = if is_evals { Format::Evals } else { Format::Triggers };
        let need = if is_evals { Needed::ForAll } else { Needed::ForTriggers };
        let needs_skill = |entry: &Value| item::needs_skill(entry, need, self.around());
        if self.skill.is_none() && entries.iter().any(needs_skill) {
            return self.skip(0, "“skill_name” is missing. Add the skill that the prompts should trigger.");
        }
        if entries.is_empty() {
            self.skip(0, &format!("The “{name}” list is empty."));
        }
        for (entry, line) in entries.iter().zip(lines.under(&[name])) {
            if !is_evals {
                self.item(line, entry);
                continue;
            }
            if self.several(line, entry) {
                continue;
            }
            match item::eval(entry, self.around()) {
                Ok((query, label)) => self.take(line, query, label),
                Err(message) => self.skip(line, message),
            }
        }
    }

    /// What should trigger the file's skill and what should not, in the object or under one of its names; whether there is
    /// any.
    fn halves_within(&mut self, object: &Map<String, Value>, lines: &ElementLines) -> bool {
        let is_about_triggers = self.is_of_triggers || words::about(object).is_some();
        let halves = if is_about_triggers { words::halves(object) } else { words::sure_halves(object) };
        let skill = self.skill.clone();
        let mut is_any = self.halves(&halves, skill.as_deref(), &[], lines);
        let nested = |name: &'static str| Some((name, object.get(name)?.as_object()?));
        for (name, inner) in words::LISTS.into_iter().filter_map(nested) {
            let skill = words::about(inner).or_else(|| skill.clone());
            is_any |= self.halves(&words::halves(inner), skill.as_deref(), &[name], lines);
        }
        is_any
    }

    /// What should trigger each skill and what should not, by its name; whether there is any.
    fn by_skill(&mut self, object: &Map<String, Value>, lines: &ElementLines) -> bool {
        let (is_skill, mut is_any) = (self.is_skill, false);
        for (name, value) in object.iter().filter(|(name, _)| is_skill(name.as_str())) {
            is_any |= self.of_skill(name, value, &[name.as_str()], lines);
        }
        match object.get(words::SKILLS) {
            Some(Value::Object(skills)) => {
                for (name, value) in skills {
                    is_any |= self.of_skill(name, value, &[words::SKILLS, name.as_str()], lines);
                }
            }
            Some(Value::Array(entries)) => {
                for (entry, line) in entries.iter().zip(lines.under(&[words::SKILLS])) {
                    is_any |= self.several(line, entry);
                }
            }
            _ => {}
        }
        is_any
    }

    /// What stands under a skill's name: two lists, or one of what should trigger it.
    fn of_skill(&mut self, skill: &str, value: &Value, names: &[&str], lines: &ElementLines) -> bool {
        match value {
            Value::Object(object) => self.halves(&words::halves(object), Some(skill), names, lines),
            Value::Array(entries) => {
                self.format = Format::Triggers;
                for (entry, line) in entries.iter().zip(lines.under(names)) {
                    self.half(line, entry, skill, true);
                }
                !entries.is_empty()
            }
            _ => false,
        }
    }

    /// Lists of what should trigger a skill, or should not, under the names before theirs; whether there is any.
    fn halves(
        &mut self,
        halves: &[(&'static str, bool, &[Value])],
        skill: Option<&str>,
        names: &[&str],
        lines: &ElementLines,
    ) -> bool {
        if halves.is_empty() {
            return false;
        }
        self.format = Format::Triggers;
        let Some(skill) = skill else {
            self.skip(0, "“skill_name” is missing. Add the skill that should or should not trigger.");
            return true;
        };
        for (name, should_trigger, entries) in halves {
            let names: Vec<&str> = names.iter().copied().chain([*name]).collect();
            for (entry, line) in entries.iter().zip(lines.under(&names)) {
                self.half(line, entry, skill, *should_trigger);
            }
        }
        true
    }

    /// An entry that holds no query but lists of what should trigger its skill, or should not; whether it is one.
    pub(super) fn several(&mut self, line: usize, value: &Value) -> bool {
        let Some(object) = value.as_object().filter(|object| words::text(object).is_none()) else { return false };
        let halves = words::halves(object);
        let named = words::about(object).or_else(|| Some(object.get("name")?.as_str()?.trim().to_owned()));
        let Some(skill) = named.or_else(|| self.skill.clone()).filter(|_| !halves.is_empty()) else { return false };
        self.format = Format::Triggers;
        for (_, should_trigger, entries) in halves {
            for entry in entries {
                self.half(line, entry, &skill, should_trigger);
            }
        }
        true
    }

    fn half(&mut self, line: usize, entry: &Value, skill: &str, should_trigger: bool) {
        match item::half(entry, skill, should_trigger, self.around()) {
            Ok((query, label)) => self.take(line, query, label),
            Err(message) => self.skip(line, message),
        }
    }
}
