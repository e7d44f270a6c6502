//! Servers that answer as the known kinds do, at ports of the tests' own choosing.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

type Answers = &'static [(&'static str, &'static str)];

/// Serves `answers` by path at a free port until the test ends, and 404 for everything else.
async fn serve(answers: Answers) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    tokio::spawn(answer(listener, answers));
    port
}

async fn answer(listener: TcpListener, answers: Answers) {
    while let Ok((mut socket, _)) = listener.accept().await {
        tokio::spawn(async move {
            let mut request = vec![0; 4_096];
            let read = socket.read(&mut request).await.unwrap_or(0);
            let line = String::from_utf8_lossy(request.get(..read).unwrap_or_default());
            let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
            let answer = answers.iter().find(|(served, _)| *served == path);
            // A request with a key is not answered at all, so its test fails.
            let keyless = !line.to_lowercase().contains("authorization") && !line.contains("key:");
            let (status, body) = match answer {
                Some((_, body)) if keyless => ("200 OK", *body),
                _ => ("404 Not Found", "{}"),
            };
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _gone = socket.write_all((head + body).as_bytes()).await;
        });
    }
}

/// The servers that answer like this, and their models.
async fn found(answers: Answers) -> Vec<(String, Vec<String>)> {
    let found = discover_at([serve(answers).await]).await;
    let names = |models: Vec<SafeText>| models.into_iter().map(String::from).collect();
    found.into_iter().map(|server| (server.provider, names(server.models))).collect()
}

fn one(provider: &str, models: &[&str]) -> Vec<(String, Vec<String>)> {
    vec![(provider.to_owned(), models.iter().map(|&model| model.to_owned()).collect())]
}

#[tokio::test]
async fn a_server_is_what_it_says_it_is_wherever_it_listens() {
    let ollama = found(&[
        ("/api/version", r#"{"version":"0.13.1"}"#),
        ("/api/tags", r#"{"models":[{"name":"b"},{"name":"a"}]}"#),
        ("/v1/models", r#"{"data":[{"id":"a","owned_by":"library"},{"id":"b"}]}"#),
    ]);
    assert_eq!(ollama.await, one("ollama", &["a", "b"]), "Ollama, by its own list");
    let studio = found(&[
        ("/api/v0/models", r#"{"data":[{"id":"m","state":"not-loaded"}]}"#),
        ("/v1/models", r#"{"data":[{"id":"m"}]}"#),
    ]);
    assert_eq!(studio.await, one("lmstudio", &["m"]), "LM Studio");
    let llama = found(&[
        ("/props", r#"{"default_generation_settings":{},"total_slots":1}"#),
        ("/v1/models", r#"{"data":[{"id":"m"}]}"#),
    ]);
    assert_eq!(llama.await, one("llamacpp", &["m"]), "llama.cpp, by its settings");
    for (owner, kind) in
        [("llamacpp", "llamacpp"), ("vllm", "vllm"), ("sglang", "sglang"), ("tensorrt_llm", "nim")]
    {
        let list = format!(r#"{{"data":[{{"id":"m","owned_by":"{owner}"}}]}}"#);
        // The server outlives what is on this function's stack, so its answers live as long as the test run.
        let answers: Answers = Vec::leak(vec![("/v1/models", &*list.leak()), ("/version", "{}")]);
        assert_eq!(found(answers).await, one(kind, &["m"]), "{kind}, by the name in its list");
    }
    let nim = found(&[
        ("/v1/metadata", r#"{"modelInfo":[{"shortName":"m"}],"version":"2"}"#),
        ("/v1/models", r#"{"data":[{"id":"m","owned_by":"vllm"}]}"#),
    ]);
    assert_eq!(nim.await, one("nim", &["m"]), "NIM is built on vLLM, and is not vLLM");
    let sglang = found(&[("/get_model_info", r#"{"model_path":"m","is_generation":true}"#)]);
    assert_eq!(sglang.await, one("sglang", &[]), "a list that is not to be had leaves the kind");
}

#[tokio::test]
async fn a_server_that_does_not_say_what_it_is_is_not_guessed_at() {
    let other = found(&[
        ("/v1/models", r#"{"object":"list","data":[{"id":"m","object":"model"}]}"#),
        ("/version", r#"{"version":"1.0"}"#),
        ("/health", r#"{"status":"ok"}"#),
    ]);
    assert_eq!(other.await, one("custom", &["m"]), "many servers have a version and a health");
}

#[tokio::test]
async fn a_port_where_something_else_listens_or_nothing_is_passed_over() {
    let page = serve(&[("/", "<html>"), ("/v1/models", "<html>")]).await;
    let free = TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let port = free.local_addr().expect("bound").port();
    drop(free);
    assert_eq!(discover_at([page, port]).await, [], "a page is no server of ours");
}

#[tokio::test]
async fn a_server_that_never_answers_holds_up_nobody() {
    let mute = TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let port = mute.local_addr().expect("bound").port();
    let other = serve(&[("/v1/models", r#"{"data":[]}"#)]).await;
    let found = timeout(2 * PATIENCE, discover_at([port, other])).await.expect("it ends");
    assert_eq!(found.len(), 1, "what answered is there all the same");
}

#[tokio::test]
async fn what_is_found_can_be_raced_as_it_stands() {
    let port = serve(&[
        ("/api/version", r#"{"version":"0.13.1"}"#),
        ("/api/tags", r#"{"models":[{"name":"b"},{"name":"a"}]}"#),
        ("/api/ps", r#"{"models":[{"name":"b","size_vram":1}]}"#),
    ])
    .await;
    let ollama = LocalServer {
        provider: "ollama".to_owned(),
        label: "Ollama".to_owned(),
        base_url: format!("http://127.0.0.1:{port}"),
        models: vec!["a".into(), "b".into()],
        loaded: vec!["b".into()],
    };
    assert_eq!(discover_at([port]).await, [ollama], "with the address a lane needs");
}

#[tokio::test]
async fn a_server_that_listens_on_both_addresses_is_one_and_on_the_newer_alone_is_found() {
    let Ok(newer) = TcpListener::bind("[::1]:0").await else { return };
    let port = newer.local_addr().expect("bound").port();
    let answers: Answers = &[("/v1/models", r#"{"data":[{"id":"m"}]}"#)];
    tokio::spawn(answer(newer, answers));
    let base_urls = || async {
        let found = discover_at([port]).await;
        found.into_iter().map(|server| server.base_url).collect::<Vec<_>>()
    };
    assert_eq!(
        base_urls().await,
        [format!("http://[::1]:{port}/v1")],
        "it is there and only there"
    );
    let Ok(older) = TcpListener::bind(("127.0.0.1", port)).await else { return };
    tokio::spawn(answer(older, answers));
    assert_eq!(base_urls().await, [format!("http://127.0.0.1:{port}/v1")], "one server, once");
}

#[test]
fn every_kind_is_looked_for_at_each_of_its_usual_ports() {
    let ports = usual_ports();
    for (port, kind) in [
        (1_234, "LM Studio"),
        (8_000, "vLLM and NIM"),
        (8_080, "llama.cpp"),
        (9_931, "llama.cpp, once it moves there as it announces"),
        (11_434, "Ollama"),
        (30_000, "SGLang"),
    ] {
        assert!(ports.contains(&port), "{kind} listens at {port} unless told otherwise");
    }
}

#[tokio::test]
async fn the_answers_of_all_ports_together_take_bounded_memory() {
    let large: &str = "x".repeat(LARGEST_FOUND + 1).leak();
    let listed: &str = format!(r#"{{"data":[{}0]}}"#, r#"{"":0},"#.repeat(60_000)).leak();
    let small = r#"{"data":[{"id":"m"}]}"#;
    let answers: Answers =
        Vec::leak(vec![("/large", large), ("/listed", listed), ("/v1/models", small)]);
    let root = format!("http://127.0.0.1:{}", serve(answers).await);
    let asker = Asker::new().expect("a client");
    let get = async |path: &str| asker.get(&format!("{root}{path}")).await;
    assert!(get("/large").await.is_none(), "no answer is that long");
    assert!(get("/listed").await.is_none(), "nor takes half a gigabyte");
    assert_eq!(asker.room.load(Ordering::Relaxed), 0, "and nothing of them is left");
    let kept = get("/v1/models").await.expect("a list");
    assert_eq!(asker.room.load(Ordering::Relaxed), kept.bytes.len(), "what is read is counted");
    asker.room.fetch_add(MOST_FOUND, Ordering::Relaxed);
    assert!(get("/v1/models").await.is_none(), "and all of it has a limit");
    asker.room.fetch_sub(MOST_FOUND, Ordering::Relaxed);
    drop(kept);
    assert_eq!(asker.room.load(Ordering::Relaxed), 0, "until it is gone");
}
