//! Requests on an address of this machine: HTTP/1.1 with JSON, one request a connection.

use std::{io, sync::Arc, time::Duration};

use reqwest::Url;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

use super::{Desk, Reply, Request};

/// Bytes of a request's head and body together.
const MOST_BYTES: usize = 1024 * 1024;

/// How long a request may take to come in.
const LIMIT: Duration = Duration::from_secs(10);

/// Answers whoever connects, until the task is ended.
pub(super) async fn listen(listener: TcpListener, desk: Arc<dyn Desk>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many connections, say; they pass.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let desk = Arc::clone(&desk);
        tokio::spawn(async move {
            // Who hangs up early gets no answer.
            let _hung_up = answer(stream, &*desk).await;
        });
    }
}

async fn answer(mut stream: TcpStream, desk: &dyn Desk) -> io::Result<()> {
    let reply = match timeout(LIMIT, read(&mut stream)).await {
        Ok(Ok(Ok(request))) => desk.request(&request),
        Ok(Ok(Err(refused))) => refused,
        Ok(Err(cause)) => return Err(cause),
        Err(_) => refusal(408, "The request took too long to come in."),
    };
    let body = reply.body.to_string();
    let head = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        reply.status,
        reason(reply.status),
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}

/// The request of a connection, or why it is refused.
async fn read(stream: &mut TcpStream) -> io::Result<Result<Request, Reply>> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > MOST_BYTES || stream.read_buf(&mut bytes).await? == 0 {
            return Ok(Err(refusal(400, "This is no request.")));
        }
    };
    let head = match head(&String::from_utf8_lossy(&bytes[..end])) {
        Ok(head) => head,
        Err(refused) => return Ok(Err(refused)),
    };
    let mut body = bytes.split_off(end + 4);
    if head.length > MOST_BYTES {
        return Ok(Err(refusal(413, "The request is too large.")));
    }
    while body.len() < head.length {
        if stream.read_buf(&mut body).await? == 0 {
            return Ok(Err(refusal(400, "The request is cut short.")));
        }
    }
    body.truncate(head.length);
    if body.is_empty() {
        return Ok(Ok(head.request));
    }
    Ok(match serde_json::from_slice(&body) {
        Ok(body) => Ok(Request { body, ..head.request }),
        Err(cause) => Err(refusal(400, &format!("The request's body is not JSON: {cause}."))),
    })
}

/// What stands before a body.
struct Head {
    request: Request,
    length: usize,
}

fn head(text: &str) -> Result<Head, Reply> {
    let mut lines = text.lines();
    let mut first = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1")) = (first.next(), first.next(), first.next()) else {
        return Err(refusal(400, "This is no request."));
    };
    let target = Url::parse("http://localhost").and_then(|base| base.join(target));
    let Ok(url) = target else { return Err(refusal(400, "This is no request.")) };
    let mut length = 0;
    for line in lines {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        match name.as_str() {
            "content-length" => length = value.parse().map_err(|_| refusal(400, "This is no request."))?,
            "transfer-encoding" => return Err(refusal(411, "Say how long the request is.")),
            "origin" | "sec-fetch-site" => return Err(refusal(403, "Pages in a browser are not answered.")),
            _ => {}
        }
    }
    let query = url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    let request = Request { method: method.to_owned(), path: url.path().to_owned(), query, body: Value::Null };
    Ok(Head { request, length })
}

fn refusal(status: u16, why: &str) -> Reply {
    Reply { status, body: json!({ "error": why }) }
}

fn reason(status: u16) -> &'static str {
    reqwest::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_and_a_page_refused() {
        let read = head("GET /v2/a%20b?q=1+2&q=%7B%7D HTTP/1.1\r\nHost: x\r\nContent-Length: 3").ok().unwrap();
        let pairs = [("q", "1 2"), ("q", "{}")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!((read.request.path.as_str(), read.length), ("/v2/a%20b", 3));
        assert_eq!(read.request.query, pairs);
        for (text, status) in [
            ("", 400),
            ("GET /", 400),
            ("GET / HTTP/1.1\r\nContent-Length: much", 400),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked", 411),
            ("POST / HTTP/1.1\r\norigin: http://evil.example", 403),
        ] {
            assert_eq!(head(text).err().map(|refused| refused.status), Some(status), "{text}");
        }
    }
}
