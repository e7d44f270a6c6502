//! Runs contenders side by side on one clock.
