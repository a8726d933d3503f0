//! Rule candidates: validation vectors, statutes, numbers, frozen sets.

mod conflicts;
mod freezing;
mod numbers;
mod statutes;
mod vectors;
