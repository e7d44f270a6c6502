//! An answer that breaks the rules of HTTP is told as that, and nobody is said to have closed a connection.

use std::io::Write as _;

use providers::FaultClass;
use race::Status;

use crate::arena::{lane_at, plan, ran};
use crate::raw::{delta, serve};

#[test]
fn an_answer_whose_chunks_are_broken_says_so() {
    let said = delta(r#"{"content":"Hello."}"#);
    let whole = format!("{:x}\r\n{said}\r\n", said.len());
    let trailers = "x-more: 1\r\n".repeat(100_000);
    for (what, body, named) in [
        ("a size that is no number", format!("{whole}xyz\r\n"), "size"),
        ("a size beyond all numbers", format!("{whole}fffffffffffffffff\r\n"), "size"),
        ("no line break after a chunk", format!("{whole}1\r\nabc"), "chunk"),
        ("trailers without end", format!("{whole}0\r\n{trailers}"), "trailers"),
    ] {
        let base_url = serve(move |_, socket| {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
            // A client that has read enough may be gone.
            let _gone = socket.write_all(format!("{head}{body}").as_bytes());
            std::thread::sleep(std::time::Duration::from_millis(500));
        });
        let run = ran(plan(vec![lane_at(&base_url, "m")]));
        let sample = &run.lanes[0].samples[0];
        let error = sample.error.as_ref().unwrap_or_else(|| panic!("{what} is a failure"));
        assert_eq!(sample.status, Status::ErrorNet, "{what}: {error:?}");
        assert_eq!(error.class, FaultClass::ConnectionLost, "{what}: {error:?}");
        assert!(error.message.contains("chunked encoding"), "{what}: {error:?}");
        assert!(error.message.to_lowercase().contains(named), "{what}: {error:?}");
        assert!(!error.advice.contains("closed"), "{what}: nobody closed it: {error:?}");
        assert_eq!(sample.text, "Hello.", "{what}: what had arrived is kept");
    }
}
