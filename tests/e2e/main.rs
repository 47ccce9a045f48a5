//! End to end: the real program in its real window.
//!
//! Each test starts a display, a driver and the program of its own, with data folders of its own.

mod first_start;
