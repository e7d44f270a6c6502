//! Counts tokens and prices them.
