//! Rule candidates: validation vectors, statutes, numbers, frozen sets.

mod alignment;
mod conflicts;
mod freezing;
mod numbers;
mod scope;
mod statutes;
mod tables;
mod traps;
mod vectors;
