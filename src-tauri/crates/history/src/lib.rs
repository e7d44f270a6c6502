//! Keeps every run in one SQLite file.
