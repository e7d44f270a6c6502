//! Providers behind proxies, with certificates, and unencrypted.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use providers::{FaultClass, Network, Roster};
use race::{Entry, LanePlan, Sample, Status, Timeouts};
use secrecy::SecretString;
use simulator::Simulator;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::arena::{block_on, lane_at, ms, only, plan};
use crate::proxies::{LOGIN, Manners, NAME, NUMBER, Proxy, http_on, listen};
use crate::raw::streams;
use crate::tls::{Authority, Flaw};

/// Stands for a real key.
const KEY: &str = "sk-marker-5Gd8Qw2ZxV7nBt4Lp9Rk";

/// One lane at `base_url` over a network, raced once with a key.
fn raced(base_url: &str, network: &Network, login: Option<&str>) -> Sample {
    raced_with(Some(KEY), base_url, network, login)
}

fn raced_with(key: Option<&str>, base_url: &str, network: &Network, login: Option<&str>) -> Sample {
    let contenders = contenders(lane_at(base_url, "m"), network).expect("it can start");
    let entries: Vec<_> = contenders
        .into_iter()
        .map(|contender| {
            Entry::new(contender, key.map(SecretString::from), login.map(SecretString::from))
        })
        .collect();
    let race = app::race_now(plan(vec![lane_at(base_url, "m")]), entries, Timeouts::default());
    let (run, recordings) = block_on(race.run(None));
    only(&run, recordings).0
}

fn contenders(
    lane: LanePlan,
    network: &Network,
) -> Result<Vec<race::Contender>, Vec<race::Problem>> {
    let roster = Roster::new(Vec::new(), &BTreeMap::new()).with_network(network);
    race::check(&plan(vec![lane]), &roster, &cost::Prices::default())
}

fn over(proxy: &str) -> Network {
    Network { proxy: proxy.parse().expect("a proxy"), ..Network::default() }
}

fn trusting(file: PathBuf, network: Network) -> Network {
    Network { ca_file: Some(file), ..network }
}

fn fault(sample: &Sample) -> &providers::Fault {
    assert_eq!(sample.status, Status::ErrorNet, "nothing came of it: {:?}", sample.error);
    sample.error.as_ref().expect("and it says why")
}

/// A server without TLS that answers every request with one stream.
fn plain() -> SocketAddr {
    let end = crate::raw::END.as_bytes().to_vec();
    let base_url = streams(vec![crate::raw::delta("{\"content\":\"Hello.\"}").into_bytes(), end]);
    let place = base_url.trim_start_matches("http://").trim_end_matches("/v1");
    place.parse().expect("an address")
}

#[test]
fn a_stream_comes_through_each_kind_of_proxy_and_the_key_is_for_the_provider_alone() {
    let authority = Authority::new();
    for (scheme, host) in
        [("http", NAME), ("socks5h", NAME), ("socks4a", NAME), ("socks5", NUMBER), ("http", NUMBER)]
    {
        let server = authority.server(host, Flaw::None, plain());
        let proxy = if scheme == "http" {
            Proxy::http(server, Manners::default())
        } else {
            Proxy::socks(server, Manners::default())
        };
        let network = trusting(authority.file(), over(&format!("{scheme}://{}", proxy.address)));
        let sample = raced(&format!("https://{host}/v1"), &network, None);
        assert_eq!(sample.status, Status::Ok, "{scheme}: {:?}", sample.error);
        assert_eq!(sample.text, "Hello.", "{scheme}: the answer is whole");
        let heard = proxy.heard();
        assert!(heard.contains(&format!("{host}:443")), "{scheme}: the proxy was told where");
        assert!(!heard.contains("Bearer") && !heard.contains(KEY), "{scheme}: and no more");
        let connection = sample.connection.expect("there was one");
        let place = proxy.address.to_string();
        assert_eq!(connection.via.as_deref(), Some(&*place), "{scheme}: the proxy is named");
        assert_eq!(connection.remote, place, "{scheme}: the socket leads to it");
        assert!(connection.proxy_us.is_some(), "{scheme}: its part is timed");
        assert!(connection.tls_us.is_some(), "{scheme}: and so is the provider's");
        assert_eq!(connection.dns_us, None, "{scheme}: no name was looked up here");
    }
}

#[test]
fn a_proxy_that_is_spoken_to_over_tls_opens_tunnels_too() {
    let authority = Authority::new();
    let server = authority.server(NAME, Flaw::None, plain());
    let proxy = authority.serve("localhost", Flaw::None, move |socket| http_on(socket, server));
    let proxy = format!("https://localhost:{}", proxy.port());
    let sample =
        raced(&format!("https://{NAME}/v1"), &trusting(authority.file(), over(&proxy)), None);
    assert_eq!(sample.text, "Hello.", "TLS within TLS: {:?}", sample.error);
    let sample = raced(&format!("https://{NAME}/v1"), &over(&proxy), None);
    assert_eq!(fault(&sample).class, FaultClass::Proxy, "the proxy's certificate is the proxy's");
    assert!(fault(&sample).advice.contains("--ca-file"), "{}", fault(&sample).advice);
}

#[test]
fn a_request_in_the_clear_is_handed_to_the_proxy_whole() {
    let proxy = Proxy::http(plain(), Manners { wants_login: true, ..Manners::default() });
    let network = Network {
        plain_http: BTreeSet::from([format!("{NAME}:80")]),
        ..over(&proxy.address.to_string())
    };
    let sample = raced_with(None, &format!("http://{NAME}/v1"), &network, Some(LOGIN));
    assert_eq!(sample.text, "Hello.", "{:?}", sample.error);
    let heard = proxy.heard();
    let first = format!("POST http://{NAME}/v1/chat/completions HTTP/1.1\r\n");
    assert!(heard.starts_with(&first), "many proxies open tunnels for TLS alone: {heard}");
    assert!(heard.contains(&format!("host: {NAME}\r\n")), "the host is the provider's: {heard}");
    let connection = sample.connection.expect("there was one");
    assert_eq!(connection.via, Some(proxy.address.to_string()), "the proxy is named");
    assert_eq!(connection.proxy_us, None, "nothing was asked of it before the request");
}

#[test]
fn no_proxy_reads_a_key_wherever_it_is() {
    for address in [format!("http://{NAME}"), "http://10.77.77.7:8000".to_owned()] {
        for is_http in [true, false] {
            let manners = Manners::default();
            let proxy = if is_http {
                Proxy::http(plain(), manners)
            } else {
                Proxy::socks(plain(), manners)
            };
            let scheme = if is_http { "http" } else { "socks5h" };
            let network = Network {
                plain_http: BTreeSet::from([format!("{NAME}:80")]),
                ..over(&format!("{scheme}://{}", proxy.address))
            };
            let sample = raced(&format!("{address}/v1"), &network, None);
            let fault = sample.error.as_ref().expect("it is refused");
            assert_eq!(fault.class, FaultClass::Forbidden, "{scheme} to {address}");
            assert!(fault.message.contains("could read it"), "and says why: {}", fault.message);
            assert!(!proxy.heard().contains(KEY), "{scheme} to {address}: nothing went to it");
        }
    }
}

#[test]
fn a_proxy_gets_its_login_and_a_missing_or_wrong_one_is_reported() {
    let authority = Authority::new();
    let server = authority.server(NAME, Flaw::None, plain());
    let manners = Manners { wants_login: true, ..Manners::default() };
    for (scheme, proxy) in [
        ("http", Proxy::http(server, manners.clone())),
        ("socks5h", Proxy::socks(server, manners.clone())),
    ] {
        let network = trusting(authority.file(), over(&format!("{scheme}://{}", proxy.address)));
        let base_url = format!("https://{NAME}/v1");
        let sample = raced(&base_url, &network, Some(LOGIN));
        assert_eq!(sample.text, "Hello.", "{scheme}: {:?}", sample.error);
        for login in [None, Some("ann:wrong-secret")] {
            let sample = raced(&base_url, &network, login);
            let fault = fault(&sample);
            assert_eq!(fault.class, FaultClass::Proxy, "{scheme}: it is the proxy's refusal");
            assert!(fault.advice.contains("user:password"), "{scheme}: {}", fault.advice);
            let all = format!("{fault:?}");
            assert!(
                !all.contains("wrong-secret"),
                "{scheme}: and the login is not repeated: {all}"
            );
            let has_one = fault.advice.contains("does not accept");
            assert_eq!(has_one, login.is_some(), "{scheme}: {}", fault.advice);
        }
    }
    let proxy = Proxy::http(plain(), manners);
    let network = Network {
        plain_http: BTreeSet::from([format!("{NAME}:80")]),
        ..over(&proxy.address.to_string())
    };
    let sample = raced_with(None, &format!("http://{NAME}/v1"), &network, None);
    assert_eq!(fault(&sample).class, FaultClass::Proxy, "a 407 is never the provider's");
}

#[test]
fn a_proxys_refusal_is_explained() {
    let nobody: SocketAddr = ([127, 0, 0, 1], 1).into();
    for (status, words) in [(403, "does not allow"), (502, "does not reach"), (500, "right proxy")]
    {
        let proxy = Proxy::http(nobody, Manners { refuses: Some(status), ..Manners::default() });
        let sample = raced(&format!("https://{NAME}/v1"), &over(&proxy.address.to_string()), None);
        let fault = fault(&sample);
        assert_eq!(fault.class, FaultClass::Proxy, "{status}: the proxy's refusal");
        assert!(fault.message.contains(&status.to_string()), "with its status: {}", fault.message);
        assert!(fault.message.contains("the rules of this proxy"), "its words: {}", fault.message);
        assert!(fault.advice.contains(words), "{status}: {}", fault.advice);
    }
    for (code, words) in [
        (1, "general server failure"),
        (2, "not allowed"),
        (3, "network unreachable"),
        (4, "host unreachable"),
        (5, "connection refused"),
        (6, "ttl expired"),
        (7, "command not supported"),
        (8, "address type"),
    ] {
        let proxy = Proxy::socks(nobody, Manners { refuses: Some(code), ..Manners::default() });
        let address = format!("socks5h://{}", proxy.address);
        let sample = raced(&format!("https://{NAME}/v1"), &over(&address), None);
        let fault = fault(&sample);
        assert_eq!(fault.class, FaultClass::Proxy, "{code}: the proxy's refusal");
        assert!(fault.message.contains(words), "{code}: {}", fault.message);
        assert!(fault.message.contains(&format!("{NAME}:443")), "{code}: {}", fault.message);
    }
    let proxy = Proxy::socks(nobody, Manners { refuses: Some(1), ..Manners::default() });
    let address = format!("socks4a://{}", proxy.address);
    let sample = raced(&format!("https://{NAME}/v1"), &over(&address), None);
    assert_eq!(fault(&sample).class, FaultClass::Proxy, "version 4 refuses as well");
}

#[test]
fn a_missing_or_wrong_proxy_is_not_the_providers_failure() {
    let nobody: SocketAddr = ([127, 0, 0, 1], 1).into();
    let socks = Proxy::socks(nobody, Manners::default());
    let page = listen(|mut socket| async move {
        socket.read_u8().await?;
        socket.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await
    });
    for proxy in [
        "127.0.0.1:1".to_owned(),
        "http://no-such-proxy.invalid:3128".to_owned(),
        socks.address.to_string(),
        format!("socks5://{page}"),
        format!("https://{page}"),
    ] {
        let sample = raced(&format!("https://{NUMBER}/v1"), &over(&proxy), None);
        let fault = fault(&sample);
        assert_eq!(fault.class, FaultClass::Proxy, "{proxy}: {}", fault.message);
        assert!(!fault.advice.is_empty(), "{proxy}: what to do");
    }
}

#[test]
fn a_provider_on_this_machine_is_reached_directly_whatever_is_set() {
    let simulator = Simulator::start(None).expect("a free port");
    let nobody = over("http://127.0.0.1:1");
    let own = Network {
        own: BTreeMap::from([("custom".into(), nobody.proxy.clone())]),
        ..Network::default()
    };
    for network in [nobody, own] {
        let sample = raced(simulator.base_url(), &network, Some(LOGIN));
        let connection = sample.connection.expect("it was reached");
        assert_eq!((connection.via, connection.proxy_us), (None, None), "without a proxy");
    }
}

#[test]
fn marks_keep_their_meaning_through_a_proxy_that_is_slow_to_connect() {
    let simulator = Simulator::start(None).expect("a free port");
    let behind = simulator.base_url().trim_start_matches("http://").trim_end_matches("/v1");
    let authority = Authority::new();
    let server = authority.server(NAME, Flaw::None, behind.parse().expect("an address"));
    let takes = Duration::from_millis(250);
    let proxy = Proxy::http(server, Manners { takes, ..Manners::default() });
    let network = trusting(authority.file(), over(&proxy.address.to_string()));
    let lane =
        lane_at(&format!("https://{NAME}/v1"), "scripted?headers=60ms&ttft=80ms&gap=4ms&tokens=30");
    let entries: Vec<_> = contenders(lane.clone(), &network)
        .expect("it can start")
        .into_iter()
        .map(|contender| Entry::new(contender, None, None))
        .collect();
    let race = app::race_now(plan(vec![lane]), entries, Timeouts::default());
    let (run, recordings) = block_on(race.run(None));
    let (sample, _) = only(&run, recordings);
    assert_eq!(sample.status, Status::Ok, "{:?}", sample.error);
    let truth = simulator.truth().pop().expect("it was asked");
    let connection = sample.connection.expect("there was one");
    let proxy_us = connection.proxy_us.expect("it was timed");
    assert!((250_000..450_000).contains(&proxy_us), "the proxy's part is its own: {proxy_us}");
    let other_us = [connection.tcp_us, connection.tls_us].into_iter().flatten().sum::<u32>();
    assert!(other_us < 200_000, "and in no other part: {other_us}");
    let took = sample.speed.connect_time_ms.expect("known");
    assert!((took - f64::from(proxy_us + other_us) / 1e3).abs() < 0.01, "and in the whole");
    let close = |ours: Option<f64>, theirs: Option<u64>| {
        let (ours, theirs) = (ours.expect("measured"), ms(theirs));
        assert!((ours - theirs).abs() < 40.0, "{ours} ms here, {theirs} ms there");
    };
    close(sample.speed.ttft_ms, truth.first_content_us);
    close(sample.speed.latency_ms, truth.last_content_us);
    let (first_byte, headers) = (sample.speed.ttfb_ms, sample.speed.ttfb_headers_ms);
    let first_byte = first_byte.expect("the answer began");
    assert!(first_byte >= 60.0, "the tickets that TLS sends ahead are no answer: {first_byte} ms");
    assert!(headers.is_some_and(|headers| first_byte <= headers), "it began with its headers");
    let written = sample.speed.request_written_ms.expect("it was sent");
    assert!(written < 60.0, "long after the request had left: {written} ms");
}

#[test]
fn a_certificate_is_trusted_when_its_issuer_is_named_and_not_before() {
    let authority = Authority::new();
    let server = authority.server("localhost", Flaw::None, plain());
    let base_url = format!("https://localhost:{}/v1", server.port());
    let sample = raced(&base_url, &trusting(authority.file(), Network::default()), None);
    assert_eq!(sample.text, "Hello.", "the second of two in the file: {:?}", sample.error);
    let sample = raced(&base_url, &Network::default(), None);
    assert_eq!(fault(&sample).class, FaultClass::Tls, "nobody knows its issuer");
    assert!(fault(&sample).advice.contains("--ca-file"), "{}", fault(&sample).advice);
    let other = Authority::new();
    let sample = raced(&base_url, &trusting(other.file(), Network::default()), None);
    assert_eq!(fault(&sample).class, FaultClass::Tls, "another authority's word is not enough");
    let gone = trusting(PathBuf::from("no/such/file.pem"), Network::default());
    let sample = raced(&base_url, &gone, None);
    assert!(fault(&sample).message.contains("no/such/file.pem"), "{}", fault(&sample).message);
}

#[test]
fn faults_of_a_secure_connection_are_distinguished() {
    let authority = Authority::new();
    let network = trusting(authority.file(), Network::default());
    let at = |server: SocketAddr| format!("https://localhost:{}/v1", server.port());
    for (name, flaw, words) in [
        ("elsewhere.test", Flaw::None, "another name"),
        ("localhost", Flaw::Expired, "expired"),
        ("localhost", Flaw::NotYet, "not valid yet"),
    ] {
        let sample = raced(&at(authority.server(name, flaw, plain())), &network, None);
        assert_eq!(fault(&sample).class, FaultClass::Tls, "{words}");
        assert!(fault(&sample).message.contains(words), "{words}: {}", fault(&sample).message);
        let advice = &fault(&sample).advice;
        let about = if flaw == Flaw::None { "address" } else { "clock" };
        assert!(advice.contains(about), "{words}: {advice}");
    }
    let sample = raced(&at(plain()), &network, None);
    assert_eq!(fault(&sample).class, FaultClass::Tls, "TLS to a server that speaks plainly");
    assert!(fault(&sample).advice.contains("http://"), "{}", fault(&sample).advice);
    let secure = authority.server("localhost", Flaw::None, plain());
    let sample = raced(&format!("http://localhost:{}/v1", secure.port()), &network, None);
    assert_eq!(
        fault(&sample).class,
        FaultClass::NotHttp,
        "plain words to a server that speaks TLS"
    );
    assert!(fault(&sample).advice.contains("https://"), "{}", fault(&sample).advice);
}

#[test]
fn nothing_is_sent_in_the_clear_to_a_public_host_without_leave() {
    let proxy = Proxy::http(plain(), Manners::default());
    let network = over(&proxy.address.to_string());
    let lane = lane_at(&format!("http://{NAME}/v1"), "m");
    let problems = contenders(lane, &network).expect_err("it cannot start");
    assert!(
        problems[0].message.to_string().contains(&format!("{NAME}:80")),
        "{}",
        problems[0].message
    );
    assert_eq!(proxy.heard(), "", "not a byte was sent");
}

#[test]
fn a_list_of_models_takes_the_same_route() {
    let list = "{\"data\":[{\"id\":\"m-1\"}]}";
    let server = crate::raw::serve(move |_, socket| {
        use std::io::Write;
        let length = list.len();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
        socket.write_all(format!("{head}{list}").as_bytes()).expect("the client reads");
    });
    let plain = server.trim_start_matches("http://").trim_end_matches("/v1");
    let authority = Authority::new();
    let secure = authority.server(NAME, Flaw::None, plain.parse().expect("an address"));
    let manners = Manners { wants_login: true, ..Manners::default() };
    let ask = |proxy: &str, login: Option<&str>| {
        let network = trusting(authority.file(), over(proxy));
        let roster = Roster::new(Vec::new(), &BTreeMap::new()).with_network(&network);
        let row = roster.find("custom", None, Some(&format!("https://{NAME}/v1"))).expect("usable");
        let (key, login) = (SecretString::from(KEY), login.map(SecretString::from));
        block_on(providers::models(&row, Some(&key), login.as_ref()))
    };
    for (scheme, proxy) in [
        ("http", Proxy::http(secure, manners.clone())),
        ("socks5h", Proxy::socks(secure, manners.clone())),
    ] {
        let address = format!("{scheme}://{}", proxy.address);
        assert_eq!(ask(&address, Some(LOGIN)), Ok(vec!["m-1".into()]), "{scheme}");
        assert!(!proxy.heard().contains(KEY), "{scheme}: the key is for the provider alone");
        let refused = ask(&address, None).expect_err("it wants a login");
        assert_eq!(refused.class, FaultClass::Proxy, "{scheme}: {}", refused.message);
    }
    let gone = ask("127.0.0.1:1", None).expect_err("nobody is there");
    assert_eq!(gone.class, FaultClass::Proxy, "{}", gone.message);
}
