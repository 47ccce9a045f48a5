//! Words by number with the skills that have each, and what is counted while one skill is read.

use std::{borrow::Borrow, hash::Hash};

use rustc_hash::FxHashMap;

use super::{ascending::Ascending, packed::PackedList, postings::Pack};

/// Counts of what one skill has, by number; empty between two skills, and without a new allocation for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally<const N: usize> {
    counts: Vec<[u8; N]>,
    seen: Vec<u32>,
}

impl<const N: usize> Tally<N> {
    /// The counts of a number, which is seen from now on.
    pub(super) fn at(&mut self, number: u32) -> &mut [u8; N] {
        let place = number as usize;
        if place >= self.counts.len() {
            self.counts.resize((place + 1).next_power_of_two(), [0; N]);
        }
        let counts = &mut self.counts[place];
        if *counts == [0; N] {
            self.seen.push(number);
        }
        counts
    }

    /// What was seen, ascending.
    pub(super) fn seen(&mut self) -> Box<[u32]> {
        self.seen.sort_unstable();
        let seen = self.seen.as_slice().into();
        self.seen.clear();
        seen
    }

    /// The counts of a number, which are 0 afterwards.
    pub(super) fn take(&mut self, number: u32) -> [u8; N] {
        std::mem::replace(&mut self.counts[number as usize], [0; N])
    }
}

/// Words of one kind, each with the skills that have it.
#[derive(Clone, Debug)]
pub(super) struct Lists<K, P> {
    pub(super) numbers: FxHashMap<K, u32>,
    lists: Vec<PackedList<P>>,
}

impl<K, P> Default for Lists<K, P> {
    fn default() -> Self {
        Self { numbers: FxHashMap::default(), lists: Vec::new() }
    }
}

impl<P: Pack> Lists<Box<str>, P> {
    pub(super) fn number_of(&mut self, text: &str) -> u32 {
        match self.numbers.get(text) {
            Some(&number) => number,
            None => self.add(text.into()),
        }
    }
}

impl<P: Pack> Lists<(u32, u32), P> {
    pub(super) fn number_of(&mut self, pair: (u32, u32)) -> u32 {
        match self.numbers.get(&pair) {
            Some(&number) => number,
            None => self.add(pair),
        }
    }
}

impl<K: Eq + Hash, P: Pack> Lists<K, P> {
    /// The skills that have it, in the order of their places.
    pub(super) fn of<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Vec<P>
    where
        K: Borrow<Q>,
    {
        self.numbers.get(key).map_or_else(Vec::new, |&number| self.lists[number as usize].unpacked())
    }

    /// Goes through the same.
    pub(super) fn for_each<Q: Eq + Hash + ?Sized>(&self, key: &Q, see: impl FnMut(P))
    where
        K: Borrow<Q>,
    {
        if let Some(&number) = self.numbers.get(key) {
            self.lists[number as usize].for_each(see);
        }
    }

    pub(super) fn add(&mut self, key: K) -> u32 {
        let number = u32::try_from(self.lists.len()).expect("fewer than 2^32 words fit in memory");
        self.lists.push(PackedList::default());
        self.numbers.insert(key, number);
        number
    }

    /// Each with its list, in the order of their numbers.
    pub(super) fn each(&self) -> Vec<(&K, &PackedList<P>)> {
        let mut numbered: Vec<(&K, u32)> = self.numbers.iter().map(|(key, &number)| (key, number)).collect();
        numbered.sort_unstable_by_key(|&(_, number)| number);
        numbered.into_iter().map(|(key, number)| (key, &self.lists[number as usize])).collect()
    }

    /// Adds one with its list; it has the number that is given back.
    pub(super) fn enter(&mut self, key: K, list: PackedList<P>) -> u32 {
        let number = self.add(key);
        self.lists[number as usize] = list;
        number
    }

    pub(super) fn shrink(&mut self) {
        self.numbers.shrink_to_fit();
        self.lists.iter_mut().for_each(PackedList::shrink);
        self.lists.shrink_to_fit();
    }

    pub(super) fn post(&mut self, number: u32, posting: P) {
        self.lists[number as usize].set(posting);
    }

    /// Takes a skill out of the lists of `old` that `new` does not name; both ascend.
    pub(super) fn forget(&mut self, slot: u32, old: &Ascending, new: &[u32]) {
        let mut new = new.iter().peekable();
        for number in old.iter() {
            while new.next_if(|&&other| other < number).is_some() {}
            if new.peek() == Some(&&number) {
                continue;
            }
            self.lists[number as usize].remove(slot);
        }
    }
}
