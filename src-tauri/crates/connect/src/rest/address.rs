//! Which addresses a tool may dial without being allowed to.
//!
//! Everything that is not an ordinary address of the public internet is refused: what is behind such an address was
//! never meant to be asked by somebody outside (SSRF). The ranges are those of the IANA special-purpose registries.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use reqwest::Url;

/// Says why an address is not public; `None` if it is.
pub(super) type Rule = fn(IpAddr) -> Option<&'static str>;

/// An address that a tool may not dial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Forbidden {
    host: String,
    address: IpAddr,
    kind: &'static str,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, address, kind } = self;
        if *host == address.to_string() {
            write!(formatter, "{address} is {kind}")?;
        } else {
            write!(formatter, "“{host}” resolves to {address}, which is {kind}")?;
        }
        write!(
            formatter,
            ". This isn't allowed by default. To allow it, turn on “Allow localhost and private networks” where the \
             URL is set."
        )
    }
}

impl std::error::Error for Forbidden {}

/// Refuses a host if one of the addresses it leads to is not public: a name with both kinds is a trick more often than
/// not.
pub(super) fn check(host: &str, addresses: impl IntoIterator<Item = IpAddr>, rule: Rule) -> Result<(), Forbidden> {
    let forbidden = |address| Some(Forbidden { host: host.to_owned(), address, kind: rule(address)? });
    addresses.into_iter().find_map(forbidden).map_or(Ok(()), Err)
}

/// The address a URL names without any look-up. The URL's parser has turned `0x7f.1` and the like into an address.
pub(super) fn literal(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host).parse().ok()
}

/// Why an address is none of the public internet.
pub(super) fn not_public(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => not_public_v4(address),
        IpAddr::V6(address) => not_public_v6(address),
    }
}

fn not_public_v4(address: Ipv4Addr) -> Option<&'static str> {
    let kind = match address.octets() {
        [0, ..] => "an unspecified address",
        [127, ..] => "this computer (loopback)",
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => "a private address",
        [169, 254, 169, 254] => "a cloud metadata address (link-local)",
        [169, 254, ..] => "a link-local address",
        [100, 64..=127, ..] => "a carrier-grade NAT address",
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => "an address for documentation",
        [192, 0, 0, _] | [192, 88, 99, _] => "an address reserved for protocols",
        [198, 18 | 19, ..] => "an address for benchmarks",
        [224..=239, ..] => "a multicast address",
        [255, 255, 255, 255] => "the broadcast address",
        [240..=255, ..] => "a reserved address",
        _ => return None,
    };
    Some(kind)
}

fn not_public_v6(address: Ipv6Addr) -> Option<&'static str> {
    let segments = address.segments();
    let kind = match segments {
        [0, 0, 0, 0, 0, 0, 0, 0] => "an unspecified address",
        [0, 0, 0, 0, 0, 0, 0, 1] => "this computer (loopback)",
        [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] => "an IPv4 address written as IPv6",
        // Networks without IPv4 reach public servers so (NAT64, 6to4).
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => return not_public_v4(embedded(high, low)),
        [0x2001, 0, ..] => "an IPv4 address inside a tunnel (Teredo)",
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => "an address for documentation",
        [0x2001, 1..=0x1ff, ..] => "an address reserved for protocols",
        [0xfc00..=0xfdff, ..] => "a private address (unique local)",
        [0xfe80..=0xfebf, ..] => "a link-local address",
        [0xfec0..=0xfeff, ..] => "a private address (site-local)",
        [0xff00..=0xffff, ..] => "a multicast address",
        [0x2000..=0x3fff, ..] => return None,
        _ => "a reserved address",
    };
    Some(kind)
}

fn embedded(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from(u32::from(high) << 16 | u32::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_open() {
        let closed = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.1 \
            169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 \
            198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 \
            :: ::1 ::2 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 ::8.8.8.8 \
            64:ff9b::127.0.0.1 64:ff9b::10.1.2.3 64:ff9b::169.254.169.254 64:ff9b:1::8.8.8.8 100::1 2001::1 2001:2::1 \
            2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:c0a8:1:: 2002:a9fe:a9fe::1 3fff::1 3fff:fff::1 5f00::1 \
            fc00::1 fd12:3456::1 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 4000::1 e000::1";
        for address in closed.split_whitespace() {
            assert!(not_public(address.parse().unwrap()).is_some(), "{address}");
        }
        let open = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 \
            169.253.0.1 169.255.0.1 172.15.255.255 172.32.0.1 192.0.1.1 192.167.0.1 192.169.0.1 198.17.0.1 198.20.0.1 \
            223.255.255.255 64:ff9b::8.8.8.8 2002:808:808::1 2001:200::1 2001:4860:4860::8888 2606:4700::1111 \
            2a00:1450::1 3ffe::1";
        for address in open.split_whitespace() {
            assert_eq!(not_public(address.parse().unwrap()), None, "{address}");
        }
    }

    #[test]
    fn an_address_is_seen_however_it_is_spelled() {
        let spelled = "http://127.1/ http://0x7f.1/ http://0177.0.0.1/ http://2130706433/ http://127.0.0.1./ \
            http://0x7f000001:80/ http://１２７.0.0.1/ http://127%2e0.0.1/ http://[::1]/ http://[0:0:0:0:0:0:0:1]:8/ \
            http://[::ffff:7f00:1]/ http://[::ffff:127.0.0.1]/ http://0/ http://user@127.0.0.1/";
        for url in spelled.split_whitespace() {
            let address = literal(&Url::parse(url).unwrap()).unwrap_or_else(|| panic!("{url}"));
            assert!(not_public(address).is_some(), "{url}");
        }
        assert_eq!(literal(&Url::parse("http://localhost./").unwrap()), None);
    }

    #[test]
    fn a_refusal_names_the_address_the_reason_and_the_way_out() {
        let both = ["8.8.8.8", "10.0.0.7"].map(|address| address.parse().unwrap());
        assert_eq!(
            check("db.example", both, not_public).unwrap_err().to_string(),
            "“db.example” resolves to 10.0.0.7, which is a private address. This isn't allowed by default. To allow \
             it, turn on “Allow localhost and private networks” where the URL is set."
        );
        let told = check("127.0.0.1", ["127.0.0.1".parse().unwrap()], not_public).unwrap_err().to_string();
        assert!(told.starts_with("127.0.0.1 is this computer (loopback). "), "{told}");
        assert_eq!(check("dns.example", both[..1].iter().copied(), not_public), Ok(()));
    }
}
