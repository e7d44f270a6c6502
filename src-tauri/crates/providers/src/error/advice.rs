//! Advice on connections, proxies, TLS, streams and lists, as phrases. That on refusals is beside them.

use measure::Phrase;

measure::phrases! {
    // Addresses and connections.
    pub(crate) fn check_provider_address() = "advice.check_provider_address", "Check the provider's address.";
    pub(crate) fn check_address() = "advice.check_address", "Check the address.";
    pub(crate) fn check_name() = "advice.check_name", "Check the address for a typing mistake, and that this machine is online.";
    pub(crate) fn check_address_and_network() = "advice.check_address_and_network", "Check the address and that this machine is online.";
    pub(crate) fn nothing_listens() = "advice.nothing_listens", "Nothing listens there. Start the server, or check the port.";
    pub(crate) fn too_many_files() = "advice.too_many_files", "This machine does not let a program open more files and connections: race fewer lanes, or raise the limit (`ulimit -n`).";
    pub(crate) fn nothing_answers() = "advice.nothing_answers", "Nothing answers there. Check the address and any firewall between.";
    pub(crate) fn no_route() = "advice.no_route", "There is no route to it from this machine. Check that it is online, and any VPN or proxy that is needed.";
    pub(crate) fn slow_connection() = "advice.slow_connection", "Name, connection, proxy and TLS together took too long. Check the address and any firewall or proxy between.";
    pub(crate) fn try_again() = "advice.try_again", "Try again.";
    pub(crate) fn sent_unanswered() = "advice.sent_unanswered", "It was connected, and hangs or is overloaded. Try again; what was sent may have arrived.";
    pub(crate) fn closed_on_the_way() = "advice.closed_on_the_way", "The server or something on the way closed the connection. Try again.";
    pub(crate) fn closed_mid_answer() = "advice.closed_mid_answer", "The server or something on the way closed it. What had arrived is kept; run the lane again.";
    pub(crate) fn broken_chunks() = "advice.broken_chunks", "The server, or a proxy on the way, is at fault: tell whoever runs it. What had arrived is kept.";
    pub(crate) fn check_network_settings() = "advice.check_network_settings", "Check the settings under Network.";
    pub(crate) fn not_http() = "advice.not_http", "Check the port, and whether the address should start with https:// or http://.";
    pub(crate) fn https_or_allow() = "advice.https_or_allow", "Use https:// for this address, or allow plain HTTP for this host under Providers.";
    pub(crate) fn https_or_direct() = "advice.https_or_direct", "Use https:// for this address, or reach this provider directly (Network).";
    pub(crate) fn set_key_again() = "advice.set_key_again", "Set it again; it may have been pasted with a line break.";
    pub(crate) fn fetchable() = "advice.fetchable", "Write an address like https://example.com/prices.json, or the path of a file.";
    pub(crate) fn foreign_host() = "advice.foreign_host", "Check the provider's address. If it is Replicate's own, report this host as a bug in Paceline.";

    // Proxies.
    pub(crate) fn proxy_login_refused() = "advice.proxy.login_refused", "The proxy does not accept its login. Set it again under Network, as user:password.";
    pub(crate) fn proxy_wants_login() = "advice.proxy.wants_login", "The proxy wants a login. Set it under Network, as user:password, or with `paceline keys set proxy`.";
    pub(crate) fn proxy_allows_not(place: &str) = "advice.proxy.allows_not", "The proxy does not allow connections to {place}. Ask the proxy's administrator, or reach this provider directly (Network).";
    pub(crate) fn proxy_reaches_not(place: &str) = "advice.proxy.reaches_not", "The proxy does not reach {place}. Check the address and that the proxy is online.";
    pub(crate) fn proxy_may_be_wrong(proxy: &str) = "advice.proxy.may_be_wrong", "Check under Network that {proxy} is the right proxy.";
    pub(crate) fn proxy_rules() = "advice.proxy.rules", "The proxy's rules forbid this connection. Ask the proxy's administrator, or reach this provider directly (Network).";
    pub(crate) fn proxy_runs() = "advice.proxy.runs", "The proxy runs, and does not reach the provider. Check the address and that the proxy is online.";
    pub(crate) fn proxy_address_type() = "advice.proxy.address_type", "The proxy does not know this kind of address. With socks5h:// it looks the name up itself.";
    pub(crate) fn proxy_socks_version() = "advice.proxy.socks_version", "Check under Network that it is a SOCKS proxy of this version.";
    pub(crate) fn proxy_down() = "advice.proxy.down", "Start the proxy, set another under Network, or connect directly.";
    pub(crate) fn proxy_protocol() = "advice.proxy.protocol", "Check under Network whether it is a SOCKS proxy (socks5h://) or speaks TLS (https://).";
    pub(crate) fn proxy_broke() = "advice.proxy.broke", "Check under Network that it is a proxy of this kind, and that it runs.";
    pub(crate) fn proxy_silent() = "advice.proxy.silent", "It may not reach the provider, or be no proxy of this kind. Check it under Network.";
    pub(crate) fn proxy_names() = "advice.proxy.names", "With socks5h:// in place of socks5:// the proxy looks names up.";
    pub(crate) fn proxy_address() = "advice.proxy.address", "Set it again under Network, like http://127.0.0.1:3128 or socks5h://127.0.0.1:1080.";
    pub(crate) fn proxy_asks_login() = "advice.proxy.asks_login", "A proxy between this machine and the provider wants a login. Set the proxy and its login in the network settings.";

    // TLS.
    pub(crate) fn choose_ca_file() = "advice.tls.choose_ca_file", "Choose the CA file again with `paceline network set --ca-file FILE`, or take it back under Network.";
    pub(crate) fn install_certificates() = "advice.tls.install_certificates", "Install the system's certificates (on Debian: ca-certificates), or choose a CA file with `paceline network set --ca-file FILE`.";
    pub(crate) fn tls_unknown() = "advice.tls.unknown", "Check that the address is right, and whether something on the way replaces certificates.";
    pub(crate) fn tls_silent() = "advice.tls.silent", "Check the port, and whether the address should start with http:// instead of https://.";
    pub(crate) fn tls_maybe_none() = "advice.tls.maybe_none", "It may not speak TLS there: check the port, and whether the address should start with http://.";
    pub(crate) fn tls_issuer() = "advice.tls.issuer", "If the server is your own or your company's proxy replaces certificates, choose the certificate of its issuer with `paceline network set --ca-file FILE`.";
    pub(crate) fn tls_self_signed() = "advice.tls.self_signed", "A self-signed certificate works when it is no certificate of an authority (CA:FALSE) and is chosen with `paceline network set --ca-file FILE`.";
    pub(crate) fn tls_other_name(host: &str) = "advice.tls.other_name", "Check the address: the certificate does not name {host}.";
    pub(crate) fn tls_expired() = "advice.tls.expired", "Check this machine's clock. If that is right, the server's operator has to renew the certificate.";
    pub(crate) fn tls_early() = "advice.tls.early", "Check this machine's clock: it may be behind.";
    pub(crate) fn tls_revoked() = "advice.tls.revoked", "Send nothing there until the server's operator has a new one.";
    pub(crate) fn tls_none() = "advice.tls.none", "The server does not speak TLS there. Should the address start with http://?";
    pub(crate) fn tls_client_certificate() = "advice.tls.client_certificate", "Paceline cannot present one. Reach the server another way.";
    pub(crate) fn tls_old() = "advice.tls.old", "The server speaks only versions of TLS that are too old. Its operator has to allow TLS 1.2 or 1.3.";

    // Answers and streams.
    pub(crate) fn kept() = "advice.kept", "What had arrived is kept.";
    pub(crate) fn run_again() = "advice.run_again", "What had arrived is kept. Run the lane again; if it repeats, report it to the provider.";
    pub(crate) fn answered_with_error() = "advice.answered_with_error", "Its message says what it wants. If that does not help, run the lane again.";
    pub(crate) fn answer_filtered(label: &str) = "advice.answer_filtered", "A filter of {label} stopped the answer. Change the prompt or the system prompt; other lanes may have other filters.";
    pub(crate) fn website() = "advice.website", "A website answered, not an API. Check the address, which often ends in `/v1`, and whether a login page or a proxy stands between.";
    pub(crate) fn chat_address() = "advice.chat_address", "Check the address: it should end where `/chat/completions` would follow, often in `/v1`.";
    pub(crate) fn reads_like(dialect: &str) = "advice.reads_like", "It reads like the dialect `{dialect}`: set the lane's dialect to that, or its address to one that speaks the lane's.";
    pub(crate) fn check_dialect() = "advice.check_dialect", "Check the lane's dialect and its address: some servers speak their own protocol on one path and a known one on another, often in `/v1`.";
    pub(crate) fn past_deadline() = "advice.past_deadline", "It reached its deadline. What had arrived is kept. A later deadline can be set: in Settings, New races, or with --deadline.";
    pub(crate) fn idle() = "advice.idle", "The server hangs or is overloaded. What had arrived is kept. A longer timeout can be set: in Settings, New races, or with --idle-timeout.";
    pub(crate) fn no_first_token() = "advice.no_first_token", "The server hangs or is overloaded. What had arrived is kept. A longer timeout can be set: in Settings, New races, or with --first-token-timeout.";

    // Lists of models.
    pub(crate) fn set_address(example: &str, id: &str) = "advice.set_address", "Set one such as {example} under Providers, or with `paceline providers at {id} ADDRESS`.";
    pub(crate) fn set_key(label: &str, id: &str) = "advice.set_key", "{label} wants a key. Set one under Providers, or with `paceline keys set {id}`.";
    pub(crate) fn slow_list() = "advice.slow_list", "The server sends it very slowly. Try again, or name the model yourself.";
    pub(crate) fn name_deployment(listed: Option<Phrase>) = "advice.name_deployment", "Check the address, and write the name of a deployment yourself.{listed}";
    pub(crate) fn listed_at(url: &str) = "advice.listed_at", " They are listed at {url}.";
    pub(crate) fn models_address() = "advice.models_address", "Check the address: it should end where `/models` would follow, often in `/v1`.";
    pub(crate) fn no_api() = "advice.no_api", "Check the address: it may not be that of an API.";
}
