//! Reading a request.

pub struct Request {
    pub method: String,
    pub path: String,
    pub body: Vec<u8>,
}

pub enum Parsed {
    /// A request, and how many bytes it took.
    Whole(Request, usize),
    /// The head is complete, and the client waits for permission to send the body.
    WantsLeave,
    Partial,
    NotHttp,
}

pub fn parse(bytes: &[u8]) -> Parsed {
    let mut headers = [httparse::EMPTY_HEADER; 96];
    let mut request = httparse::Request::new(&mut headers);
    let head = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Parsed::Partial,
        Err(_) => return Parsed::NotHttp,
    };
    let (mut length, mut chunked, mut expects) = (0usize, false, false);
    for header in request.headers.iter() {
        if header.name.eq_ignore_ascii_case("content-length") {
            let text = std::str::from_utf8(header.value).unwrap_or("0");
            length = text.trim().parse().unwrap_or(0);
        }
        chunked |= header.name.eq_ignore_ascii_case("transfer-encoding");
        expects |= header.name.eq_ignore_ascii_case("expect");
    }
    let (body, used) = if chunked {
        let Some(whole) = chunks(bytes, head) else { return Parsed::Partial };
        whole
    } else if bytes.len() < head + length {
        return if expects && bytes.len() == head { Parsed::WantsLeave } else { Parsed::Partial };
    } else {
        (bytes[head..head + length].to_vec(), head + length)
    };
    let text = |part: Option<&str>| part.unwrap_or_default().to_string();
    let request = Request { method: text(request.method), path: text(request.path), body };
    Parsed::Whole(request, used)
}

/// Decodes a chunked body that starts at `at`. Returns it with its end; `None` while it is
/// incomplete.
fn chunks(bytes: &[u8], mut at: usize) -> Option<(Vec<u8>, usize)> {
    let mut body = Vec::new();
    loop {
        let end = at + bytes[at..].windows(2).position(|pair| pair == b"\r\n")?;
        let size = std::str::from_utf8(&bytes[at..end]).unwrap_or("0");
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        at = end + 2;
        body.extend_from_slice(bytes.get(at..at + size)?);
        at += size + 2;
        if bytes.len() < at {
            return None;
        }
        if size == 0 {
            return Some((body, at));
        }
    }
}
