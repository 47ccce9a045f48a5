//! What the client tries to reach beside the recorder. The sandbox's network is its own and leads nowhere; here every
//! address of the internet is made one of this machine's, names are answered with such addresses, and who connects is
//! named and sent away.

use std::{
    collections::HashMap,
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket},
    sync::Arc,
    thread,
};

use parking_lot::Mutex;

use super::Desk;

/// Ports that are listened on for whoever connects.
const PORTS: [u16; 8] = [80, 443, 22, 853, 3_128, 4_317, 4_318, 8_080];

/// Names that were asked for, each with an address of its own.
type Names = Arc<Mutex<HashMap<Ipv4Addr, String>>>;

/// Takes every address, and says whether that was possible: where not, nothing is reached either, but nothing is named.
pub(super) fn take_all(desk: &Arc<Desk>) -> bool {
    let is_taken = (0..8_u8).all(|bit| take(bit).is_ok());
    let names = Names::default();
    let answers = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 53)).map(|socket| {
        let names = Arc::clone(&names);
        thread::spawn(move || answer_names(&socket, &names));
    });
    let listens = |port: &u16| TcpListener::bind((Ipv4Addr::UNSPECIFIED, *port));
    let listeners: Vec<TcpListener> = PORTS.iter().filter_map(|port| listens(port).ok()).collect();
    let is_heard = listeners.len() == PORTS.len();
    for listener in listeners {
        let (names, desk) = (Arc::clone(&names), Arc::clone(desk));
        thread::spawn(move || turn_away(&listener, &names, &desk));
    }
    is_taken && answers.is_ok() && is_heard
}

/// Makes a part of all addresses this machine's own: those whose first byte begins with this bit.
fn take(bit: u8) -> io::Result<()> {
    let name = |at: u8| {
        let mut name: [libc::c_char; libc::IFNAMSIZ] = [0; libc::IFNAMSIZ];
        for (to, from) in name.iter_mut().zip([b'l', b'o', b':', b'1' + at]) {
            *to = from as libc::c_char;
        }
        name
    };
    let address = Ipv4Addr::new(1 << bit, 0, 0, 1);
    let mask = Ipv4Addr::from(u32::MAX << (24 + u32::from(bit)));
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    for (request, address) in [(libc::SIOCSIFADDR, address), (libc::SIOCSIFNETMASK, mask)] {
        set(&socket, request, name(bit), address)?;
    }
    Ok(())
}

fn set(socket: &UdpSocket, what: libc::c_ulong, name: [libc::c_char; libc::IFNAMSIZ], ip: Ipv4Addr) -> io::Result<()> {
    use std::os::fd::AsRawFd as _;

    let address = libc::sockaddr_in {
        sin_family: libc::AF_INET as libc::sa_family_t,
        sin_port: 0,
        sin_addr: libc::in_addr { s_addr: u32::from_ne_bytes(ip.octets()) },
        sin_zero: [0; 8],
    };
    #[expect(unsafe_code, reason = "there is no other way to give a network interface its address")]
    // SAFETY: both kinds of address are plain numbers of one size, and the request outlives the call, which only reads it.
    let result = unsafe {
        let request = libc::ifreq {
            ifr_name: name,
            ifr_ifru: libc::__c_anonymous_ifr_ifru {
                ifru_addr: std::mem::transmute::<libc::sockaddr_in, libc::sockaddr>(address),
            },
        };
        libc::ioctl(socket.as_raw_fd(), what, &raw const request)
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Notes who was meant, and hangs up.
fn turn_away(listener: &TcpListener, names: &Names, desk: &Desk) {
    for stream in listener.incoming().flatten() {
        let Ok(SocketAddr::V4(meant)) = stream.local_addr() else { continue };
        let host = names.lock().get(meant.ip()).cloned().unwrap_or_else(|| meant.ip().to_string());
        note(desk, format!("{host}:{}", meant.port()));
    }
}

fn note(desk: &Desk, tried: String) {
    let mut outward = desk.outward.lock();
    if !outward.contains(&tried) {
        outward.push(tried);
    }
}

/// Answers every question for a name: with an address of its own, or that there is none of that kind.
fn answer_names(socket: &UdpSocket, names: &Names) {
    let mut question = [0; 512];
    while let Ok((length, from)) = socket.recv_from(&mut question) {
        if let Some(answer) = answer(&question[..length], names) {
            // Who does not wait for it gets none.
            let _gone = socket.send_to(&answer, from);
        }
    }
}

/// Bytes of a message before its questions.
const HEAD: usize = 12;
const ADDRESS: u16 = 1;

fn answer(question: &[u8], names: &Names) -> Option<Vec<u8>> {
    let mut labels: Vec<String> = Vec::new();
    let mut at = HEAD;
    loop {
        let length = usize::from(*question.get(at)?);
        at += 1;
        if length == 0 {
            break;
        }
        labels.push(String::from_utf8_lossy(question.get(at..at + length)?).into_owned());
        at += length;
    }
    let kind = u16::from_be_bytes(question.get(at..at + 2)?.try_into().ok()?);
    let asked = question.get(HEAD..at + 4)?;
    let is_answered = kind == ADDRESS;
    // The number of the question; an answer, without an error; one question, and as many answers as there are.
    let mut answer = question[..2].to_vec();
    answer.extend([0x81, 0x80, 0, 1, 0, u8::from(is_answered), 0, 0, 0, 0]);
    answer.extend(asked);
    if is_answered {
        // The name from above, an address of the internet, for a minute, of four bytes.
        answer.extend([0xC0, 0x0C, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
        answer.extend(address_of(labels.join("."), names).octets());
    }
    Some(answer)
}

fn address_of(name: String, names: &Names) -> Ipv4Addr {
    if name == "localhost" {
        return Ipv4Addr::LOCALHOST;
    }
    let mut names = names.lock();
    if let Some((address, _)) = names.iter().find(|(_, known)| **known == name) {
        return *address;
    }
    let [high, low] = u16::try_from(names.len()).unwrap_or(u16::MAX).to_be_bytes();
    let address = Ipv4Addr::new(198, 18, high, low);
    names.insert(address, name);
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gets_an_address_of_its_own_and_no_other_kind_of_answer() {
        let names = Names::default();
        let question = |name: &str, kind: u8| {
            let mut bytes = vec![0xAB, 0xCD, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
            for label in name.split('.') {
                bytes.push(u8::try_from(label.len()).unwrap());
                bytes.extend(label.as_bytes());
            }
            bytes.extend([0, 0, kind, 0, 1]);
            bytes
        };
        let first = answer(&question("api.example.com", 1), &names).unwrap();
        assert_eq!((&first[..2], first[7], &first[first.len() - 4..]), (&[0xAB, 0xCD][..], 1, &[198, 18, 0, 0][..]));
        let other = answer(&question("other.example.com", 1), &names).unwrap();
        assert_eq!(other[other.len() - 4..], [198, 18, 0, 1]);
        assert_eq!(answer(&question("api.example.com", 28), &names).unwrap()[7], 0, "no address of the newer internet");
        assert_eq!(names.lock().get(&Ipv4Addr::new(198, 18, 0, 0)).unwrap(), "api.example.com");
        for length in 0..first.len().min(30) {
            // Cut anywhere, it is no question.
            let _none = answer(&question("api.example.com", 1)[..length], &names);
        }
    }
}
