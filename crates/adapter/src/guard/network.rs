//! What kind of network an address belongs to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// How far out an address lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    /// Anybody may reach it.
    Public,
    /// This machine itself.
    Loopback,
    /// Private, reserved, shared, for examples, for many receivers, of a cloud's inside.
    Inner,
}

/// IPv4 blocks that are not public, each with the length of its prefix. The
/// metadata services of clouds lie inside: 169.254.169.254, 100.100.100.200 and
/// 192.0.0.192. One more, 168.63.129.16, has a public number.
const INNER_V4: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([168, 63, 129, 16], 32),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 31, 196, 0], 24),
    ([192, 52, 193, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([192, 175, 48, 0], 24),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 3),
];

/// The only IPv6 block handed out for public use is 2000::/3; these parts of it
/// are not, or carry an IPv4 address through a tunnel that nobody serves from.
const INNER_V6: &[([u16; 8], u32)] = &[
    // Protocol assignments: Teredo, ORCHID and benchmarking among them.
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    // 6to4.
    ([0x2002, 0, 0, 0, 0, 0, 0, 0], 16),
    // Documentation, old and new.
    ([0x2001, 0x0db8, 0, 0, 0, 0, 0, 0], 32),
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),
    // The retired 6bone.
    ([0x3ffe, 0, 0, 0, 0, 0, 0, 0], 16),
];

impl Network {
    pub(crate) fn of(address: IpAddr) -> Network {
        match address {
            IpAddr::V4(address) => of_v4(address),
            IpAddr::V6(address) => of_v6(address),
        }
    }
}

/// The address that is reached in the end: the IPv4 address inside a mapped or
/// translated one, else the address itself.
pub(super) fn reached(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(inside) => match inside.segments() {
            [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
                IpAddr::V4(joined(high, low))
            }
            _ => address,
        },
    }
}

fn of_v4(address: Ipv4Addr) -> Network {
    if address.is_loopback() {
        return Network::Loopback;
    }
    let bits = address.to_bits();
    let inner = INNER_V4
        .iter()
        .any(|(block, length)| same_prefix_v4(bits, Ipv4Addr::from(*block).to_bits(), *length));
    if inner {
        Network::Inner
    } else {
        Network::Public
    }
}

fn of_v6(address: Ipv6Addr) -> Network {
    if address == Ipv6Addr::LOCALHOST {
        return Network::Loopback;
    }
    match address.segments() {
        // Mapped: the system connects to the IPv4 address inside.
        [0, 0, 0, 0, 0, 0xffff, high, low] => of_v4(joined(high, low)),
        // NAT64: a network without IPv4 reaches public hosts through this prefix.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => match of_v4(joined(high, low)) {
            Network::Public => Network::Public,
            Network::Loopback | Network::Inner => Network::Inner,
        },
        _ => native_v6(address),
    }
}

fn native_v6(address: Ipv6Addr) -> Network {
    let bits = address.to_bits();
    let public = bits >> 125 == 0b001;
    let inner = INNER_V6
        .iter()
        .any(|(block, length)| same_prefix_v6(bits, Ipv6Addr::from(*block).to_bits(), *length));
    if public && !inner {
        Network::Public
    } else {
        Network::Inner
    }
}

fn joined(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}

fn same_prefix_v4(one: u32, other: u32, length: u32) -> bool {
    (one ^ other).leading_zeros() >= length
}

fn same_prefix_v6(one: u128, other: u128, length: u32) -> bool {
    (one ^ other).leading_zeros() >= length
}
