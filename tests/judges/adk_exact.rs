//! Thousands of random folders, as the scenarios compare hundreds: two minutes.
#![expect(clippy::print_stderr, reason = "the figures are what it is run for")]

#[path = "../scenarios/adk_exact/comparing.rs"]
mod comparing;
#[path = "../scenarios/adk_exact/folders.rs"]
mod folders;
#[path = "../scenarios/adk_exact/peer.rs"]
mod peer;

use comparing::{compare_folders, number_of_folders};

#[test]
fn s4_03_s4_13_s4_14_two_thousand_random_folders_equal_the_crate() {
    eprintln!("{:?}", compare_folders(number_of_folders(2000)));
}
