use super::*;

#[test]
fn the_address_of_a_proxy_is_stored_in_one_form() {
    for (given, stored) in [
        ("http://proxy.example.com:3128/", "http://proxy.example.com:3128"),
        ("proxy.example.com:3128", "http://proxy.example.com:3128"),
        ("HTTPS://Proxy.example.com", "https://proxy.example.com:443"),
        ("socks5://127.0.0.1", "socks5://127.0.0.1:1080"),
        ("socks5h://[::1]:9050", "socks5h://[::1]:9050"),
        (" socks4a://box:1081 ", "socks4a://box:1081"),
    ] {
        let proxy: Proxy = given.parse().expect("it is a proxy");
        assert_eq!(proxy, Proxy::Custom { url: stored.into() }, "{given}: one proxy, one form");
        assert_eq!(proxy.to_string().parse(), Ok(proxy), "{given}: what is shown can be given");
    }
    assert_eq!("system".parse(), Ok(Proxy::System), "a word of its own");
    assert_eq!("direct".parse(), Ok(Proxy::Direct), "another");
}

#[test]
fn the_address_of_a_proxy_never_carries_its_login() {
    for given in ["http://user:marker@proxy:3128", "marker@proxy", "socks5://marker@box:1080"] {
        let error = Proxy::custom(given).expect_err("refused");
        assert_eq!(error, NetworkError::ProxyCarriesLogin, "{given}: the login is a secret");
        assert!(!error.to_string().contains("marker"), "and is not repeated: {error}");
        let stored = Proxy::Custom { url: given.into() };
        let network = Network { proxy: stored, ..Network::default() };
        assert!(network.checked().is_err(), "{given}: not by any other way either");
    }
}

#[test]
fn an_invalid_proxy_is_refused_with_an_example() {
    for given in ["", "ftp://box:21", "http://", "http://box:3128/path", "http://box:99999", "a b"]
    {
        let error = Proxy::custom(given).expect_err("refused").to_string();
        assert!(error.contains("socks5h://127.0.0.1:1080"), "{given}: {error}");
    }
}

#[test]
fn a_providers_own_proxy_comes_before_everybodys() {
    let network = Network {
        proxy: Proxy::custom("http://box:3128").expect("a proxy"),
        own: BTreeMap::from([("groq".into(), Proxy::Direct)]),
        ..Network::default()
    };
    assert_eq!(network.route("groq").proxy, Proxy::Direct, "its own");
    assert_eq!(network.route("openai").proxy, network.proxy, "everybody's");
    assert_eq!(Network::default().route("openai").proxy, Proxy::System, "the system's at first");
}

#[test]
fn settings_survive_being_stored_in_the_words_of_the_contract() {
    let text = r#"{"proxy":{"kind":"custom","url":"socks5://127.0.0.1:1080"},"own":{"groq":{"kind":"direct"}},"plain_http":["api.example.com:80"]}"#;
    let network: Network = serde_json::from_str(text).expect("the contract's words");
    assert_eq!(serde_json::to_string(&network).ok().as_deref(), Some(text), "the same again");
    assert_eq!(
        serde_json::from_str::<Network>("{}").ok(),
        Some(Network::default()),
        "nothing said is the usual"
    );
}

#[test]
fn only_the_persons_own_network_is_spoken_to_in_the_clear_unasked() {
    let mut network = Network::default();
    for fine in [
        "http://localhost:1234/v1",
        "http://127.9.9.9/v1",
        "http://[::1]:8080",
        "http://[::ffff:127.0.0.1]:8080",
        "http://192.168.1.9/v1",
        "http://10.0.0.1/v1",
        "http://[fd00::1]/v1",
        "http://gpu-box:8000/v1",
        "http://gpu.local/v1",
        "https://api.example.com/v1",
    ] {
        assert_eq!(network.route("x").needs_leave(fine), None, "{fine} needs nobody's leave");
    }
    for (public, place) in [
        ("http://api.example.com/v1", "api.example.com:80"),
        ("http://8.8.8.8:8000/v1", "8.8.8.8:8000"),
        ("http://localhost.example.com/v1", "localhost.example.com:80"),
        ("http://[2001:db8::1]/v1", "[2001:db8::1]:80"),
    ] {
        let needed = network.route("x").needs_leave(public);
        assert_eq!(needed.as_deref(), Some(place), "{public} crosses a public network");
        network.allow_plain_http(public);
        assert_eq!(network.route("x").needs_leave(public), None, "{public} was confirmed");
    }
    let other = network.route("x").needs_leave("http://api.example.com:8080/v1");
    assert!(other.is_some(), "what was confirmed for one port says nothing of another");
    network.allow_plain_http("http://127.0.0.1:1/v1");
    assert_eq!(network.plain_http.len(), 4, "what needs no leave is not listed");
}

#[test]
fn a_confirmed_host_is_stored_in_one_form() {
    let network = |place: &str| Network {
        plain_http: BTreeSet::from([place.to_owned()]),
        ..Network::default()
    };
    let stored = network("API.example.com").checked().expect("a host").plain_http;
    assert_eq!(stored, BTreeSet::from(["api.example.com:80".to_owned()]), "with its port");
    for given in ["http://api.example.com", "a/b", "u:p@host:80", ""] {
        assert!(network(given).checked().is_err(), "`{given}` is no host");
    }
}

#[test]
fn a_key_follows_an_address_from_a_response_only_home() {
    let may = |address: &str, base_url: &str| {
        may_follow(&Url::parse(address).expect("an address"), base_url, "replicate.com")
    };
    let home = "https://api.replicate.com/v1";
    assert!(may("https://stream.replicate.com/v1/files/x", home), "a host of the vendor's");
    assert!(may("https://replicate.com/x", home), "the vendor's own");
    let local = "http://127.0.0.1:4010/v1";
    assert!(may("http://127.0.0.1:4010/stream/1", local), "exactly where it went before");
    for (address, base_url) in [
        ("http://stream.replicate.com/x", home),
        ("https://evilreplicate.com/x", home),
        ("https://replicate.com.evil.example/x", home),
        ("https://replicate.com@evil.example/x", home),
        ("https://user:pass@stream.replicate.com/x", home),
        ("https://127.0.0.1/x", home),
        ("http://127.0.0.1:4011/x", local),
        ("https://127.0.0.1:4010/x", local),
        ("file:///etc/passwd", home),
    ] {
        assert!(!may(address, base_url), "{address} is somebody else's");
    }
}

#[test]
fn a_name_is_where_it_leads() {
    let at = |address: &str| vec![SocketAddr::new(address.parse().expect("an address"), 80)];
    let within = |url: &str, address: &str| {
        let url = Url::parse(url).expect("an address");
        Reach::of(&url, &Route::default()).within("name", at(address)).is_ok()
    };
    for (url, address, is_within) in [
        ("http://foo.localhost/v1", "127.0.0.1", true),
        ("http://foo.localhost/v1", "::1", true),
        ("http://foo.localhost/v1", "192.168.1.2", false),
        ("http://foo.localhost/v1", "203.0.113.9", false),
        ("https://foo.localhost/v1", "203.0.113.9", false),
        ("http://box.local/v1", "192.168.1.2", true),
        ("http://box.local/v1", "fd00::1", true),
        ("http://box.local/v1", "203.0.113.9", false),
        ("http://box/v1", "::ffff:203.0.113.9", false),
        ("https://box.local/v1", "203.0.113.9", true),
        ("https://api.example.com/v1", "203.0.113.9", true),
    ] {
        assert_eq!(within(url, address), is_within, "{url} at {address}");
    }
    let mut both = at("203.0.113.9");
    both.extend(at("10.0.0.1"));
    let kept = Reach::Private.within("box.local", both).ok().expect("one of them");
    assert_eq!(kept, at("10.0.0.1"), "what lies without is not tried");
    let url = Url::parse("http://box.local:8000/v1").expect("an address");
    let allowed = Route { plain_http: ["box.local:8000".to_owned()].into(), ..Route::default() };
    assert_eq!(Reach::of(&url, &allowed), Reach::Anywhere, "the user may allow it");
}
