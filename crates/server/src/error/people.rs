//! Errors about people, bot accounts, their credentials and permissions.

use axum::http::StatusCode;
use session::table::record::rfc3339;
use zashiki_core::LocalizedText;

use super::refused::{Refused, errors};

errors! {
    wrong_admin_token: UNAUTHORIZED,
        "管理用のトークンが違います。サーバーの --admin-token と同じファイルを指定してください。",
        "The operator's token is wrong; use the file of the server's --admin-token.";

    unknown_bot: UNAUTHORIZED,
        "このトークンのボットアカウントはありません。最後まで写っているか確かめるか、サーバーの管理者に新しいトークンを頼んでください。",
        "There is no bot account with this token; check that it was copied completely, or ask the operator of the server for a new one.";

    for_people: FORBIDDEN,
        "ここは人のためのアドレスで、ボットアカウントは使えません。docs/guides/bot-accounts.md に、使えるアドレスの一覧があります。",
        "This address is for people and not for bot accounts; docs/guides/bot-accounts.md lists the addresses for bot accounts.";

    no_push: NOT_FOUND,
        "このサーバーはプッシュ通知を送りません。管理者が --push-key で鍵を設定すると使えます。",
        "This server sends no push notifications; its operator can set a key with --push-key.";

    push_without_seat: FORBIDDEN,
        "プッシュ通知は、席に着いている人に送ります。先にどこかの卓で席に着いてください。",
        "Push notifications are for players with a seat; take a seat at a table first.";

    bad_push: BAD_REQUEST,
        "この端末には通知を送れません。ブラウザのプッシュサービスのアドレスと鍵を送ってください。",
        "This device cannot be notified; send the address and the keys from the push service of its browser.";

    no_code: NOT_FOUND,
        "この復元コードは使えません。新しいコードを作ると、前のコードは無効になります。最後に作ったコードを入れてください。",
        "This recovery code is not valid; only the newest code is, so enter the one that you created last.";

    mistyped: BAD_REQUEST,
        "復元コードに写し間違いがあります。5文字ずつ5組の、すべての文字を確かめてください。",
        "The recovery code was mistyped; check all five groups of five letters.";

    same_person: CONFLICT,
        "このブラウザは、すでにその人として使われています。何もする必要はありません。",
        "This browser belongs to that person already; there is nothing to do.";

    changed_meanwhile: CONFLICT,
        "確かめている間に、コードか端末が変わりました。もう一度確かめてください。",
        "A code or a device has changed meanwhile; check the consequences again.";

    no_site: BAD_REQUEST,
        "パスキーは、名前のあるアドレスのページでしか使えません。数字のアドレスではなく、localhost かドメイン名で開いてください。",
        "Passkeys need a host name in the page's address; open the page by localhost or a domain, not by an IP address.";

    bad_passkey: BAD_REQUEST,
        "パスキーを確かめられませんでした。このページを読み込み直して、もう一度お試しください。",
        "The passkey could not be verified; load this page again and try once more.";

    late_passkey: BAD_REQUEST,
        "パスキーの確認に5分以上かかったか、別のブラウザで始められました。もう一度お試しください。",
        "The passkey took more than five minutes, or was requested in another browser; try again.";

    unknown_passkey: NOT_FOUND,
        "このパスキーは、ここではもう使えません。別のパスキーか復元コードを使い、この端末からは削除してください。",
        "This server no longer knows this passkey; use another one or a recovery code, and delete it from your device.";

    known_passkey: CONFLICT,
        "このパスキーはもう登録されています。何もする必要はありません。",
        "This passkey is registered already; there is nothing to do.";

    read_only: FORBIDDEN,
        "いまは新しい対局を始められません。続いている対局は最後まで遊べます。後でもう一度お試しください。",
        "No new game can begin on this server for now; games under way can be played to their end. Try again later.";

    not_invited: FORBIDDEN,
        "このサーバーで卓を立てられるのは、招待された人だけです。運営者に招待リンクをもらうか、ほかの人の卓のリンクから座ってください。",
        "Only invited people may create tables on this server; ask its operator for an invitation, or join a table whose link you have.";

    no_invitation: NOT_FOUND,
        "その招待は使えません。使い切られたか、期限が切れたか、リンクが欠けています。運営者に確かめてください。",
        "This invitation is used up or expired, or its link is incomplete; ask the operator for another.";

    unwanted_name: BAD_REQUEST,
        "その名前には、このサーバーで使えない言葉が入っています。別の名前にしてください。",
        "That name contains a word that this server does not allow; choose another name.";

    nobody_to_report: BAD_REQUEST,
        "その席に人はいません。通報できるのは、人が座っている席だけです。",
        "No person has that seat; only people can be reported.";
}

impl Refused {
    pub(crate) fn banned(until: Option<i64>, reason: &str) -> Refused {
        let (ja, en) = said(until, reason);
        Refused {
            status: StatusCode::FORBIDDEN,
            message: LocalizedText::new(
                format!(
                    "サーバーの運営者により、利用が止められています{ja}。ほかの人の対局は見られます。"
                ),
                format!(
                    "The operator of this server has banned you{en}. You can still watch games."
                ),
            ),
            limit: None,
        }
    }

    pub(crate) fn blocked(until: Option<i64>, reason: &str) -> Refused {
        let (ja, en) = said(until, reason);
        Refused {
            status: StatusCode::FORBIDDEN,
            message: LocalizedText::new(
                format!(
                    "お使いのネットワークからの利用は、サーバーの運営者により断られています{ja}。"
                ),
                format!("The operator of this server refuses requests from your network{en}."),
            ),
            limit: None,
        }
    }

    pub(crate) fn report_too_long(most: usize) -> Refused {
        Refused {
            status: StatusCode::BAD_REQUEST,
            message: LocalizedText::new(
                format!("通報の文は{most}文字までです。短くしてください。"),
                format!(
                    "The text of a report can have at most {most} characters; make it shorter."
                ),
            ),
            limit: None,
        }
    }
}

/// The end time and the reason of a ban in brackets, to be appended to a message, in Japanese and in English.
/// Empty if neither is known.
fn said(until: Option<i64>, reason: &str) -> (String, String) {
    let (mut ja, mut en) = (Vec::new(), Vec::new());
    if let Some(until) = until.map(rfc3339) {
        ja.push(format!("{until} まで"));
        en.push(format!("until {until}"));
    }
    if !reason.is_empty() {
        ja.push(format!("理由: {reason}"));
        en.push(format!("reason: {reason}"));
    }
    match ja.is_empty() {
        true => (String::new(), String::new()),
        false => (format!("({})", ja.join("、")), format!(" ({})", en.join(", "))),
    }
}
