//! HTTP: connections, requests in pieces and in line, paths, methods and errors.

use std::io::{ErrorKind, Read, Write};
use std::time::Duration;

use serde_json::json;
use simulator::{Simulator, StartError};

use crate::client::{Answer, Client, asking, posting, started};

#[test]
fn a_connection_serves_one_request_after_another() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    for _ in 0..50 {
        let answer = client.complete("scripted?ttft=0&gap=0&tokens=3");
        assert!(answer.body.contains("[DONE]"), "each answer is whole");
    }
    let sequences: Vec<_> = simulator.truth().iter().map(|truth| truth.sequence).collect();
    assert_eq!(sequences, (1..=50).collect::<Vec<_>>(), "each has its truth, in order");
}

#[test]
fn requests_sent_ahead_are_answered_in_order() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let models = ["scripted?ttft=20ms&tokens=1", "scripted?ttft=0&tokens=2", "nobody"];
    client.send(&models.map(asking).concat());
    let answers = models.map(|_| client.answer().expect("three answers"));
    let statuses = answers.each_ref().map(Answer::status);
    assert_eq!(statuses, [200, 200, 404], "the slow one first, for it was asked first");
}

#[test]
fn a_request_may_come_in_pieces() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    client.socket.set_nodelay(true).expect("pieces of their own");
    for byte in asking("scripted?ttft=0&tokens=1").bytes() {
        client.socket.write_all(&[byte]).expect("the simulator reads");
    }
    assert!(client.answer().expect("an answer").body.contains("[DONE]"), "byte by byte");

    let body = json!({ "model": "scripted?ttft=0&tokens=1", "messages": [{ "role": "user" }] });
    let body = body.to_string();
    client.send("POST /v1/chat/completions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    client.send(&format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len()));
    assert_eq!(client.answer().expect("an answer").status(), 200, "or in chunks");
}

#[test]
fn a_client_that_expects_to_be_told_is_told() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let request = asking("scripted?ttft=0&tokens=1");
    let (head, body) = request.split_once("\r\n\r\n").expect("a body");
    client.send(&format!("{head}\r\nExpect: 100-continue\r\n\r\n"));
    let mut told = [0; 25];
    client.socket.read_exact(&mut told).expect("leave to go on");
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n", "before the body");
    client.send(body);
    assert_eq!(client.answer().expect("an answer").status(), 200, "after it");
}

#[test]
fn a_wrong_request_is_answered_with_what_is_wrong() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let mut refused = |body: &str| {
        client.send(&posting(body));
        let answer = client.answer().expect("an answer");
        (answer.status(), answer.json()["error"].clone())
    };
    assert_eq!(refused("{").0, 400, "not JSON");
    let (status, error) = refused(r#"{"model":"scripted"}"#);
    assert_eq!((status, &error["param"]), (400, &json!("messages")), "the parameter is named");
    let messages = r#""messages":[{"role":"user","content":"hi"}]"#;
    let (status, error) = refused(&format!(r#"{{"model":"gpt-9",{messages}}}"#));
    assert_eq!((status, &error["code"]), (404, &json!("model_not_found")), "as OpenAI");
    let (status, error) = refused(&format!(r#"{{"model":"scripted?ttft=soon",{messages}}}"#));
    let message = error["message"].as_str().expect("a message");
    assert_eq!(status, 400, "a wrong knob is a wrong request");
    assert!(message.contains("`ttft`") && message.contains("200ms"), "knob and remedy: {message}");
}

#[test]
fn each_path_has_its_methods() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let mut ask = |line: &str| {
        client.send(&format!("{line} HTTP/1.1\r\n\r\n"));
        client.answer().expect("an answer")
    };
    let models = ask("GET /v1/models").json();
    let ids: Vec<_> = models["data"].as_array().into_iter().flatten().map(|m| &m["id"]).collect();
    let profiles: Vec<_> = simulator::profiles().iter().map(|profile| profile.model).collect();
    assert_eq!(ids, profiles, "the models are the profiles");
    assert_eq!(ask("GET /v1/models/lpu").json()["id"], json!("lpu"), "one of them");
    assert_eq!(ask("GET /v1/models/gpt-9").status(), 404, "none of them");
    assert_eq!(ask("GET /truth").json(), json!([]), "nothing was asked yet");
    assert_eq!(ask("GET /").status(), 404, "no such path");
    let wrong = ask("DELETE /v1/models");
    assert_eq!(wrong.status(), 405, "no such method");
    assert!(wrong.head.contains("allow: GET, HEAD, OPTIONS"), "and which there are");

    client.send("OPTIONS /v1/chat/completions HTTP/1.1\r\n\r\nHEAD /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n");
    let mut rest = String::new();
    client.socket.read_to_string(&mut rest).expect("the connection ends as asked");
    let (options, head) = rest.split_once("\r\n\r\n").expect("two answers");
    assert!(options.contains("204") && options.contains("allow: POST, OPTIONS"), "{options}");
    assert!(head.contains("content-length") && head.ends_with("\r\n\r\n"), "no body: {head}");
}

#[test]
fn an_old_client_gets_a_stream_that_ends_with_the_connection() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    client.send(&asking("scripted?ttft=0&tokens=2").replace("HTTP/1.1", "HTTP/1.0"));
    let mut text = String::new();
    client.socket.read_to_string(&mut text).expect("the connection ends");
    assert!(!text.contains("transfer-encoding"), "it knows no chunks");
    assert!(text.ends_with("data: [DONE]\n\n"), "the stream is whole");
}

#[test]
fn no_key_is_kept_or_sent_back() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let mut seen = String::new();
    for model in ["scripted?ttft=0&tokens=1", "scripted?fault=401", "scripted?fault=500", "nobody"]
    {
        let answer = client.complete(model);
        seen += &(answer.head + &answer.body);
    }
    client.send("GET /truth HTTP/1.1\r\n\r\n");
    seen += &client.answer().expect("the truths").body;
    assert!(seen.contains("provided: sk-mar*"), "the fault 401 echoes its head, to be redacted");
    assert!(!seen.contains("0123456789"), "but never the whole");
}

#[test]
fn a_reader_that_lags_loses_nothing() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let request = asking("scripted?ttft=0&gap=0&tokens=40000");
    client.send(&request.replace("Host: localhost", "Connection: close"));
    std::thread::sleep(Duration::from_millis(300));
    let mut body = String::new();
    client.socket.read_to_string(&mut body).expect("the connection ends as asked");
    assert!(body.ends_with("\r\n0\r\n\r\n"), "the last chunk came");
    assert_eq!(body.matches("\"content\":\"").count(), 40_001, "the role and every token");
}

#[test]
fn dropping_the_simulator_ends_streams_and_frees_the_port() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    client.ask("scripted?ttft=0&gap=0&tokens=2&fault=stall");
    client.socket.read_exact(&mut [0]).expect("the stream has begun");
    let url = simulator.base_url().to_owned();
    let port = url.trim_end_matches("/v1").rsplit(':').next().and_then(|port| port.parse().ok());

    let Err(error) = Simulator::start(port) else { panic!("the port is taken") };
    assert!(
        matches!(&error, StartError::Listen { port: taken, .. } if Some(*taken) == port),
        "{error}"
    );

    drop(simulator);
    let Err(error) = client.answer() else { panic!("the stream has ended") };
    assert_ne!(error.kind(), ErrorKind::WouldBlock, "at once, not when the stall would have");
    let again = Simulator::start(port).expect("the port is free again");
    assert_eq!(again.base_url(), url, "and can be asked for");
}
