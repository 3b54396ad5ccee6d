//! Errors for requests that exceed a limit.

use axum::http::StatusCode;

use super::refused::{Refused, errors};

errors! {
    table_full: SERVICE_UNAVAILABLE over "onlookers",
        "観戦している人が多すぎます。少し待ってからお試しください。席のある人はいつでも入れます。",
        "There are too many spectators; try again in a moment. Players with a seat can always connect.";

    too_many_tabs: TOO_MANY_REQUESTS over "guest_connections",
        "あなたの接続が多すぎます。使っていないタブを閉じてから、もう一度お試しください。",
        "You have too many connections; close tabs you do not use and try again.";

    address_full: TOO_MANY_REQUESTS over "address_connections",
        "お使いのネットワークからの接続が多すぎます。少し待ってからお試しください。",
        "Too many connections from your network; try again in a moment.";

    server_full: SERVICE_UNAVAILABLE over "connections",
        "サーバーが混み合っています。少し待ってからお試しください。",
        "The server has reached its maximum number of connections; try again in a moment.";

    too_many_tables: TOO_MANY_REQUESTS over "open_tables",
        "終わっていない卓が多すぎます。いくつか終えるか、明日もう一度お試しください。",
        "You have created too many tables that have not ended; finish some, or try again tomorrow.";

    too_many_waiting: TOO_MANY_REQUESTS over "waiting_tables",
        "相手を待っている卓が多すぎます。その卓を始めるか、明日もう一度お試しください。",
        "You have created too many tables that wait for players; start those, or try again tomorrow.";

    opened_too_often: TOO_MANY_REQUESTS over "openings",
        "お使いのネットワークから、短い間に多くの卓が立てられました。少し待ってからお試しください。",
        "Many tables were created from your network in a short time; try again in a few minutes.";

    studied_too_often: TOO_MANY_REQUESTS over "studies",
        "お使いのネットワークからの問い合わせが多すぎます。少し待ってからお試しください。",
        "There are too many requests from your network; try again in a moment.";

    too_many_passkeys: CONFLICT over "devices",
        "パスキーが多すぎます。使っていないものを消してから、もう一度お試しください。",
        "You have too many passkeys; remove those not in use and try again.";

    too_many_codes: TOO_MANY_REQUESTS over "codes",
        "お使いのネットワークから、短い間に多くのコードが試されました。少し待ってからお試しください。",
        "Many codes were tried from your network in a short time; try again in a few minutes.";

    set_too_often: TOO_MANY_REQUESTS over "settings",
        "お使いのネットワークからの変更が多すぎます。少し待ってからお試しください。",
        "Too many changes from your network; try again in a moment.";

    reported_too_often: TOO_MANY_REQUESTS over "reports",
        "通報が多すぎます。受け取った通報は運営者が確かめます。1時間後にもう一度お試しください。",
        "You have sent several reports already, and the operator will look at them; try again in an hour.";

    too_many_reports: SERVICE_UNAVAILABLE over "reports",
        "未処理の通報がたまっているため、いまは受け取れません。後でお試しください。",
        "Too many reports wait for the operator; try again later.";

    exported_too_often: TOO_MANY_REQUESTS over "exports",
        "データの書き出しは、前のものが終わってから、しばらく間をおいてお試しください。",
        "Your data was exported just now; let that export finish, and try again in a quarter of an hour.";

    too_many_devices: CONFLICT over "devices",
        "端末が多すぎます。プロフィールで、使っていない端末を外してから、もう一度お試しください。",
        "You have too many devices; sign out those not in use in the profile and try again.";

    helped_too_often: TOO_MANY_REQUESTS over "help",
        "助言や検討の依頼が多すぎます。前の答えを待つか、少し待ってからお試しください。",
        "There are too many requests for hints or analyses; wait for the last answer, or try again in a moment.";

    reviewed_too_often: TOO_MANY_REQUESTS over "reviews",
        "お使いのネットワークからの検討の依頼が多すぎます。いま作成中のものが終わるまで待つか、数分たってからお試しください。",
        "Too many analyses were requested from your network; wait until the running ones are done, or try again in a few minutes.";

    too_many_reviews: SERVICE_UNAVAILABLE over "reviews",
        "ほかの対局を検討しているところです。少し待ってからお試しください。",
        "Other games are being analysed; try again in a moment.";
}
