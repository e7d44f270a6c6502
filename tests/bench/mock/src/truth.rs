//! The true instants of a stream, and the clock they are read from.

/// Nanoseconds of the monotonic clock.
pub fn now_ns() -> u64 {
    // SAFETY: the call writes into our own timespec and cannot fail for this clock.
    unsafe {
        let mut ts: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut ts);
        ts.tv_sec as u64 * 1_000_000_000 + ts.tv_nsec as u64
    }
}

/// One request. Instants are microseconds since its headers were read; 0 is "did not happen".
#[derive(Clone, Default)]
pub struct Record {
    pub seq: u64,
    /// The client's own number of what it asked, by which its measurement is compared with this record.
    pub lane: u64,
    pub conn: u64,
    pub role_us: f64,
    pub rsn_us: f64,
    pub first_us: f64,
    pub last_us: f64,
    pub done_us: f64,
    pub tokens: u64,
    pub chunks: u64,
    pub late_max_us: f64,
    pub late_sum_us: f64,
    /// How often the socket did not accept what was written.
    pub blocked: u64,
    pub outcome: String,
}

impl Record {
    fn json(&self) -> serde_json::Value {
        let Record { seq, lane, conn, tokens, chunks, blocked, outcome, .. } = self;
        serde_json::json!({
            "seq": seq, "lane": lane, "conn": conn, "tokens": tokens, "chunks": chunks, "blocked": blocked,
            "outcome": outcome, "role_us": self.role_us, "rsn_us": self.rsn_us,
            "first_us": self.first_us, "last_us": self.last_us, "done_us": self.done_us,
            "late_max_us": self.late_max_us, "late_sum_us": self.late_sum_us,
        })
    }
}

/// All requests that have ended, with the cost of serving them to this process.
pub fn report(records: &[Record], active: usize, conns: usize, total_conns: u64) -> String {
    // SAFETY: the call writes into our own rusage.
    let usage = unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    serde_json::json!({
        "cpu_user": seconds(usage.ru_utime), "cpu_sys": seconds(usage.ru_stime),
        "active": active, "conns": conns, "total_conns": total_conns,
        "records": records.iter().map(Record::json).collect::<Vec<_>>(),
    })
    .to_string()
}
