//! The vectors of the last few queries, so that a repeated query costs nothing.

use std::collections::VecDeque;

/// Queries kept.
const CAPACITY: usize = 64;

/// Newest last; so few entries that a scan is quicker than a hash.
#[derive(Default)]
pub(crate) struct Recent {
    entries: VecDeque<(String, Vec<f32>)>,
}

impl Recent {
    /// The vector of `text`, which becomes the newest entry.
    pub(crate) fn get(&mut self, text: &str) -> Option<Vec<f32>> {
        let position = self.entries.iter().position(|(known, _)| known == text)?;
        let entry = self.entries.remove(position)?;
        let vector = entry.1.clone();
        self.entries.push_back(entry);
        Some(vector)
    }

    pub(crate) fn put(&mut self, text: String, vector: Vec<f32>) {
        self.entries.retain(|(known, _)| *known != text);
        if self.entries.len() == CAPACITY {
            self.entries.pop_front();
        }
        self.entries.push_back((text, vector));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_asked_goes_first() {
        let mut recent = Recent::default();
        for n in 0..CAPACITY {
            recent.put(n.to_string(), vec![n as f32]);
        }
        assert_eq!(recent.get("0"), Some(vec![0.0]));
        recent.put("new".to_owned(), vec![-1.0]);
        assert_eq!(recent.get("1"), None);
        assert_eq!(recent.get("0"), Some(vec![0.0]));
        assert_eq!(recent.get("new"), Some(vec![-1.0]));
    }
}
