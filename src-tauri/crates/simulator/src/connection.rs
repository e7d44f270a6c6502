//! One client's connection: socket, received bytes, and the answer being written.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::Shutdown;
use std::time::Duration;

use mio::net::TcpStream;
use socket2::SockRef;

use crate::ask::Ask;
use crate::clock::Nanos;
use crate::knobs::InjectedFault;
use crate::profile::Profile;
use crate::response::Framing;
use crate::script::Script;
use crate::truth::Truth;

/// Maximum size of received bytes, larger than any request.
const MOST_INCOMING_BYTES: usize = 16 * 1_024 * 1_024;

/// A connection and its activity.
pub(crate) struct Connection {
    socket: TcpStream,
    pub(crate) incoming: Vec<u8>,
    /// Bytes that the socket has not accepted yet.
    outgoing: Vec<u8>,
    /// Whether `100 Continue` was sent for this request.
    pub(crate) continued: bool,
    pub(crate) activity: Activity,
}

/// The activity of a connection.
pub(crate) enum Activity {
    /// It waits for a request.
    Idle,
    /// Its request is waiting for a slot.
    Queued(Box<QueuedRequest>),
    /// Its answer is being written.
    Playing(Box<ResponseWriter>),
    /// Closed for writing; received bytes are discarded until this instant.
    Closing { until: Nanos },
}

/// A request that waits for a slot.
pub(crate) struct QueuedRequest {
    pub(crate) ask: Ask,
    pub(crate) fault: Option<InjectedFault>,
    pub(crate) number: u64,
    pub(crate) framing: Framing,
    pub(crate) read_at: Nanos,
    pub(crate) truth: Truth,
    /// Whether its turn has come.
    pub(crate) has_slot: bool,
}

/// An answer being written.
pub(crate) struct ResponseWriter {
    pub(crate) script: Script,
    /// The next write.
    pub(crate) next: usize,
    /// The bytes of that write, made before its time has come.
    pub(crate) prepared: Vec<u8>,
    /// When that write is due.
    pub(crate) deadline: Nanos,
    pub(crate) read_at: Nanos,
    pub(crate) truth: Truth,
    /// The profile whose slot this answer holds, if it holds one.
    pub(crate) slot: Option<&'static Profile>,
}

/// The result of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadResult {
    /// Everything available was read.
    All,
    /// The client went away.
    Gone,
}

impl Connection {
    pub(crate) fn new(socket: TcpStream) -> Self {
        Self {
            socket,
            incoming: Vec::new(),
            outgoing: Vec::new(),
            continued: false,
            activity: Activity::Idle,
        }
    }

    /// Reads all available bytes.
    pub(crate) fn hear(&mut self, buffer: &mut [u8]) -> ReadResult {
        loop {
            match self.socket.read(buffer) {
                Ok(0) => return ReadResult::Gone,
                Ok(_) if matches!(self.activity, Activity::Closing { .. }) => {}
                Ok(length) => {
                    self.incoming.extend_from_slice(buffer.get(..length).unwrap_or_default());
                    if self.incoming.len() > MOST_INCOMING_BYTES {
                        return ReadResult::Gone;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return ReadResult::All,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return ReadResult::Gone,
            }
        }
    }

    /// Whether there are unsent bytes.
    pub(crate) fn is_blocked(&self) -> bool {
        !self.outgoing.is_empty()
    }

    /// Sends `bytes` and keeps what the socket does not accept.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_blocked() {
            self.outgoing.extend_from_slice(bytes);
            return self.flush();
        }
        let taken = write_some(&mut self.socket, bytes)?;
        self.outgoing.extend_from_slice(bytes.get(taken..).unwrap_or_default());
        Ok(())
    }

    /// Sends kept bytes, as far as the socket accepts them.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let taken = write_some(&mut self.socket, &self.outgoing)?;
        self.outgoing.drain(..taken);
        Ok(())
    }

    /// Closes the writing side; the client still receives everything sent.
    pub(crate) fn end_writing(&self) {
        // Fails if the client has already closed it, which is fine.
        let _ = self.socket.shutdown(Shutdown::Write);
    }

    /// Makes the following close a reset, so that the client's reads fail at once.
    pub(crate) fn reset_on_close(&self) {
        let _ = SockRef::from(&self.socket).set_linger(Some(Duration::ZERO));
    }

    pub(crate) fn socket_mut(&mut self) -> &mut TcpStream {
        &mut self.socket
    }
}

/// Writes until everything is written or the socket accepts no more.
fn write_some(socket: &mut TcpStream, bytes: &[u8]) -> io::Result<usize> {
    let mut taken = 0;
    while let Some(rest) = bytes.get(taken..).filter(|rest| !rest.is_empty()) {
        match socket.write(rest) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(length) => taken += length,
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(taken)
}
