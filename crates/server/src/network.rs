//! Address ranges such as `192.0.2.0/24`, as used by the operator.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use zashiki_core::{InputError, text};

/// Longest prefix length of an IPv6 range, in bits. A longer one would be useless, since a client with one
/// address usually owns its whole /64.
const LONGEST_V6: u8 = 64;

/// A range of IP addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    /// Returns true if the address is in the range.
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        masked(address.to_canonical(), self.prefix) == Some(self.address)
            && address.to_canonical().is_ipv4() == self.address.is_ipv4()
    }
}

/// The first address of the range that contains `address` and has this prefix length; `None` if the prefix
/// length is too large.
fn masked(address: IpAddr, prefix: u8) -> Option<IpAddr> {
    Some(match address {
        IpAddr::V4(address) => {
            let rest = 32u32.checked_sub(prefix.into())?;
            Ipv4Addr::from_bits(address.to_bits() & u32::MAX.checked_shl(rest).unwrap_or(0)).into()
        }
        IpAddr::V6(address) => {
            let rest = 128u32.checked_sub(prefix.into())?;
            Ipv6Addr::from_bits(address.to_bits() & u128::MAX.checked_shl(rest).unwrap_or(0)).into()
        }
    })
}

impl FromStr for Network {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Network, InputError> {
        let bad = || {
            InputError::from(text!(
                "「{text}」はネットワークではありません。192.0.2.0/24、192.0.2.7、2001:db8::/48 のように書いてください。",
                "\"{text}\" is no network; write it like 192.0.2.0/24, 192.0.2.7 or 2001:db8::/48."
            ))
        };
        let (address, prefix) =
            text.split_once('/').map_or((text, None), |(one, other)| (one, Some(other)));
        let address = address.trim().parse::<IpAddr>().map_err(|_| bad())?.to_canonical();
        let longest = if address.is_ipv4() { 32 } else { LONGEST_V6 };
        let prefix = match prefix {
            None => longest,
            Some(prefix) => prefix.trim().parse::<u8>().map_err(|_| bad())?,
        };
        // Clients are identified by their /64.
        let prefix = if address.is_ipv6() && prefix <= 128 { prefix.min(longest) } else { prefix };
        let address = masked(address, prefix).ok_or_else(bad)?;
        Ok(Network { address, prefix })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.address, self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_contains_its_addresses_and_no_others() {
        for (network, inside, outside) in [
            ("192.0.2.0/24", "192.0.2.7", "192.0.3.7"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
            ("192.0.2.7/31", "::ffff:192.0.2.6", "::ffff:192.0.2.8"),
            ("0.0.0.0/0", "8.8.8.8", "2001:db8::1"),
            ("2001:db8::/48", "2001:db8:0:ffff::1", "2001:db8:1::1"),
            ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"),
            ("::/0", "2001:db8::1", "8.8.8.8"),
        ] {
            let parsed: Network = network.parse().unwrap();
            assert!(parsed.contains(inside.parse().unwrap()), "{network} {inside}");
            assert!(!parsed.contains(outside.parse().unwrap()), "{network} {outside}");
            assert_eq!(parsed.to_string().parse::<Network>().unwrap(), parsed);
        }
    }

    #[test]
    fn invalid_networks_are_rejected() {
        for bad in
            ["", "192.0.2", "192.0.2.0/", "192.0.2.0/x", "games.example", "192.0.2.0/33", "::/129"]
        {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
    }
}
