//! The measurements, one a file.

pub(crate) mod embed;
