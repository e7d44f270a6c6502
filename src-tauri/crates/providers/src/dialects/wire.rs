//! The trait that a dialect implements.

use serde_json::Value;

use crate::catalogue::Provider;
use crate::dialects::dialect::Auth;
use crate::dialects::ledger::Ledger;
use crate::extra::Extra;
use crate::request::Request;
use crate::terms::Terms;
use crate::wire::decoder::ReadEvents;
use crate::wire::response::Usage;

/// The implementation of a dialect.
pub(crate) trait Wire: Sync {
    /// A model's name as used in the path.
    fn model_in_path<'a>(&self, model: &'a str) -> &'a str {
        model
    }

    /// Path of the model list, relative to the provider's base address.
    fn models_path(&self) -> &'static str {
        "/models"
    }

    /// Header of the key, unless the provider's row names another.
    fn auth(&self) -> Auth {
        Auth::Bearer
    }

    /// Headers of every request of the dialect.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The `accept` header.
    fn accept(&self) -> &'static str {
        "text/event-stream"
    }

    /// The body of `request` under its `terms`. `without` is the option that the second attempt leaves out. What is
    /// asked and not in the body is in the `ledger`.
    fn body(
        &self,
        request: &Request,
        terms: &Terms<'_>,
        without: Option<Extra>,
        ledger: &mut Ledger,
    ) -> Value;

    /// Whether the response only names the stream, which a second request reads.
    fn is_made_first(&self) -> bool {
        false
    }

    /// An event parser for one stream.
    fn events(&self) -> Box<dyn ReadEvents>;

    /// The usage of one stream, from its usage objects, verbatim and in order.
    fn usage(&self, verbatim: &[Value], provider: &Provider) -> Usage;
}
