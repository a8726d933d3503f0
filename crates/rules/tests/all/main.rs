//! Rule candidates: validation vectors, statutes, numbers, frozen sets.

mod freezing;
mod numbers;
mod statutes;
mod vectors;
