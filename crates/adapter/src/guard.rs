//! The egress guard: which addresses may be reached.
//!
//! An address is judged twice. Its spelling is, before any name is looked up:
//! scheme, user, port, host. Then every network address its name stands for is;
//! one that may not be reached refuses them all. The connection goes to the
//! addresses that were judged and to no others, so a second look-up cannot lead
//! elsewhere.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use url::{Host, Url};

use crate::guard::network::Network;

mod network;

/// How long an address may be, in characters.
pub const URL_CHARS_MAX: usize = 2000;
/// How often a call is sent on at most.
pub const REDIRECTS_MAX: usize = 5;
/// Addresses of one name that are looked at; one with more is refused.
const ADDRESSES_MAX: usize = 16;

/// Endings of names that never belong to the public network.
const INNER_NAMES: &[&str] = &[
    "alt",
    "arpa",
    "corp",
    "example",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "onion",
    "private",
    "test",
];

/// What may be reached, and how much of it is taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Egress {
    /// Whether plain `http` is permitted.
    pub allow_http: bool,
    /// Whether the search engine may be on this machine itself, by its loopback
    /// addresses or a name under `localhost`; then at any port, and with plain
    /// `http`. Pages and redirects to elsewhere may not.
    pub allow_loopback: bool,
    /// Whether pages and redirects may lead to this machine, too; so may the search
    /// engine then. For tests, where nothing else runs here.
    pub allow_loopback_pages: bool,
    /// Where there are any: the only hosts that may be reached.
    pub allow: Vec<HostRule>,
    /// Hosts that may not be reached, whatever else is said of them.
    pub deny: Vec<HostRule>,
    /// Ports that may be used.
    pub ports: Vec<u16>,
    /// How large an answer may be, packed or unpacked.
    pub max_body_bytes: usize,
    /// How many bytes one packed byte may become.
    pub max_ratio: usize,
    /// What we say we are.
    pub user_agent: String,
}

impl Default for Egress {
    fn default() -> Egress {
        Egress {
            allow_http: false,
            allow_loopback: false,
            allow_loopback_pages: false,
            allow: Vec::new(),
            deny: Vec::new(),
            ports: vec![443, 80],
            max_body_bytes: 10 * 1024 * 1024,
            max_ratio: 100,
            user_agent: concat!("groundstop/", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }
}

/// A host and everything under it: `example.org` is also `www.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostRule(Host<String>);

impl fmt::Display for HostRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that names no host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no host: name one as in `example.org` or `192.0.2.7`")]
pub struct BadHost {
    text: String,
}

impl HostRule {
    /// Reads a rule; an international name is taken as the network writes it.
    ///
    /// # Errors
    /// Where the text names no host.
    pub fn parse(text: &str) -> Result<HostRule, BadHost> {
        let named = text.trim().trim_start_matches("*.").trim_end_matches('.');
        if let Ok(address) = named.parse::<Ipv6Addr>() {
            return Ok(HostRule(Host::Ipv6(address)));
        }
        match Host::parse(named) {
            Ok(host) if !named.is_empty() => Ok(HostRule(host)),
            _ => Err(BadHost {
                text: text.to_owned(),
            }),
        }
    }

    /// Whether every host of the other rule is one of this rule.
    #[must_use]
    pub fn contains(&self, other: &HostRule) -> bool {
        match &other.0 {
            Host::Domain(name) => self.covers(&Host::Domain(name.as_str())),
            Host::Ipv4(address) => self.covers(&Host::Ipv4(*address)),
            Host::Ipv6(address) => self.covers(&Host::Ipv6(*address)),
        }
    }

    fn covers(&self, host: &Host<&str>) -> bool {
        match (&self.0, host) {
            (Host::Domain(rule), Host::Domain(name)) => is_under(without_dot(name), rule),
            (_, Host::Domain(_)) => false,
            (_, Host::Ipv4(address)) => self.covers_address((*address).into()),
            (_, Host::Ipv6(address)) => self.covers_address((*address).into()),
        }
    }

    /// Whether an address is the one of the rule, in whatever form either is written.
    fn covers_address(&self, address: IpAddr) -> bool {
        let rule = match &self.0 {
            Host::Domain(_) => return false,
            Host::Ipv4(rule) => IpAddr::V4(*rule),
            Host::Ipv6(rule) => IpAddr::V6(*rule),
        };
        network::reached(rule) == network::reached(address)
    }
}

/// Why an address may not be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// It is no address.
    #[error("not an address")]
    Malformed,
    /// It is longer than permitted.
    #[error("the address is too long")]
    Long,
    /// It is of a scheme that is not used here.
    #[error("the scheme is not permitted")]
    Scheme,
    /// It carries a user or a password.
    #[error("the address carries a user")]
    User,
    /// It names a port that is not permitted.
    #[error("the port is not permitted")]
    Port,
    /// Its name belongs to no public network.
    #[error("the name is not one of the public network")]
    InnerName,
    /// The operator denies it.
    #[error("the host is denied")]
    Denied,
    /// The operator allows others only.
    #[error("the host is not on the list of those allowed")]
    NotAllowed,
    /// It stands for a network address that is not public.
    #[error("the host is not on the public network")]
    Network,
    /// It was sent on too often.
    #[error("it was sent on too often")]
    Redirects,
}

/// A search engine that the guard would not let us reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search engine cannot be reached there: {why}")]
pub struct EndpointRefused {
    why: Refusal,
    /// Whether it is this machine.
    here: bool,
}

impl EndpointRefused {
    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> &'static str {
        match self.why {
            Refusal::User => "leave user and password out of the address",
            Refusal::Denied => "take the host off the list of those denied",
            _ if self.here => "add `--allow-loopback` for a search engine on this machine",
            _ => "give an `https` address of the public network, at port 443 or 80",
        }
    }
}

impl Egress {
    /// Judges an address as it is written. Nothing is looked up.
    pub(crate) fn judge(&self, text: &str) -> Result<Target, Refusal> {
        self.judge_spelling(text, false)
    }

    /// As [`Egress::judge`], for an address the operator named: the list of those
    /// allowed is about the others.
    pub(crate) fn judge_own(&self, text: &str) -> Result<Target, Refusal> {
        self.judge_spelling(text, true)
    }

    /// Why a search engine would never be reached, as far as its address shows.
    ///
    /// # Errors
    /// Where it would not; the address itself, which may hold a password, is not in it.
    pub fn check_endpoint(&self, endpoint: &Url) -> Result<(), EndpointRefused> {
        let here = endpoint.host().is_some_and(|host| is_loopback(&host));
        match self.judge_own(endpoint.as_str()) {
            Ok(_) => Ok(()),
            Err(why) => Err(EndpointRefused { why, here }),
        }
    }

    fn judge_spelling(&self, text: &str, own: bool) -> Result<Target, Refusal> {
        if text.chars().nth(URL_CHARS_MAX).is_some() {
            return Err(Refusal::Long);
        }
        // A parser drops tabs and line ends; whoever writes them in means mischief.
        if text.chars().any(|each| each.is_control() || each == ' ') {
            return Err(Refusal::Malformed);
        }
        let mut url = Url::parse(text).map_err(|_| Refusal::Malformed)?;
        url.set_fragment(None);
        let host = url.host().ok_or(Refusal::Malformed)?;
        let here_may = self.allow_loopback_pages || own && self.allow_loopback;
        let loopback = here_may && is_loopback(&host);
        match url.scheme() {
            "https" => {}
            "http" if self.allow_http || loopback => {}
            _ => return Err(Refusal::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::User);
        }
        let port = url.port_or_known_default().ok_or(Refusal::Port)?;
        if !loopback && !self.ports.contains(&port) {
            return Err(Refusal::Port);
        }
        if self.deny.iter().any(|rule| rule.covers(&host)) {
            return Err(Refusal::Denied);
        }
        if !own && !self.allow.is_empty() && !self.allow.iter().any(|rule| rule.covers(&host)) {
            return Err(Refusal::NotAllowed);
        }
        let place = match host {
            Host::Domain(name) if loopback => Place::Name(name.to_owned()),
            Host::Domain(name) => {
                if is_inner(without_dot(name)) {
                    return Err(Refusal::InnerName);
                }
                Place::Name(name.to_owned())
            }
            Host::Ipv4(address) => Place::Address(IpAddr::V4(address)),
            Host::Ipv6(address) => Place::Address(IpAddr::V6(address)),
        };
        let target = Target {
            url,
            place,
            port,
            loopback,
        };
        match target.place {
            Place::Address(address) => target.judge_address(address)?,
            Place::Name(_) => {}
        }
        Ok(target)
    }

    /// Judges what a name stands for: all of it, or it may not be reached.
    pub(crate) fn pin(
        &self,
        target: &Target,
        found: &[SocketAddr],
    ) -> Result<Vec<SocketAddr>, Refusal> {
        if found.len() > ADDRESSES_MAX {
            return Err(Refusal::Network);
        }
        found
            .iter()
            .map(|one| {
                let address = one.ip();
                target.judge_address(address)?;
                match self.deny.iter().any(|rule| rule.covers_address(address)) {
                    true => Err(Refusal::Denied),
                    false => Ok(SocketAddr::new(address, target.port)),
                }
            })
            .collect()
    }
}

/// Where a target stands: under a name that is still to be looked up, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Name(String),
    Address(IpAddr),
}

/// An address whose spelling passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) url: Url,
    pub(crate) place: Place,
    pub(crate) port: u16,
    /// Whether it is this machine, and that is permitted.
    loopback: bool,
}

impl Target {
    fn judge_address(&self, address: IpAddr) -> Result<(), Refusal> {
        match Network::of(address) {
            Network::Public => Ok(()),
            Network::Loopback if self.loopback => Ok(()),
            Network::Loopback | Network::Inner => Err(Refusal::Network),
        }
    }
}

/// Whether an address is `http` to a name: nobody could tell what comes back from what
/// was put in on the way. A network address or this machine is no such name.
pub(crate) fn is_plain_name(url: &Url) -> bool {
    let host = url.host().filter(|host| !is_loopback(host));
    url.scheme() == "http" && matches!(host, Some(Host::Domain(_)))
}

fn is_loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => is_under(without_dot(name), "localhost"),
        Host::Ipv4(address) => Network::of(IpAddr::V4(*address)) == Network::Loopback,
        Host::Ipv6(address) => Network::of(IpAddr::V6(*address)) == Network::Loopback,
    }
}

/// A name of one word, or one under an ending that is not public.
fn is_inner(name: &str) -> bool {
    !name.contains('.') || INNER_NAMES.iter().any(|ending| is_under(name, ending))
}

fn is_under(name: &str, ending: &str) -> bool {
    name == ending
        || name
            .strip_suffix(ending)
            .is_some_and(|rest| rest.ends_with('.'))
}

fn without_dot(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

#[cfg(test)]
mod tests;
