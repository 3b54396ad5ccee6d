//! Tests of the server behind the reverse proxies of docs/guides/operating.md, configured as that guide
//! says and used over TLS: everything that the browser needs arrives without delay.
//!
//! Each proxy is tested if it is installed. In CI the tests fail without nginx.

use std::net::SocketAddr;
use std::process::{Command, Stdio};

use crate::common::Folder;
use crate::people::{Guest, soon};
use crate::serve::Server;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Join, join};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// A reverse proxy, with the functions that complete its configuration and start it.
struct Proxy {
    /// The proxy's program, which is also the language of its code block in the guide.
    name: &'static str,
    /// Makes a complete configuration of the code block, the port to listen on, and the certificate with
    /// its key.
    configuration: fn(&str, &Place) -> String,
    arguments: fn(&str) -> Vec<String>,
}

/// The port to listen on and the folder with the files of a proxy.
struct Place {
    port: u16,
    folder: String,
}

const PROXIES: [Proxy; 3] = [
    Proxy {
        name: "nginx",
        configuration: |block, Place { port, folder }| {
            let block = block
                .replace("listen 443", &format!("listen 127.0.0.1:{port}"))
                .replace("/etc/ssl/games.example", &format!("{folder}/games.example"));
            format!(
                "daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n\
                 http {{\naccess_log off;\nclient_body_temp_path {folder}/body;\n\
                 proxy_temp_path {folder}/proxy;\nfastcgi_temp_path {folder}/fastcgi;\n\
                 uwsgi_temp_path {folder}/uwsgi;\nscgi_temp_path {folder}/scgi;\n{block}\n}}\n"
            )
        },
        arguments: |file| vec!["-e".into(), "stderr".into(), "-c".into(), file.into()],
    },
    Proxy {
        name: "haproxy",
        configuration: |block, Place { port, folder }| {
            let block = block
                .replace("bind :443", &format!("bind 127.0.0.1:{port}"))
                .replace("/etc/haproxy/games.example", &format!("{folder}/games.example"));
            format!("{block}\n")
        },
        arguments: |file| vec!["-db".into(), "-f".into(), file.into()],
    },
    Proxy {
        name: "caddy",
        configuration: |block, Place { port, folder }| {
            let ours = format!(
                "https://games.example:{port} {{\n    bind 127.0.0.1\n    \
                 tls {folder}/games.example.pem {folder}/games.example.key"
            );
            let block = block.replace("games.example {", &ours);
            format!("{{\n    admin off\n    auto_https off\n}}\n{block}")
        },
        arguments: |file| {
            vec![
                "run".into(),
                "--adapter".into(),
                "caddyfile".into(),
                "--config".into(),
                file.into(),
            ]
        },
    },
];

/// The code block in this language in docs/guides/operating.md.
fn block(language: &str) -> String {
    let page = conformance::documents::document("docs/guides/operating.md");
    let begins = format!("```{language}\n");
    let (_, rest) = page.split_once(&begins).unwrap_or_else(|| panic!("no block of {language}"));
    rest.split_once("\n```").unwrap().0.to_owned()
}

/// A command that runs a program, even if only administrators have its folder in their `PATH`.
fn program(name: &str) -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{path}:/usr/sbin:/usr/local/sbin");
    let mut folders = path.split(':').map(|folder| std::path::Path::new(folder).join(name));
    Command::new(folders.find(|file| file.is_file()).unwrap_or_else(|| name.into()))
}

fn is_installed(name: &str) -> bool {
    let mut version = program(name);
    version.arg(if name == "caddy" { "version" } else { "-v" });
    version.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Makes a certificate for games.example. Its key is written to a separate file and also to the file of
/// the certificate.
fn certify(folder: &Folder) {
    let (certificate, key) = (folder.path("games.example.pem"), folder.path("games.example.key"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"])
        .args(["-subj", "/CN=games.example", "-addext", "subjectAltName=DNS:games.example"])
        .args(["-days", "2", "-out", &certificate, "-keyout", &key])
        .output();
    let made = made.expect("openssl is installed");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // HAProxy wants both in one file.
    let both = [certificate.as_str(), &key].map(|file| std::fs::read_to_string(file).unwrap());
    std::fs::write(certificate, both.concat()).unwrap();
}

/// A TLS connection, through the program `openssl`.
struct Tls {
    stream: Join<ChildStdout, ChildStdin>,
    _child: Child,
}

fn connect(port: u16) -> Tls {
    let mut command = Command::new("openssl");
    command.args(["s_client", "-quiet", "-nocommands", "-servername", "games.example"]);
    command.args(["-connect", &format!("127.0.0.1:{port}")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = tokio::process::Command::from(command).kill_on_drop(true).spawn().unwrap();
    let stream = join(child.stdout.take().unwrap(), child.stdin.take().unwrap());
    Tls { stream, _child: child }
}

/// Sends a request in the way a browser does that has the page open.
async fn send(port: u16, method: &str, path: &str, body: &str) -> (Vec<String>, BufReader<Tls>) {
    let mut tls = connect(port);
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: games.example\r\nOrigin: https://games.example\r\n\
         Accept-Encoding: gzip, br\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    tls.stream.write_all(head.as_bytes()).await.unwrap();
    tls.stream.flush().await.unwrap();
    let mut answer = BufReader::new(tls);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        assert_ne!(answer.read_line(&mut line).await.unwrap(), 0, "{lines:?}");
        match line.trim_end() {
            "" => return (lines, answer),
            line => lines.push(line.to_ascii_lowercase()),
        }
    }
}

impl tokio::io::AsyncRead for Tls {
    fn poll_read(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
        buffer: &mut tokio::io::ReadBuf<'_>,
    ) -> std::task::Poll<std::io::Result<()>> {
        std::pin::Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

/// Reads the lobby's event stream until it lists this number of tables.
async fn until_listed(stream: &mut BufReader<Tls>, tables: usize) {
    loop {
        let mut line = Vec::new();
        assert_ne!(stream.read_until(b'\n', &mut line).await.unwrap(), 0, "it goes on");
        let line = String::from_utf8(line).unwrap();
        let Some(data) = line.strip_prefix("data:") else { continue };
        let lobby: Value = serde_json::from_str(data).unwrap();
        // Announcements come by the same stream.
        if lobby["tables"].as_array().is_some_and(|listed| listed.len() == tables) {
            return;
        }
    }
}

/// Starts a proxy in front of a server, and waits until it answers.
async fn start(proxy: &Proxy, server: SocketAddr, folder: &Folder) -> (Child, u16) {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = Place { port: free.local_addr().unwrap().port(), folder: folder.path("") };
    drop(free);
    let folder_name = place.folder.trim_end_matches('/').to_owned();
    let place = Place { folder: folder_name, ..place };
    certify(folder);
    let block = block(proxy.name).replace("127.0.0.1:7777", &server.to_string());
    let file = folder.file("configuration", &(proxy.configuration)(&block, &place));
    let mut command = program(proxy.name);
    command.args((proxy.arguments)(&file)).env("HOME", folder.path(""));
    let log = std::fs::File::create(folder.path("log")).unwrap();
    command.stdout(log.try_clone().unwrap()).stderr(log).stdin(Stdio::null());
    let mut child = tokio::process::Command::from(command).kill_on_drop(true).spawn().unwrap();
    let said = || std::fs::read_to_string(folder.path("log")).unwrap();
    soon("the proxy", async {
        while tokio::net::TcpStream::connect(("127.0.0.1", place.port)).await.is_err() {
            assert_eq!(child.try_wait().unwrap(), None, "{}: {}", proxy.name, said());
            tokio::task::yield_now().await;
        }
    })
    .await;
    (child, place.port)
}

#[tokio::test]
async fn docs_operating_has_proxies_that_pass_on_all_that_the_page_needs() {
    for proxy in &PROXIES {
        let name = proxy.name;
        let configured = block(name);
        assert!(configured.contains("Strict-Transport-Security"), "{name}");
        if !is_installed(name) {
            let needed = name == "nginx" && std::env::var_os("CI").is_some();
            assert!(!needed, "CI has no nginx to try the documented configuration with");
            println!("skipped: {name} is not installed");
            continue;
        }
        let folder = Folder::new(&format!("proxy-{name}"));
        let server = Server::start(&folder.0.join("data"), &["--port", "0", "--trust-proxy"]).await;
        let (mut child, port) = start(proxy, server.address, &folder).await;

        // The lobby, before there is anything and when a table is opened.
        let (head, mut lobby) = soon("the stream", send(port, "GET", "/api/lobby/live", "")).await;
        assert!(head[0].contains(" 200 "), "{name}: {head:?}");
        let has = |header: &str| head.iter().any(|line| line.starts_with(header));
        assert!(has("content-type: text/event-stream"), "{name}: {head:?}");
        assert!(has("strict-transport-security: max-age="), "{name}: {head:?}");
        assert!(!has("content-encoding"), "{name}: {head:?}");
        soon("the first event", until_listed(&mut lobby, 0)).await;

        // What changes something is not foreign, and the cookie is for HTTPS alone.
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let body =
            json!({ "game": "kokyu", "seats": seats, "name": "Ada", "terms": { "listed": true } });
        let opened = body.to_string();
        let (head, _) = soon("the table", send(port, "POST", "/api/tables", &opened)).await;
        assert!(head[0].contains(" 201 "), "{name}: {head:?}");
        let cookie = head.iter().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        assert!(cookie.starts_with("__host-") && cookie.contains("secure"), "{name}: {cookie}");

        // A socket of a seated person, so that the table is in the lobby.
        let mut guest = Guest::new(server.address);
        let table =
            guest.post("/api/tables", &body).await.json()["table"].as_str().unwrap().to_owned();
        let url = format!("wss://games.example/api/tables/{table}/live");
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("origin", "https://games.example".parse().unwrap());
        let cookie = guest.cookie.clone().unwrap().replace("zashiki_guest", "__Host-zashiki_guest");
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let tls = connect(port);
        let opened = tokio_tungstenite::client_async(request, tls.stream);
        let (mut socket, _) = soon("the socket", opened).await.unwrap();
        let first = soon("the state", futures_util::StreamExt::next(&mut socket)).await;
        let first = first.unwrap().unwrap().into_text().unwrap();
        assert!(first.contains("\"type\":\"state\""), "{name}: {first}");
        soon("the table in the lobby", until_listed(&mut lobby, 1)).await;
        child.kill().await.unwrap();
        server.kill().await;
    }
}
