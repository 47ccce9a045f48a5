//! The store from outside: the seed's tables, the studio's own, tools and agents as they are edited, what happens to damaged files, and the index.

mod displaced;
mod evaluate;
mod formats;
mod forms;
mod index;
mod read_only;
mod rules;
mod safety;
mod seed;
mod sessions;
mod skills;
mod tools;
mod undo;
mod wrecks;
