//! The zoom of the page is this user's, whatever library is open.

use std::fs;

use studio_api::{Upkeep, dto::ZoomStep};

use crate::harness::Bench;

#[test]
fn the_zoom_is_remembered_without_a_library_and_across_starts() {
    let bench = Bench::new();
    assert_eq!(bench.get_zoom(), 100);
    let steps = [ZoomStep::In, ZoomStep::In, ZoomStep::Out, ZoomStep::In];
    assert_eq!(steps.map(|step| bench.set_zoom(step).unwrap()), [110, 125, 110, 125]);
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.get_zoom(), 125);
    assert_eq!(bench.set_zoom(ZoomStep::Reset).unwrap(), 100);
}

#[test]
fn a_zoom_that_makes_no_sense_is_no_reason_not_to_start() {
    let bench = Bench::new();
    bench.set_zoom(ZoomStep::In).unwrap();
    let file = bench.path("config/window.json");
    for text in ["", "{", r#"{"format":2,"zoom":100000}"#, r#"{"format":9,"zoom":110}"#] {
        fs::write(&file, text).unwrap();
        assert_eq!(bench.get_zoom(), 100, "{text}");
    }
}
