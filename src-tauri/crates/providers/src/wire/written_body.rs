//! The bytes of a request's body, written before the start gun: a body of megabytes takes longer to write than the starts of
//! two lanes may lie apart.

use hyper::body::Bytes;

use crate::extra::Extra;
use crate::request::Request;

/// The bytes of a request's body. Copies share them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenBody(Bytes);

impl WrittenBody {
    /// The bytes, as a message holds them.
    pub(crate) fn bytes(&self) -> Bytes {
        self.0.clone()
    }
}

impl Request {
    /// Writes its body, as its first attempt sends it.
    pub fn write(&self) -> WrittenBody {
        self.write_without(None)
    }

    /// Writes its body, as its second attempt sends it.
    pub(crate) fn write_without(&self, without: Option<Extra>) -> WrittenBody {
        WrittenBody(Bytes::from(self.body(without).to_string()))
    }
}
