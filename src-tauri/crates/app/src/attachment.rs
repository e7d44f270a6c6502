//! A file that is attached to a request: an image or a document, known by its bytes and not by its name.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use providers::{Content, Part, Source};

/// The largest file, in bytes: in Base64 it is as long as the largest request that vendors document.
const LARGEST: usize = 24 * 1024 * 1024;
/// The longest file name that is sent, in characters.
const LONGEST_NAME: usize = 200;
/// The beginnings of the images that vendors document, and their media types.
const IMAGES: [(&[u8], &str); 4] = [
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
];

/// Why a file cannot be attached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AttachmentError {
    /// It is empty.
    #[error("The file is empty. Attach one with something in it.")]
    Empty,
    /// It is larger than any request.
    #[error(
        "The file has {megabytes} MB; at most {most} MB fit into a request. Make it smaller, or give its address.",
        most = LARGEST / (1024 * 1024)
    )]
    TooLarge {
        /// Its size, rounded up.
        megabytes: usize,
    },
    /// No API takes it.
    #[error(
        "The file is no PNG, JPEG, GIF or WebP image, no PDF and no text, which are what providers take. Convert it first."
    )]
    Unknown,
    /// It is not Base64.
    #[error("The file arrived damaged. Attach it again.")]
    Damaged,
}

/// A file as a part of a turn.
///
/// # Errors
/// Why it cannot be attached.
pub fn attachment(bytes: &[u8], name: Option<&str>) -> Result<Part, AttachmentError> {
    check_size(bytes.len())?;
    let media_type = media_type(bytes).ok_or(AttachmentError::Unknown)?;
    let data = BASE64_STANDARD.encode(bytes);
    let source = Source::Base64 { media_type: media_type.to_owned(), data };
    Ok(if media_type.starts_with("image/") {
        Content::Image { source, detail: None }.into()
    } else {
        let name = name.map(|name| name.trim().chars().take(LONGEST_NAME).collect::<String>());
        Content::Document { source, name: name.filter(|name| !name.is_empty()) }.into()
    })
}

/// A file as a part of a turn, from its Base64.
///
/// # Errors
/// Why it cannot be attached.
pub fn attachment_of_base64(text: &str, name: Option<&str>) -> Result<Part, AttachmentError> {
    check_size(text.len() / 4 * 3)?;
    let bytes = BASE64_STANDARD.decode(text.trim()).map_err(|_| AttachmentError::Damaged)?;
    attachment(&bytes, name)
}

fn check_size(bytes: usize) -> Result<(), AttachmentError> {
    match bytes {
        0 => Err(AttachmentError::Empty),
        bytes if bytes > LARGEST => {
            Err(AttachmentError::TooLarge { megabytes: bytes.div_ceil(1024 * 1024) })
        }
        _ => Ok(()),
    }
}

fn media_type(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, media_type)) = IMAGES.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(media_type);
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some("image/webp");
    }
    if bytes.starts_with(b"%PDF-") {
        return Some("application/pdf");
    }
    let is_text = !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
    is_text.then_some("text/plain")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(bytes: &[u8]) -> Result<String, AttachmentError> {
        match attachment(bytes, Some("photo.png"))?.content {
            Content::Image { source: Source::Base64 { media_type, .. }, .. }
            | Content::Document { source: Source::Base64 { media_type, .. }, .. } => Ok(media_type),
            other => panic!("its bytes are in it: {other:?}"),
        }
    }

    #[test]
    fn a_file_is_what_its_bytes_say_whatever_its_name() {
        for (bytes, media_type) in [
            (&b"\x89PNG\r\n\x1a\n...."[..], "image/png"),
            (b"\xff\xd8\xff\xe0", "image/jpeg"),
            (b"GIF89a..", "image/gif"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
            (b"%PDF-1.7", "application/pdf"),
            ("Grüße".as_bytes(), "text/plain"),
        ] {
            assert_eq!(kind(bytes).as_deref(), Ok(media_type), "{bytes:?}");
        }
        for bytes in [&b"MZ\x90\0"[..], b"PK\x03\x04\0", b"RIFF\x10\0\0\0WAVE", b"\xff\xfeG\0"] {
            assert_eq!(kind(bytes), Err(AttachmentError::Unknown), "{bytes:?} is nothing to send");
        }
        assert_eq!(kind(b""), Err(AttachmentError::Empty), "nothing is in it");
    }

    #[test]
    fn a_file_larger_than_any_request_is_refused_before_it_is_decoded() {
        let text = "A".repeat((LARGEST + 1024 * 1024) / 3 * 4);
        let refused = attachment_of_base64(&text, None).expect_err("too large");
        assert_eq!(refused, AttachmentError::TooLarge { megabytes: 25 }, "it says how large");
        assert_eq!(
            attachment_of_base64("#", None),
            Err(AttachmentError::Empty),
            "no group of four"
        );
        assert_eq!(attachment_of_base64("####", None), Err(AttachmentError::Damaged), "no Base64");
    }
}
