use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::{Ends, smallest_us};

async fn pair(address: &str) -> Option<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind(address).await.ok()?;
    let client = TcpStream::connect(listener.local_addr().ok()?).await.ok()?;
    let (server, _) = listener.accept().await.ok()?;
    Some((client, server))
}

#[tokio::test]
async fn the_kernel_tells_the_round_trip_of_an_open_connection_and_of_no_closed_one() {
    for address in ["127.0.0.1:0", "[::1]:0"] {
        let Some((mut client, mut server)) = pair(address).await else { continue };
        client.write_all(b"a request").await.expect("loopback takes it");
        let mut request = [0; 9];
        server.read_exact(&mut request).await.expect("it arrives");
        server.write_all(b"an answer").await.expect("loopback takes it");
        client.read_exact(&mut request).await.expect("it arrives");
        let ends = Ends::of(&client).expect("it is open");
        let us = smallest_us(ends).expect("the kernel tells it");
        assert!(us < 1_000_000, "{address}: {us} µs on loopback");
        drop((client, server));
        assert_eq!(smallest_us(ends), None, "{address}: it is closed");
    }
}
