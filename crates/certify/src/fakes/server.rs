//! A small HTTP/1.1 server that says exactly what it is told to.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long it waits for the other side.
const PATIENCE: Duration = Duration::from_secs(10);
/// What of a request it takes at most.
const REQUEST_BYTES_MAX: u64 = 256 * 1024;

/// A request as it came in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// `GET` or `POST`.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// The lines of its head; names in small letters.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: String,
}

impl Received {
    /// The value of a line of the head.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let line = self.headers.iter().find(|(each, _)| each == name);
        line.map(|(_, value)| value.as_str())
    }
}

/// What is done after the head and its body were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Close,
    /// Nothing more is said, and the line is held.
    HalfClose,
    /// Zeros until nobody listens any more.
    Endless,
}

/// What the server says.
#[derive(Clone, Debug)]
pub struct FakeAnswer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// The length it claims its body has, where it is not the real one.
    claimed: Option<usize>,
    /// Bytes that go out at a time, and how long it waits after each.
    drip: Option<(usize, Duration)>,
    /// Bytes that stand in place of everything above.
    raw: Option<Vec<u8>>,
    then: Then,
}

impl FakeAnswer {
    /// An answer with a body of some type.
    #[must_use]
    pub fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> FakeAnswer {
        FakeAnswer {
            status,
            headers: vec![("Content-Type".to_owned(), content_type.to_owned())],
            body: body.into(),
            claimed: None,
            drip: None,
            raw: None,
            then: Then::Close,
        }
    }

    /// An answer in JSON.
    #[must_use]
    pub fn json(status: u16, body: impl Into<Vec<u8>>) -> FakeAnswer {
        FakeAnswer::new(status, "application/json", body)
    }

    /// An answer that sends on to another address.
    #[must_use]
    pub fn redirect(status: u16, to: &str) -> FakeAnswer {
        FakeAnswer::new(status, "text/html", "").with("Location", to)
    }

    /// Bytes that need not be an answer at all.
    #[must_use]
    pub fn raw(bytes: impl Into<Vec<u8>>) -> FakeAnswer {
        FakeAnswer {
            raw: Some(bytes.into()),
            ..FakeAnswer::new(200, "", "")
        }
    }

    /// Adds a line to the head.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> FakeAnswer {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Claims another length of the body than the real one.
    #[must_use]
    pub fn claiming(mut self, length: usize) -> FakeAnswer {
        self.claimed = Some(length);
        self
    }

    /// Lets out so many bytes at a time, head included, and waits after each.
    #[must_use]
    pub fn dripping(mut self, bytes: usize, wait: Duration) -> FakeAnswer {
        self.drip = Some((bytes, wait));
        self
    }

    /// Says nothing more after this, and holds the line.
    #[must_use]
    pub fn then_half_closed(mut self) -> FakeAnswer {
        self.then = Then::HalfClose;
        self
    }

    /// Goes on without end after this.
    #[must_use]
    pub fn endless(mut self) -> FakeAnswer {
        self.then = Then::Endless;
        self
    }

    fn bytes(&self) -> Vec<u8> {
        if let Some(raw) = &self.raw {
            return raw.clone();
        }
        let mut head = format!("HTTP/1.1 {} Fake\r\nConnection: close\r\n", self.status);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if self.then != Then::Endless {
            let length = self.claimed.unwrap_or(self.body.len());
            head.push_str(&format!("Content-Length: {length}\r\n"));
        }
        head.push_str("\r\n");
        [head.as_bytes(), &self.body].concat()
    }

    fn say(&self, stream: &mut TcpStream, stop: &AtomicBool) -> io::Result<()> {
        let bytes = self.bytes();
        match self.drip {
            None => stream.write_all(&bytes)?,
            Some((count, wait)) => {
                for piece in bytes.chunks(count.max(1)) {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    stream.write_all(piece)?;
                    thread::sleep(wait);
                }
            }
        }
        match self.then {
            Then::Close => Ok(()),
            Then::HalfClose => {
                stream.shutdown(Shutdown::Write)?;
                io::copy(stream, &mut io::sink()).map(drop)
            }
            Then::Endless => {
                let zeros = [0; 16 * 1024];
                while !stop.load(Ordering::Relaxed) {
                    stream.write_all(&zeros)?;
                }
                Ok(())
            }
        }
    }
}

/// What it does with a request; without a script it resets the connection.
type Script = Option<Box<dyn Fn(&Received) -> FakeAnswer + Send + Sync>>;

#[derive(Default)]
struct Seen {
    connections: AtomicUsize,
    requests: Mutex<Vec<Received>>,
    stop: AtomicBool,
}

/// A server that runs until it is dropped.
pub struct Fake {
    address: SocketAddr,
    seen: Arc<Seen>,
    listener: Option<JoinHandle<()>>,
}

impl Fake {
    /// Starts a server that answers by a script.
    ///
    /// # Errors
    /// Where the system gives no port or no thread.
    pub fn start(
        script: impl Fn(&Received) -> FakeAnswer + Send + Sync + 'static,
    ) -> io::Result<Fake> {
        Fake::run(Some(Box::new(script)))
    }

    /// Starts a server that resets every connection as soon as something is asked.
    ///
    /// # Errors
    /// Where the system gives no port or no thread.
    pub fn resetting() -> io::Result<Fake> {
        Fake::run(None)
    }

    fn run(script: Script) -> io::Result<Fake> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let seen = Arc::new(Seen::default());
        let watched = Arc::clone(&seen);
        let script = Arc::new(script);
        let listener = thread::Builder::new()
            .name("fake".to_owned())
            .spawn(move || listen(&listener, &script, &watched))?;
        Ok(Fake {
            address,
            seen,
            listener: Some(listener),
        })
    }

    /// Starts a server that always says the same.
    ///
    /// # Errors
    /// Where the system gives no port or no thread.
    pub fn saying(answer: FakeAnswer) -> io::Result<Fake> {
        Fake::start(move |_| answer.clone())
    }

    /// The address of something on it; the path begins with a slash.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The port it listens at.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// How many connections were made to it.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.seen.connections.load(Ordering::SeqCst)
    }

    /// What was asked of it.
    #[must_use]
    pub fn requests(&self) -> Vec<Received> {
        let requests = self.seen.requests.lock();
        requests.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.seen.stop.store(true, Ordering::SeqCst);
        // Wakes the one who waits for connections.
        let woken = TcpStream::connect_timeout(&self.address, PATIENCE);
        if let (Ok(_), Some(listener)) = (woken, self.listener.take()) {
            let _ = listener.join();
        }
    }
}

fn listen(listener: &TcpListener, script: &Arc<Script>, seen: &Arc<Seen>) {
    for stream in listener.incoming() {
        if seen.stop.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        seen.connections.fetch_add(1, Ordering::SeqCst);
        let (script, seen) = (Arc::clone(script), Arc::clone(seen));
        // Whoever hangs up early is the one to complain.
        let serve = move || drop(serve(stream, &script, &seen));
        let _ = thread::Builder::new().name("fake".to_owned()).spawn(serve);
    }
}

fn serve(mut stream: TcpStream, script: &Script, seen: &Seen) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let Some(script) = script else {
        // Closing with something unread resets the connection.
        return stream.peek(&mut [0]).map(drop);
    };
    let received = receive(&stream)?;
    let answer = script(&received);
    let requests = seen.requests.lock();
    requests
        .unwrap_or_else(PoisonError::into_inner)
        .push(received);
    answer.say(&mut stream, &seen.stop)
}

fn receive(stream: &TcpStream) -> io::Result<Received> {
    let mut from = BufReader::new(stream.take(REQUEST_BYTES_MAX));
    let mut line = String::new();
    from.read_line(&mut line)?;
    let mut words = line.split_ascii_whitespace().map(str::to_owned);
    let mut received = Received {
        method: words.next().unwrap_or_default(),
        target: words.next().unwrap_or_default(),
        ..Received::default()
    };
    loop {
        let mut line = String::new();
        from.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        let name = name.to_ascii_lowercase();
        received.headers.push((name, value.trim().to_owned()));
    }
    let length = received.header("content-length").map(str::parse);
    let length: u64 = length.and_then(Result::ok).unwrap_or(0);
    from.take(length).read_to_string(&mut received.body)?;
    Ok(received)
}
