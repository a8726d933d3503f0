//! What is frozen: the lock, and the JSON Schemas beside samples of every record.

mod lock;
mod samples;
mod schemas;
