//! A score, told apart by the fields of a skill.

use std::ops::AddAssign;

/// A score by field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FieldScores {
    /// From the name.
    pub name: f32,
    /// From the description.
    pub description: f32,
    /// From the tags.
    pub tags: f32,
    /// From the body.
    pub body: f32,
}

impl FieldScores {
    /// All fields together.
    pub fn sum(&self) -> f32 {
        self.name + self.description + self.tags + self.body
    }
}

impl AddAssign for FieldScores {
    fn add_assign(&mut self, other: Self) {
        self.name += other.name;
        self.description += other.description;
        self.tags += other.tags;
        self.body += other.body;
    }
}
