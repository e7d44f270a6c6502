//! What happened in a failure, as phrases. What a server, a library or the system said in it is a value, in its own words.

use measure::Phrase;

measure::phrases! {
    // Addresses and connections.
    pub(crate) fn no_address(address: &str, why: &str) = "fault.no_address", "`{address}` is not an address: {why}.";
    pub(crate) fn unfetchable(address: &str, why: Phrase) = "fault.unfetchable", "`{address}` cannot be fetched: {why}.";
    pub(crate) fn not_https() = "fault.not_https", "it is not https, and what comes over http may come from anyone";
    pub(crate) fn answered(address: &str, status: &str) = "fault.answered", "`{address}` answered HTTP {status}.";
    pub(crate) fn sends_too_much(address: &str, most: &str) = "fault.sends_too_much", "What `{address}` sends is over {most} MB.";
    pub(crate) fn sends_no_text(address: &str) = "fault.sends_no_text", "What `{address}` sends is not text.";
    pub(crate) fn unresolved(host: &str, why: &str) = "fault.unresolved", "The name `{host}` does not resolve: {why}";
    pub(crate) fn unconnected(place: &str, why: &str) = "fault.unconnected", "No connection to {place}: {why}";
    pub(crate) fn slow_connection(place: &str, seconds: &str) = "fault.slow_connection", "No connection to {place} within {seconds} s.";
    pub(crate) fn no_connection(why: &str) = "fault.no_connection", "No connection can be made: {why}.";
    pub(crate) fn connection_broke(host: &str, why: &str) = "fault.connection_broke", "The connection to {host} broke: {why}";
    pub(crate) fn host_broke_rules(host: &str, why: &str) = "fault.host_broke_rules", "The answer of {host} broke the rules of HTTP: {why}.";
    pub(crate) fn no_answer(host: &str, why: &str) = "fault.no_answer", "No answer from {host}: {why}.";
    pub(crate) fn not_this_machine(host: &str, found: &str) = "fault.not_this_machine", "Nothing was sent: `{host}` is a name of this machine, but resolves to {found}.";
    pub(crate) fn not_private(host: &str, found: &str) = "fault.not_private", "Nothing was sent: `{host}` is a name of a private network, but resolves to {found}.";
    pub(crate) fn in_the_clear(place: &str) = "fault.in_the_clear", "Nothing was sent: `{place}` is on a public network, and over http:// everyone on the way could read the prompt and the key.";
    pub(crate) fn key_before_proxy(proxy: &str) = "fault.key_before_proxy", "The key was not sent: without TLS, the proxy {proxy} could read it.";
    pub(crate) fn unsendable_key() = "fault.unsendable_key", "The key has characters that cannot appear in a header.";

    // TLS.
    pub(crate) fn insecure(host: &str, why: Phrase) = "fault.insecure", "No secure connection to {host}: {why}.";
    pub(crate) fn no_tls(why: &str) = "fault.no_tls", "TLS cannot be used on this machine: {why}.";
    pub(crate) fn slow_handshake(seconds: &str) = "fault.slow_handshake", "no answer to the handshake within {seconds} s";
    pub(crate) fn closed_in_handshake() = "fault.closed_in_handshake", "the server closed the connection in the middle of the handshake";
    pub(crate) fn untrusted_issuer() = "fault.untrusted_issuer", "its certificate was issued by an authority that this machine does not trust";
    pub(crate) fn own_issuer() = "fault.own_issuer", "its certificate is its own issuer";
    pub(crate) fn other_name() = "fault.other_name", "its certificate is for another name";
    pub(crate) fn other_names(names: &str) = "fault.other_names", "its certificate is for another name ({names})";
    pub(crate) fn expired() = "fault.expired", "its certificate has expired";
    pub(crate) fn not_valid_yet() = "fault.not_valid_yet", "its certificate is not valid yet";
    pub(crate) fn revoked() = "fault.revoked", "its certificate was revoked";
    pub(crate) fn not_tls() = "fault.not_tls", "what came back is not TLS";
    pub(crate) fn unknown_name() = "fault.unknown_name", "the server does not know this name";
    pub(crate) fn wants_certificate() = "fault.wants_certificate", "the server requires a client certificate";
    pub(crate) fn no_shared_protocol(why: &str) = "fault.no_shared_protocol", "the two sides share no protocol ({why})";

    // Proxies.
    pub(crate) fn proxy_refused(proxy: &str, place: &str, status: &str) = "fault.proxy_refused", "The proxy {proxy} refused to connect to {place} with status {status}";
    pub(crate) fn proxy_refused_saying(proxy: &str, place: &str, status: &str, said: &str) = "fault.proxy_refused_saying", "The proxy {proxy} refused to connect to {place} with status {status}: {said}";
    pub(crate) fn proxy_opened_none(proxy: &str, place: &str, why: Phrase) = "fault.proxy_opened_none", "The proxy {proxy} opened no connection to {place}: {why}.";
    pub(crate) fn proxy_wants_login() = "fault.proxy_wants_login", "it wants a login";
    pub(crate) fn slow_proxy(proxy: &str, place: &str, seconds: &str) = "fault.slow_proxy", "The proxy {proxy} opened no connection to {place} within {seconds} s.";
    pub(crate) fn proxy_unreached(proxy: &str) = "fault.proxy_unreached", "The proxy {proxy} is not reached.";
    pub(crate) fn proxy_not_http(proxy: &str) = "fault.proxy_not_http", "What {proxy} answers is not HTTP.";
    pub(crate) fn proxy_broke(proxy: &str, why: &str) = "fault.proxy_broke", "The connection through the proxy {proxy} broke: {why}.";
    pub(crate) fn no_proxy_address(address: &str) = "fault.no_proxy_address", "`{address}` is not the address of a proxy.";

    // Answers and streams.
    pub(crate) fn refused_without_words(status: &str) = "fault.refused_without_words", "HTTP {status}: no further words";
    pub(crate) fn compressed(encoding: &str) = "fault.compressed", "The server compressed the stream ({encoding}) although it was asked not to, which would blur every stamp.";
    pub(crate) fn past_deadline(seconds: &str) = "fault.past_deadline", "The request had not ended after {seconds} s.";
    pub(crate) fn idle(seconds: &str) = "fault.idle", "The server sent nothing for {seconds} s in the middle of the answer.";
    pub(crate) fn no_text_before_first(seconds: &str) = "fault.no_text_before_first", "The server sent no text within {seconds} s before the first token.";
    pub(crate) fn nothing_before_first(seconds: &str) = "fault.nothing_before_first", "The server sent nothing for {seconds} s before the first token.";
    pub(crate) fn too_much_before(why: &str) = "fault.too_much_before", "More came back before an answer than is read: {why}";
    pub(crate) fn not_http(why: &str) = "fault.not_http", "What came back is not HTTP: {why}";
    pub(crate) fn broke_rules(why: &str) = "fault.broke_rules", "The answer broke the rules of HTTP (chunked encoding): {why}";
    pub(crate) fn broke(why: &str) = "fault.broke", "The connection broke: {why}";
    pub(crate) fn in_stream(said: &str) = "fault.in_stream", "The provider reported an error after the stream had begun: {said}";
    pub(crate) fn in_place_of_answer(status: &str, said: &str) = "fault.in_place_of_answer", "HTTP {status}, but an error in place of an answer: {said}";
    pub(crate) fn page(page: Phrase) = "fault.page", "The server answered with success, but with {page}";
    pub(crate) fn empty_page() = "fault.empty_page", "an empty web page";
    pub(crate) fn untitled_page(text: &str) = "fault.untitled_page", "a web page: {text}";
    pub(crate) fn titled_page(title: &str) = "fault.titled_page", "a web page, “{title}”";
    pub(crate) fn whole_page(title: &str, text: &str) = "fault.whole_page", "a web page, “{title}”: {text}";
    pub(crate) fn empty_body() = "fault.empty_body", "The server answered with success and an empty body.";
    pub(crate) fn no_stream() = "fault.no_stream", "The server answered with success, but its body is neither a stream of chat chunks nor a chat completion.";
    pub(crate) fn other_dialect(begins: &str) = "fault.other_dialect", "The server answered with success, but nothing in its answer is in the lane's dialect. It begins: {begins}";
    pub(crate) fn unread_event(text: &str) = "fault.unread_event", "An event of the stream is not JSON of the dialect: {text}";
    pub(crate) fn too_long_stream(most: &str) = "fault.too_long_stream", "The stream is over {most} MB, the most that is read.";
    pub(crate) fn too_long_event(most: &str) = "fault.too_long_event", "The stream holds an event over {most} MB, the most that is read.";
    pub(crate) fn too_many_values(most: &str) = "fault.too_many_values", "The stream holds an event whose values take over {most} MB, the most that is read.";
    pub(crate) fn too_many_events(most: &str) = "fault.too_many_events", "The stream has more events than {most}, the most that is read.";
    pub(crate) fn too_many_marks(most: &str) = "fault.too_many_marks", "The stream has more entries than {most}, the most that is read.";
    pub(crate) fn too_much_text(most: &str) = "fault.too_much_text", "The stream has text over {most} MB, the most that is read.";
    pub(crate) fn prediction_ended(status: &str) = "fault.prediction_ended", "The prediction had {status} before it began, and the provider did not say why.";
    pub(crate) fn unnamed_stream() = "fault.unnamed_stream", "The provider took the request and named no stream for its answer: this model may not stream.";
    pub(crate) fn foreign_stream(host: &str) = "fault.foreign_stream", "The answer is to be read at `{host}`, which is neither the provider's own address nor a host of Replicate's: the key was not sent there, and the prediction was stopped.";

    // Lists of models, and what a model says of itself.
    pub(crate) fn no_inputs() = "fault.no_inputs", "What came back describes no inputs.";
    pub(crate) fn nameless() = "fault.nameless", "Only a model called OWNER/NAME or OWNER/NAME:VERSION describes itself.";
    pub(crate) fn no_list() = "fault.no_list", "What came back is not a list of models.";
    pub(crate) fn no_deployments(label: &str) = "fault.no_deployments", "{label} does not list your deployments at this address.";
    pub(crate) fn no_address_yet(label: &str) = "fault.no_address_yet", "{label} has no address yet.";
    pub(crate) fn no_key(label: &str) = "fault.no_key", "There is no key for {label}.";
    pub(crate) fn slow_list(seconds: &str) = "fault.slow_list", "The list was not complete after {seconds} s.";
    pub(crate) fn too_large_list(most: &str) = "fault.too_large_list", "What came back is over {most} MB.";
    pub(crate) fn too_full_list() = "fault.too_full_list", "What came back holds more values than any list does.";
}
