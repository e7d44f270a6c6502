// A plain reqwest + tokio reference client: what a straightforward Rust client measures. One timestamp per network
// read (taken when the bytes are handed over), one serde_json parse per event (borrowed, only the needed fields).
use futures_util::StreamExt;
use serde::Deserialize;
use std::borrow::Cow;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use std::time::Instant;
#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(borrow)]
    content: Option<Cow<'a, str>>,
}
#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    delta: Delta<'a>,
}
#[derive(Deserialize)]
struct Usage {
    completion_tokens: u64,
}
#[derive(Deserialize)]
struct Ev<'a> {
    #[serde(borrow, default)]
    choices: Vec<Choice<'a>>,
    usage: Option<Usage>,
    error: Option<serde_json::Value>,
}
/// One request; the model's name carries the lane's number, by which the server tells its truth.
async fn one(c: &reqwest::Client, url: &str, lane: usize) -> serde_json::Value {
    let body = serde_json::json!({"model":format!("mock_lane={lane}"),"stream":true,"stream_options":{"include_usage":true},"max_tokens":512,"messages":[{"role":"user","content":"Explain the tradeoffs between synchronous and asynchronous I/O."}]});
    let req = c.post(url).json(&body).build().unwrap();
    let t0 = Instant::now();
    let (mut first, mut last, mut chunks, mut usage, mut done, mut err) =
        (None, None, 0u64, None, false, None::<String>);
    let mut gaps: Vec<f64> = Vec::with_capacity(1024);
    match c.execute(req).await {
        Err(e) => err = Some(e.to_string()),
        Ok(r) if !r.status().is_success() => err = Some(r.status().to_string()),
        Ok(r) => {
            let mut s = r.bytes_stream();
            let mut buf: Vec<u8> = Vec::with_capacity(16384);
            'o: while let Some(b) = s.next().await {
                let t = Instant::now();
                let b = match b {
                    Ok(b) => b,
                    Err(e) => {
                        err = Some(e.to_string());
                        break;
                    }
                };
                buf.extend_from_slice(&b);
                let mut p = 0;
                while let Some(i) = buf[p..].iter().position(|x| *x == b'\n') {
                    let line = &buf[p..p + i];
                    p += i + 1;
                    let Some(d) = line.strip_prefix(b"data: ") else { continue };
                    if d == b"[DONE]" {
                        done = true;
                        continue;
                    }
                    match serde_json::from_slice::<Ev>(d) {
                        Ok(e) => {
                            if let Some(x) = e.error {
                                err = Some(x.to_string());
                                break 'o;
                            }
                            if let Some(u) = e.usage {
                                usage = Some(u.completion_tokens)
                            }
                            if e.choices
                                .first()
                                .and_then(|c| c.delta.content.as_ref())
                                .map(|c| !c.is_empty())
                                .unwrap_or(false)
                            {
                                if let Some(l) = last {
                                    gaps.push((t - l as Instant).as_secs_f64() * 1e3)
                                }
                                first.get_or_insert(t);
                                last = Some(t);
                                chunks += 1;
                            }
                        }
                        Err(e) => {
                            err = Some(e.to_string());
                            break 'o;
                        }
                    }
                }
                buf.drain(..p);
            }
        }
    }
    let ms = |t: Option<Instant>| t.map(|t| (t - t0).as_secs_f64() * 1e3);
    let n = usage.unwrap_or(chunks);
    let tps = match (first, last) {
        (Some(a), Some(b)) if n > 1 && b > a => Some((n - 1) as f64 / (b - a).as_secs_f64()),
        _ => None,
    };
    gaps.sort_by(|a, b| a.total_cmp(b));
    let q = |p: f64| {
        if gaps.is_empty() { None } else { Some(gaps[((gaps.len() - 1) as f64 * p) as usize]) }
    };
    serde_json::json!({"lane": lane, "itl_p50": q(0.5), "itl_p95": q(0.95), "itl_p99": q(0.99), "itl_max": q(1.0), "ttft_ms": ms(first), "last_ms": ms(last), "tps": tps, "tokens": n, "chunks": chunks, "done": done, "error": err, "elapsed": t0.elapsed().as_secs_f64()})
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (url, conc, n, out) = (
        format!("{}/chat/completions", a[1]),
        a[2].parse::<usize>().unwrap(),
        a[3].parse::<usize>().unwrap(),
        a[4].clone(),
    );
    let rt = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(std::env::var("REF_THREADS").ok().and_then(|x| x.parse().ok()).unwrap_or(2))
        .enable_all()
        .build()
        .unwrap();
    rt.block_on(async move {
        let c = reqwest::Client::builder()
            .tcp_nodelay(true)
            .timeout(std::time::Duration::from_secs(30))
            .build()
            .unwrap();
        let left = Arc::new(AtomicUsize::new(n));
        // One request of each lane beforehand, so that every lane has a connection, as a careful harness does.
        let warm = std::env::var("REF_WARM_URL").ok().map(|base| format!("{base}/chat/completions"));
        let (warm, ready) = (Arc::new(warm), Arc::new(tokio::sync::Barrier::new(conc)));
        let url = Arc::new(url);
        let t = Instant::now();
        let hs: Vec<_> = (0..conc)
            .map(|lane| {
                let (c, left, url) = (c.clone(), left.clone(), url.clone());
                let (warm, ready) = (warm.clone(), ready.clone());
                tokio::spawn(async move {
                    let mut v = vec![];
                    if let Some(warm) = warm.as_ref() {
                        one(&c, warm, lane).await;
                        ready.wait().await;
                    }
                    while left
                        .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |x| x.checked_sub(1))
                        .is_ok()
                    {
                        v.push(one(&c, &url, lane).await)
                    }
                    v
                })
            })
            .collect();
        let mut r = vec![];
        for h in hs {
            r.extend(h.await.unwrap())
        }
        std::fs::write(
            out,
            serde_json::json!({"results": r, "wall": t.elapsed().as_secs_f64()}).to_string(),
        )
        .unwrap();
    });
}
