//! Names of hosts and the addresses they stand for.

use std::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};

/// Looks names up. The guard judges what comes back.
pub trait Resolve: fmt::Debug + Send + Sync {
    /// All addresses a name stands for.
    ///
    /// # Errors
    /// Where there are none, or nobody can say.
    fn resolve(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>>;
}

/// The names as the system knows them. A look-up may take as long as the system
/// lets it; whoever waits for it stops waiting at the deadline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemNames;

impl Resolve for SystemNames {
    fn resolve(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok((name, port).to_socket_addrs()?.collect())
    }
}
