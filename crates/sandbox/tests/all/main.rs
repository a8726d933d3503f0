//! The sandbox holds against a program that attacks it.

mod holds;
mod kept;
