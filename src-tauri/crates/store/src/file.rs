//! The SQLite file: opened, verified, backed up, and read where it is damaged.

mod aside;
pub(crate) mod damage;
pub(crate) mod interrupt;
pub(crate) mod later_check;
mod lost_requests;
pub(crate) mod maintenance;
pub(crate) mod open;
pub(crate) mod pages;
pub(crate) mod plausible;
pub(crate) mod rebuild;
pub(crate) mod rows;
pub(crate) mod salvage;
pub(crate) mod schema;
pub(crate) mod suspicion;
pub(crate) mod trees;
pub(crate) mod verify;
