//! Scenarios through the use-cases, without a window.
