//! REST tools against servers of the tests' own.
