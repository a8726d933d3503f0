//! Research on the command line: the index, questions, packs, caps.

mod args;
mod ask;
mod certificate;
mod certify;
mod index;
mod outputs;
mod policy;
mod replay;

pub(crate) use args::{AskArgs, CertifyArgs, IndexArgs, PolicyCommand, ReplayArgs};
pub(crate) use ask::run as ask;
pub(crate) use certify::run as certify;
pub(crate) use index::run as index;
pub(crate) use policy::run as policy;
pub(crate) use replay::run as replay;
