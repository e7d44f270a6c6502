//! The options of `curl`, as far as they decide where a word belongs. From `curl --help all` of version 8.16.

use measure::Phrase;

use crate::capture::unread;

/// What an option does to a request.
#[derive(Debug, Clone, Copy)]
pub(super) enum Effect {
    /// It has no value.
    Flag,
    /// It has a value, which says nothing of the request.
    Idle,
    /// It has a value, by which somebody logs in or is reached in another way; the request itself stays.
    Way,
    /// It has a value that belongs to the request.
    Part,
    /// It makes another request of the line; why, of the option of this name, as the end of a sentence.
    Other(Why),
}

/// Why an option of this name cannot be read.
type Why = fn(&str) -> Phrase;

const ELSEWHERE: Why = |_| unread::elsewhere();
const FORM: Why = |_| unread::form("-d");
const IN_FILE: Why = |_| unread::options_in_file();
const SEVERAL: Why = |_| unread::several();
const PARTS: [&str; 15] = [
    "-A",
    "--user-agent",
    "-e",
    "--referer",
    "-d",
    "--data",
    "--data-raw",
    "--data-binary",
    "--data-ascii",
    "--json",
    "-H",
    "--header",
    "--url",
    "-X",
    "--request",
];
const OTHERS: [(&str, Why); 19] = [
    ("-F", FORM),
    ("--form", FORM),
    ("--form-string", FORM),
    ("-T", FORM),
    ("--upload-file", FORM),
    ("--data-urlencode", FORM),
    ("-G", unread::get),
    ("--get", unread::get),
    ("-K", IN_FILE),
    ("--config", IN_FILE),
    ("-:", SEVERAL),
    ("--next", SEVERAL),
    ("--connect-to", ELSEWHERE),
    ("--resolve", ELSEWHERE),
    ("--unix-socket", ELSEWHERE),
    ("--abstract-unix-socket", ELSEWHERE),
    ("--request-target", ELSEWHERE),
    ("--url-query", |_| unread::url_query()),
    ("--variable", |_| unread::fills_in()),
];
const WAYS: [&str; 27] = [
    "-u",
    "--user",
    "-b",
    "--cookie",
    "-E",
    "--cert",
    "--cert-type",
    "--key",
    "--key-type",
    "--pass",
    "-x",
    "--proxy",
    "--preproxy",
    "--proxy1.0",
    "-U",
    "--proxy-user",
    "--proxy-header",
    "--socks4",
    "--socks4a",
    "--socks5",
    "--socks5-hostname",
    "--netrc-file",
    "--aws-sigv4",
    "--tlsuser",
    "--tlspassword",
    "--interface",
    "--doh-url",
];
const IDLE: [&str; 90] = [
    "-C",
    "--continue-at",
    "-D",
    "--dump-header",
    "-P",
    "--ftp-port",
    "-Q",
    "--quote",
    "-Y",
    "--speed-limit",
    "-c",
    "--cookie-jar",
    "-m",
    "--max-time",
    "-o",
    "--output",
    "-r",
    "--range",
    "-t",
    "--telnet-option",
    "-w",
    "--write-out",
    "-y",
    "--speed-time",
    "-z",
    "--time-cond",
    "--alt-svc",
    "--cacert",
    "--capath",
    "--ciphers",
    "--connect-timeout",
    "--create-file-mode",
    "--crlfile",
    "--curves",
    "--delegation",
    "--dns-interface",
    "--dns-ipv4-addr",
    "--dns-ipv6-addr",
    "--dns-servers",
    "--ech",
    "--egd-file",
    "--engine",
    "--etag-compare",
    "--etag-save",
    "--expect100-timeout",
    "--happy-eyeballs-timeout-ms",
    "--haproxy-clientip",
    "--hostpubmd5",
    "--hostpubsha256",
    "--hsts",
    "--ip-tos",
    "--keepalive-cnt",
    "--keepalive-time",
    "--krb",
    "--libcurl",
    "--limit-rate",
    "--local-port",
    "--login-options",
    "--max-filesize",
    "--max-redirs",
    "--noproxy",
    "--output-dir",
    "--parallel-max",
    "--pinnedpubkey",
    "--proto",
    "--proto-default",
    "--proto-redir",
    "--proxy-cacert",
    "--proxy-capath",
    "--proxy-cert",
    "--proxy-ciphers",
    "--proxy-key",
    "--proxy-pass",
    "--proxy-service-name",
    "--pubkey",
    "--random-file",
    "--rate",
    "--retry",
    "--retry-delay",
    "--retry-max-time",
    "--sasl-authzid",
    "--service-name",
    "--stderr",
    "--tls-max",
    "--tls13-ciphers",
    "--tlsauthtype",
    "--trace",
    "--trace-ascii",
    "--trace-config",
    "--vlan-priority",
];

/// What the option does. One that is not known counts as a flag: if it has a value, the line has two addresses, and is refused.
pub(super) fn effect(name: &str) -> Effect {
    if let Some((_, why)) = OTHERS.iter().find(|(other, _)| *other == name) {
        return Effect::Other(*why);
    }
    if PARTS.contains(&name) || name == "--oauth2-bearer" {
        return Effect::Part;
    }
    if WAYS.contains(&name) {
        return Effect::Way;
    }
    if IDLE.contains(&name) { Effect::Idle } else { Effect::Flag }
}
