//! A TCP socket that takes a timestamp at every read, below TLS and HTTP.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::limits::LARGEST_PREAMBLE;
use crate::net::clock::Clock;

/// What bytes pass through: a plain socket, or TLS over one.
pub(crate) trait Socket: AsyncRead + AsyncWrite + Send + Sync + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Sync + Unpin> Socket for S {}

/// The latest timestamps of one connection, in nanoseconds since the anchor; 0 if not yet set.
#[derive(Clone, Default)]
pub(crate) struct Stamps(Arc<StampCells>);

#[derive(Default)]
struct StampCells {
    read: AtomicU64,
    written: AtomicU64,
    first_byte: AtomicU64,
    /// Whether the head of the response to the last message has been read.
    answered: AtomicBool,
}

impl Stamps {
    /// The head of the response to the last message has been read.
    pub(crate) fn is_answered(&self) {
        self.0.answered.store(true, Ordering::Relaxed);
    }

    /// When the last non-empty read returned.
    pub(crate) fn read_ns(&self) -> u64 {
        self.0.read.load(Ordering::Relaxed)
    }

    /// When the operating system last accepted bytes to send.
    pub(crate) fn written_ns(&self) -> Option<u64> {
        known(&self.0.written)
    }

    /// When the response to the last message began: the first read above TLS since then.
    pub(crate) fn first_byte_ns(&self) -> Option<u64> {
        known(&self.0.first_byte)
    }
}

fn known(stamp: &AtomicU64) -> Option<u64> {
    Some(stamp.load(Ordering::Relaxed)).filter(|at| *at > 0)
}

/// **Invariant:** the timestamp is taken when the kernel has returned the bytes, before any of them is examined.
pub(crate) struct StampedSocket {
    inner: TcpStream,
    clock: Clock,
    stamps: Stamps,
}

impl StampedSocket {
    pub(crate) fn new(inner: TcpStream, clock: Clock) -> (Self, Stamps) {
        let stamps = Stamps::default();
        (Self { inner, clock, stamps: stamps.clone() }, stamps)
    }

    fn sent<T>(&self, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if matches!(outcome, Poll::Ready(Ok(_))) {
            self.stamps.0.written.store(self.clock.now_ns(), Ordering::Relaxed);
        }
        outcome
    }
}

impl AsyncRead for StampedSocket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.inner).poll_read(context, buffer);
        if outcome.is_ready() && buffer.filled().len() > before {
            self.stamps.0.read.store(self.clock.now_ns(), Ordering::Relaxed);
        }
        outcome
    }
}

impl AsyncWrite for StampedSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.sent(outcome)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write_vectored(context, slices);
        self.sent(outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}

/// The stream that HTTP reads, above TLS: it distinguishes the first byte of the response from bytes of TLS itself,
/// which a server may send with it or long before.
pub(crate) struct Answers<S> {
    inner: S,
    stamps: Stamps,
    /// Bytes of the response before its body.
    preamble: u64,
}

impl<S> Answers<S> {
    pub(crate) fn of(inner: S, stamps: Stamps) -> Self {
        Self { inner, stamps, preamble: 0 }
    }

    /// A message is being sent, and its response is yet to come.
    fn asks(&mut self) {
        self.preamble = 0;
        self.stamps.0.answered.store(false, Ordering::Relaxed);
        self.stamps.0.first_byte.store(0, Ordering::Relaxed);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Answers<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.inner).poll_read(context, buffer);
        if buffer.filled().len() > before && self.stamps.first_byte_ns().is_none() {
            self.stamps.0.first_byte.store(self.stamps.read_ns(), Ordering::Relaxed);
        }
        if !self.stamps.0.answered.load(Ordering::Relaxed) {
            self.preamble += (buffer.filled().len() - before) as u64;
            if self.preamble > LARGEST_PREAMBLE {
                let why = format!("no response within the first {} KB", LARGEST_PREAMBLE / 1024);
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::FileTooLarge, why)));
            }
        }
        outcome
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Answers<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.asks();
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.asks();
        Pin::new(&mut self.inner).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}
