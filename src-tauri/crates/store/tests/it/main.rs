//! The store from outside: the seed's tables, the studio's own, what happens to damaged files, and the index.

mod evaluate;
mod index;
mod safety;
mod seed;
mod skills;
mod speed;
