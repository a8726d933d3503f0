//! The folds beside their slow oracle.

mod folds;
mod relaxed;
