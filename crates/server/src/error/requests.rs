//! Errors about malformed requests.

use axum::http::StatusCode;
use zashiki_core::{LocalizedText, text};

use super::refused::{Limit, Refused, errors};

errors! {
    no_address: NOT_FOUND,
        "そのアドレスには何もありません。docs/reference/http.md に一覧があります。",
        "There is nothing at this address; docs/reference/http.md lists what there is.";

    no_module: NOT_FOUND,
        "そのアドレスに、ブラウザ用のエンジンはありません。サーバーが更新されたときは、ページを再読み込みしてください。機能 offline なしで作られたサーバーには、まったくありません。管理者は `cargo xtask wasm` と `cargo build --release --features offline` で入れられます。",
        "There is no engine for the browser at this address. If the server was upgraded, load the page again; a server built without the feature offline has none, and its operator can include it: `cargo xtask wasm`, then `cargo build --release --features offline`.";

    wrong_method: METHOD_NOT_ALLOWED,
        "このアドレスではそのメソッドを使えません。",
        "This address does not support that method.";

    foreign_origin: FORBIDDEN,
        "ほかのサイトからの接続は受け付けません。このサーバーのアドレスを直接開くか、管理者が --allow-origin で許可してください。",
        "Requests from other sites are refused; open this server's own address, or have its operator allow the site with --allow-origin.";

    /// The request has no host name, several host names, or an invalid one.
    bad_host: BAD_REQUEST,
        "リクエストには、正しいHostヘッダーがちょうど一つ必要です。",
        "A request needs exactly one Host header, with a host and optionally a port.";

    too_slow: REQUEST_TIMEOUT over "request_time",
        "リクエストが時間内に届きませんでした。もう一度送ってください。",
        "The request did not arrive in time; send it again.";

    bad_address: BAD_REQUEST,
        "アドレスをUTF-8として読めません。リンクが最後まで写っているか確かめてください。",
        "The address is not UTF-8; check that the link was copied completely.";

    no_upgrade: UPGRADE_REQUIRED,
        "ここはWebSocketで接続するアドレスです。",
        "This address is for WebSocket connections.";
}

impl Refused {
    /// A table that was handed over before has continued on the device since.
    pub(crate) fn continued_on_device(table: &str) -> Refused {
        let message = text!(
            "この対局は前に引き継がれました(/t/{table})が、その後も端末で進められています。続きは端末に残っているので、端末で続けるか、書き出して保存してください。",
            "This game was handed over before (/t/{table}) but has continued on the device since; the device keeps it, so continue it there, or export it to a file."
        );
        Refused { status: StatusCode::CONFLICT, message, limit: None }
    }

    /// The host name in the request is not one of this server's.
    pub(crate) fn unknown_host(host: &str) -> Refused {
        let message = text!(
            "「{host}」はこのサーバーの名前として設定されていません。管理者が --hosts {host} で指定するか、リバースプロキシの後ろなら --trust-proxy を付けて起動してください。",
            "\"{host}\" is not a configured name of this server. Its operator can add it with --hosts {host}, or start the server with --trust-proxy behind a reverse proxy."
        );
        Refused { status: StatusCode::MISDIRECTED_REQUEST, message, limit: None }
    }

    pub(crate) fn too_large(most: usize) -> Refused {
        let most = most / 1024;
        Refused {
            status: StatusCode::PAYLOAD_TOO_LARGE,
            message: LocalizedText::new(
                format!("リクエストが大きすぎます({most} KiBまで)。"),
                format!("The request is too large; the limit is {most} KiB."),
            ),
            limit: Some(Limit("body")),
        }
    }
}
