//! The one door as its users meet it: addresses, deadlines, the wire of each vendor, the index of local documents.

mod common;
mod corpus;
mod corpus_care;
mod deadline;
mod egress;
mod gate;
mod surroundings;
mod wire;
