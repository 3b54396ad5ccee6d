//! All error answers of the server, in both languages.
//!
//! The common rules that they refer to are defined in [`zashiki_core::common_rules`].

use axum::Json;
use axum::http::header::WWW_AUTHENTICATE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use zashiki_core::{IllegalAction, InputError, LocalizedText, ReplayError, RuleId, text};

use crate::ids;
use crate::protocol::Refusal;

/// The rule for a takeback that needs the others' consent.
pub(crate) const BY_CONSENT: RuleId = RuleId("T-16");

/// The rule for abandoning a match by consent.
pub(crate) const BREAKING_OFF: RuleId = RuleId("T-17");

/// The rule for leaving a match and returning to it.
pub(crate) const LEAVING: RuleId = RuleId("T-18");

impl Refusal {
    const fn rule(id: &'static str, ja: &'static str, en: &'static str) -> Refusal {
        Refusal { rule: Some(RuleId(id)), message: LocalizedText::fixed(ja, en) }
    }

    const fn plain(ja: &'static str, en: &'static str) -> Refusal {
        Refusal { rule: None, message: LocalizedText::fixed(ja, en) }
    }

    /// `T-6`.
    pub(crate) const STALE: Refusal = Refusal::rule(
        "T-6",
        "その後、盤面が動いています。いまの盤面を見て、もう一度選んでください。",
        "The table has changed since; look at it and choose again.",
    );

    /// `T-7`.
    pub(crate) const NOT_BEGUN: Refusal = Refusal::rule(
        "T-7",
        "対局はまだ始まっていません。全員がそろい、配り終えるまで待ってください。",
        "The game has not started; wait until everybody is here and the setup is complete.",
    );

    /// `T-8`.
    pub(crate) const NO_SEAT: Refusal = Refusal::rule(
        "T-8",
        "あなたは観戦中です。席に着いている人だけが操作できます。",
        "You are watching; only players with a seat may do that.",
    );

    /// `T-9`.
    pub(crate) const NOT_OVER: Refusal = Refusal::rule(
        "T-9",
        "対局はまだ終わっていません。再戦は終わってから始められます。",
        "The game is not over yet; a rematch can be requested after the end.",
    );

    /// `T-10`, for a seat that is taken.
    pub(crate) const TAKEN: Refusal = Refusal::rule(
        "T-10",
        "その席は空いていません。ほかの空席を選ぶか、観戦してください。",
        "That seat is not open; take another open seat or watch.",
    );

    /// `T-10`, for a person who has another seat.
    pub(crate) const SEATED: Refusal = Refusal::rule(
        "T-10",
        "すでに別の席に着いています。一人が着ける席は一つです。",
        "You already have a seat; each player has only one.",
    );

    /// `T-14`, while an offer is pending.
    pub(crate) const OFFER_STANDS: Refusal = Refusal::rule(
        "T-14",
        "すでに提案が出ています。その提案に返事をするか、返事を待ってください。",
        "An offer is already pending; answer it, or wait for the answer.",
    );

    /// `T-14`, for a seat that has made this offer already.
    pub(crate) const OFFERED: Refusal = Refusal::rule(
        "T-14",
        "同じ提案は、自分の決定ごとに一度だけです。次の決定の後に提案してください。",
        "You have already made that offer; you may repeat it after your next decision.",
    );

    /// `T-15`.
    pub(crate) const NO_OFFER: Refusal = Refusal::rule(
        "T-15",
        "その提案はもうありません。取り下げられたか、断られたか、対局が進みました。",
        "That offer is no longer valid: it was withdrawn or declined, or the game has continued.",
    );

    /// `T-5`, in a rated match.
    pub(crate) const RATED_UNDO: Refusal = Refusal::rule(
        "T-5",
        "レーティング戦では、ほかの席(ボットも)が動いた後や、伏せたものが公開された後の決定は取り消せません。",
        "In a rated game a decision is final once another seat or a bot has acted, or hidden information was revealed.",
    );

    /// `T-5`, for a seat that would have no time left to decide again.
    pub(crate) const NO_TIME_TO_UNDO: Refusal = Refusal::rule(
        "T-5",
        "取り消すと、自分の時計は決定の前から動き続けていたことになります。残り時間がないため、取り消せません。",
        "After a takeback your clock counts as running since that decision, and it would have run out by now; the decision is final.",
    );

    /// `T-20`, for a decision made after the time had run out.
    pub(crate) const EXPIRED: Refusal = Refusal::rule(
        "T-20",
        "時間切れで決まった手は取り消せません。次の決定から続けてください。",
        "Your time ran out for that decision, so it cannot be taken back; continue with the next one.",
    );

    /// `T-17`, in a rated match.
    pub(crate) const RATED_ABANDON: Refusal = Refusal::rule(
        BREAKING_OFF.0,
        "レーティング戦を打ち切るには、ほかの人が全員席にいて同意する必要があります。投了するか、続けてください。",
        "A rated game can be abandoned only if other people take part, all of them are at the table, and all agree; resign or continue.",
    );

    /// `T-24`, for a bot without measured strength.
    pub(crate) const BOT_UNMEASURED: Refusal = Refusal::rule(
        "T-24",
        "レーティング戦のボットは、強さを測ってある入門〜名人の5段階に限ります。ボットを選び直すか、レーティングなしの卓にしてください。",
        "Bots in a rated game are those of the five levels, Novice to Master, whose strength was measured; choose one of these, or make the table unrated.",
    );

    /// `T-16`.
    pub(crate) const NOTHING_TO_ASK: Refusal = Refusal::rule(
        BY_CONSENT.0,
        "待ったを頼む必要がないか、取り消せる自分の決定がまだありません。",
        "No request is needed: you have not decided anything yet, or you may take it back alone.",
    );

    /// `T-18`, for a player who has not left.
    pub(crate) const NOT_AWAY: Refusal = Refusal::rule(
        LEAVING.0,
        "席を離れていません。そのまま続けられます。",
        "You have not left; just continue.",
    );

    /// `T-18`, for giving up the seat of a rated match.
    pub(crate) const RATED: Refusal = Refusal::rule(
        LEAVING.0,
        "レーティング戦の席は譲れません。席を残したまま離れると、ボットが代わりに打ちます。",
        "The seat of a rated game cannot be given up; leave and keep it, and a bot plays for you.",
    );

    /// `T-18`, for a player who has left.
    pub(crate) const AWAY: Refusal = Refusal::rule(
        LEAVING.0,
        "席を離れているため、ボットが代わりに打っています。戻ってから操作してください。",
        "You have left and a bot plays for you; return first.",
    );

    /// `T-20`.
    pub(crate) const LOST: Refusal = Refusal::rule(
        "T-20",
        "時間切れで席を失ったため、ボットが最後まで打ちます。続きは観戦できます。",
        "Your time ran out and a bot keeps your seat; you can still watch.",
    );

    /// `T-23`, for a bot account and a rated match.
    pub(crate) const BOT_UNRATED: Refusal = Refusal::rule(
        "T-23",
        "ボットアカウントはレーティング戦に加われません。レーティングなしの卓にしてください。",
        "Bot accounts cannot play rated games; create an unrated table.",
    );

    /// `T-23`, for a bot account at another person's table in the lobby.
    pub(crate) const BOT_UNASKED: Refusal = Refusal::rule(
        "T-23",
        "ロビーの卓は、ボットアカウントのためのものではありません。自分で卓を開くか、招待リンクで呼ばれた卓で座ってください。",
        "Bot accounts cannot join tables from the lobby; create your own table, or join one whose link you have.",
    );

    /// `T-23`, for a bot account that requests advice.
    pub(crate) const BOT_UNADVISED: Refusal = Refusal::rule(
        "T-23",
        "ボットアカウントは助言を受けられません。自分で決めてください。",
        "Bot accounts get no advice; decide yourself.",
    );

    /// `T-19`, for anyone except the table's creator.
    pub(crate) const NOT_HOST: Refusal = Refusal::rule(
        "T-19",
        "卓を整えられるのは、開いた人だけです。変えてほしいことは、その人に伝えてください。",
        "Only the person who created the table may change it; ask them for the change.",
    );

    /// `T-19`, after the match has started.
    pub(crate) const BEGUN: Refusal = Refusal::rule(
        "T-19",
        "対局はもう始まっています。席や条件を変えられるのは始まるまでで、いまは「席を離れる」を使えます。",
        "The game has started; seats and settings can change only before that, but you can leave.",
    );

    /// `T-19`, after the table was cancelled.
    pub(crate) const CANCELLED: Refusal = Refusal::rule(
        "T-19",
        "この卓は取りやめになりました。新しい卓を開いてください。",
        "This table was cancelled; create a new one.",
    );

    /// `T-19`, for a seat that a person occupies.
    pub(crate) const OCCUPIED: Refusal = Refusal::rule(
        "T-19",
        "人が着いている席は取り除けません。先に空席にしてください。",
        "A person has that seat; make the seat open first.",
    );

    /// Too many phrases in a short time.
    pub(crate) const TALKATIVE: Refusal = Refusal::plain(
        "続けて話しかけすぎです。少し待ってからもう一度どうぞ。",
        "You have sent too many phrases; wait a few seconds.",
    );

    /// A commitment to a share came after the shares were requested.
    pub(crate) const PROMISED_LATE: Refusal = Refusal::plain(
        "配りに加える数は、もう集められています。この対局では変えられません。",
        "The shares for this game's seed are already being collected; commitments can no longer be made or changed.",
    );

    /// The commitment is void.
    pub(crate) const PROMISED_AGAIN: Refusal = Refusal::plain(
        "席が空いたため、その数の約束は無効になりました。新しい数を選び、そのハッシュを送ってください。",
        "That commitment is void, because a seat became open and others may know the share; draw another share and send its hash.",
    );

    /// A share was sent before it was requested.
    pub(crate) const SHARED_EARLY: Refusal = Refusal::plain(
        "配りに加える数は、まだ送らないでください。全員の席が決まってから集めます。",
        "Keep your share secret until every seat is taken; then it will be requested.",
    );

    /// A share was sent without a commitment.
    pub(crate) const NOT_PROMISED: Refusal = Refusal::plain(
        "この数は受け取れません。配りに加えるには、席に着くときにハッシュを送ってください。",
        "This share cannot be accepted; to contribute to the seed, send its hash when you take the seat.",
    );

    /// A share does not match its commitment.
    pub(crate) const OTHER_SHARE: Refusal = Refusal::plain(
        "この数は、先に送られたハッシュと合いません。約束した数を送ってください。",
        "The hash of this share is not the one that was sent before; send the share you committed to.",
    );

    /// The match has started without the share.
    pub(crate) const DEALT: Refusal = Refusal::plain(
        "もう配り終えて、対局が始まっています。数は加えられません。",
        "The game has started with its seed; no share can be added to it.",
    );

    /// `T-21`.
    pub(crate) const NO_ADVICE: Refusal = Refusal::rule(
        "T-21",
        "この卓は助言なしで対局しています。助言は、条件で認めた卓でだけ受けられます。",
        "This table does not allow advice; it is available only at tables whose settings allow it.",
    );

    /// The store rejected the write.
    pub(crate) const NOT_SAVED: Refusal = Refusal::plain(
        "保存できなかったため、何も変わっていません。サーバーの空き容量を確保してから、もう一度お試しください。",
        "It could not be saved, so nothing changed; free space on the server and try again.",
    );

    /// The database is unreachable, and the outcome of the write is unknown. Resending the message with the
    /// same id applies it at most once.
    pub(crate) const NOT_SAVED_YET: Refusal = Refusal::plain(
        "データベースにつながらず、まだ保存されていません。少し待ってから、もう一度お試しください。",
        "It is not saved yet: the database cannot be reached. Wait a moment and try again.",
    );

    /// Logs a failed write and returns its error.
    pub(crate) fn not_saved(error: &sqlx::Error) -> Refusal {
        tracing::error!(%error, "a change could not be saved");
        if is_lost(error) { Refusal::NOT_SAVED_YET } else { Refusal::NOT_SAVED }
    }

    /// Returns true if the write may succeed when retried.
    pub(crate) fn is_not_saved(&self) -> bool {
        *self == Refusal::NOT_SAVED || *self == Refusal::NOT_SAVED_YET
    }

    /// A draft is too long, or its interpretation is.
    pub(crate) fn draft_too_long(most: usize) -> Refusal {
        Refusal {
            rule: None,
            message: LocalizedText::new(
                format!(
                    "作りかけの手が長すぎます({most}バイトまで)。同じものの繰り返しを消して、短くしてください。"
                ),
                format!(
                    "The draft is too long (at most {most} bytes); remove what it repeats and make it shorter."
                ),
            ),
        }
    }

    /// The id of a message is invalid.
    pub(crate) const BAD_ID: Refusal = Refusal::plain(
        "メッセージの id は制御文字のない1〜64文字で、席ごとに新しくしてください。",
        "A message's id has 1 to 64 characters, none of them a control, and belongs to one message of one seat.",
    );

    /// The message cannot be parsed, for this reason.
    pub(crate) fn unreadable(fault: LocalizedText) -> Refusal {
        let message = text!(
            "メッセージを読めません: {fault}。docs/reference/http.md の形式で送ってください。",
            "The message cannot be read: {fault}. Send it in the format of docs/reference/http.md.",
            fault
        );
        Refusal { rule: None, message }
    }

    /// The message is binary.
    pub(crate) const NOT_TEXT: Refusal = Refusal::plain(
        "バイナリのメッセージは読めません。JSONのテキストで送ってください。",
        "Binary messages cannot be read; send JSON as text.",
    );
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused { status: StatusCode::BAD_REQUEST, message: refusal.message, limit: None }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        Refusal { rule: None, message: refused.message }
    }
}

impl From<IllegalAction> for Refusal {
    fn from(illegal: IllegalAction) -> Self {
        Refusal { rule: Some(illegal.rule), message: illegal.message }
    }
}

/// An error response: an HTTP status and a message.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    message: LocalizedText,
    /// The exceeded limit, for the metrics.
    limit: Option<Limit>,
}

/// The name of a limit in [`crate::telemetry::metrics`]; responses caused by a limit carry it as an
/// extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit(pub(crate) &'static str);

impl Refused {
    pub(crate) fn new(status: StatusCode, ja: &'static str, en: &'static str) -> Refused {
        Refused { status, message: LocalizedText::fixed(ja, en), limit: None }
    }

    /// The same error, counted under this limit.
    fn over(self, limit: &'static str) -> Refused {
        Refused { limit: Some(Limit(limit)), ..self }
    }

    pub(crate) fn bad(ja: impl Into<String>, en: impl Into<String>) -> Refused {
        Refused {
            status: StatusCode::BAD_REQUEST,
            message: LocalizedText::new(ja, en),
            limit: None,
        }
    }

    /// The body cannot be parsed, for this reason.
    pub(crate) fn unreadable(fault: LocalizedText) -> Refused {
        let message = text!(
            "リクエストを読めません: {fault}。docs/reference/http.md の形式で送ってください。",
            "The request cannot be read: {fault}. Send it in the format of docs/reference/http.md.",
            fault
        );
        Refused { status: StatusCode::BAD_REQUEST, message, limit: None }
    }

    pub(crate) fn no_table() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "その卓はありません。リンクが最後まで写っているか確かめてください。",
            "There is no such table; check that the link was copied to its end.",
        )
    }

    pub(crate) fn no_puzzle() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "その問題はありません。問題の一覧から選んでください。",
            "There is no such puzzle; choose one from the list of puzzles.",
        )
    }

    pub(crate) fn unknown_game(bad: InputError) -> Refused {
        Refused { status: StatusCode::NOT_FOUND, message: bad.into(), limit: None }
    }

    pub(crate) fn no_address() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "その住所には何もありません。docs/reference/http.md に一覧があります。",
            "There is nothing at this address; docs/reference/http.md lists what there is.",
        )
    }

    pub(crate) fn wrong_method() -> Refused {
        Refused::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "この住所ではそのメソッドを使えません。",
            "This address does not take that method.",
        )
    }

    pub(crate) fn not_over() -> Refused {
        Refused::new(
            StatusCode::CONFLICT,
            "対局がまだ終わっていません。棋譜には伏せたものも含まれるため、終わってから渡します。",
            "The game is not over; its record contains hidden information and is available after the end.",
        )
    }

    pub(crate) fn foreign_origin() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            "ほかのサイトからの接続は受け付けません。このサーバーの住所を直接開くか、管理者が --allow-origin で許可してください。",
            "Requests from other sites are refused; open this server's own address, or have its operator allow the site with --allow-origin.",
        )
    }

    /// The request has no host, several hosts, or an invalid one.
    pub(crate) fn bad_host() -> Refused {
        Refused::new(
            StatusCode::BAD_REQUEST,
            "リクエストには、正しいHostヘッダーがちょうど一つ必要です。",
            "A request needs exactly one Host header, with a host and perhaps a port.",
        )
    }

    /// The host name is not one of this server's.
    pub(crate) fn unknown_host(host: &str) -> Refused {
        let message = text!(
            "「{host}」はこのサーバーの名前として設定されていません。管理者が --hosts {host} で指定するか、リバースプロキシの後ろなら --trust-proxy を付けて起動してください。",
            "\"{host}\" is not set up as a name of this server. Its operator can name it with --hosts {host}, or start the server with --trust-proxy behind a reverse proxy."
        );
        Refused { status: StatusCode::MISDIRECTED_REQUEST, message, limit: None }
    }

    pub(crate) fn table_full() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "観戦している人が多すぎます。少し待ってからお試しください。席のある人はいつでも入れます。",
            "There are too many spectators; try again in a moment. Players with a seat can always connect.",
        )
        .over("onlookers")
    }

    pub(crate) fn unknown_bot() -> Refused {
        Refused::new(
            StatusCode::UNAUTHORIZED,
            "このトークンのボットアカウントはありません。最後まで写っているか確かめるか、サーバーの管理者に新しいトークンを頼んでください。",
            "There is no bot account with this token; check that it was copied to its end, or ask the operator of the server for a new one.",
        )
    }

    pub(crate) fn for_people() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            "ここは人のための住所で、ボットアカウントは使えません。docs/guides/bot-accounts.md に、使える住所の一覧があります。",
            "This address is for people and not for bot accounts; docs/guides/bot-accounts.md lists those that are.",
        )
    }

    pub(crate) fn no_push() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "このサーバーはプッシュ通知を送りません。管理者が --push-key で鍵を設定すると使えます。",
            "This server sends no push notifications; its operator can set a key with --push-key.",
        )
    }

    pub(crate) fn push_without_seat() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            "プッシュ通知は、席に着いている人に送ります。先にどこかの卓で席に着いてください。",
            "Push notifications go to those who have a seat; take one at some table first.",
        )
    }

    pub(crate) fn bad_push() -> Refused {
        Refused::new(
            StatusCode::BAD_REQUEST,
            "この端末には通知を送れません。ブラウザのプッシュサービスのアドレスと鍵を送ってください。",
            "This device cannot be notified; send the address and the keys that the browser's own push service gave.",
        )
    }

    pub(crate) fn too_many_tabs() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "あなたの接続が多すぎます。使っていないタブを閉じてから、もう一度お試しください。",
            "You have too many connections; close tabs you do not use and try again.",
        )
        .over("guest_connections")
    }

    pub(crate) fn address_full() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "お使いのネットワークからの接続が多すぎます。少し待ってからお試しください。",
            "There are too many connections from your network; try again in a moment.",
        )
        .over("address_connections")
    }

    pub(crate) fn house_full() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "サーバーが混み合っています。少し待ってからお試しください。",
            "The server has reached its maximum number of connections; try again in a moment.",
        )
        .over("connections")
    }

    pub(crate) fn too_slow() -> Refused {
        Refused::new(
            StatusCode::REQUEST_TIMEOUT,
            "リクエストが時間内に届きませんでした。もう一度送ってください。",
            "The request did not arrive in time; send it again.",
        )
        .over("request_time")
    }

    pub(crate) fn too_many_tables() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "終わっていない卓が多すぎます。いくつか終えるか、明日もう一度お試しください。",
            "You have created too many tables that have not ended; finish some, or try again tomorrow.",
        )
        .over("open_tables")
    }

    pub(crate) fn too_many_waiting() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "相手を待っている卓が多すぎます。その卓を始めるか、明日もう一度お試しください。",
            "You have created too many tables that wait for players; start those, or try again tomorrow.",
        )
        .over("waiting_tables")
    }

    pub(crate) fn opened_too_often() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "お使いのネットワークから、短い間に多くの卓が開かれました。少し待ってからお試しください。",
            "Many tables were created from your network in a short time; try again in a few minutes.",
        )
        .over("openings")
    }

    pub(crate) fn studied_too_often() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "お使いのネットワークからの問い合わせが多すぎます。少し待ってからお試しください。",
            "There are too many requests from your network; try again in a moment.",
        )
        .over("studies")
    }

    /// A match for analysis has too many actions.
    pub(crate) fn too_long(most: usize) -> Refused {
        Refused::bad(
            format!("手が多すぎます({most}手まで)。途中の局面から始めてください。"),
            format!("There are too many actions (at most {most}); begin from a later position."),
        )
    }

    /// `T-7`, for a past step of a match that has not started.
    pub(crate) fn not_begun() -> Refused {
        Refused { status: StatusCode::CONFLICT, message: Refusal::NOT_BEGUN.message, limit: None }
    }

    pub(crate) fn no_moment() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "対局はその手まで進んでいません。手の番号を確かめてください。",
            "The game has no such step; check the number.",
        )
    }

    pub(crate) fn others_eyes() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            "対局が終わるまで、ほかの席から見ることも、すべてを公開して見ることもできません。",
            "Other seats' viewpoints and the complete position are available only after the game.",
        )
    }

    /// The record is invalid; the error says where.
    pub(crate) fn not_held(error: ReplayError) -> Refused {
        Refused { status: StatusCode::BAD_REQUEST, message: error.message, limit: None }
    }

    /// The file is neither a record nor a position.
    pub(crate) fn no_play() -> Refused {
        Refused::bad(
            "これは座敷の棋譜でも局面でもありません。終わった卓の結果から保存した棋譜を選んでください。",
            "This is neither a record nor a position of Zashiki; choose a record saved from the result of a finished game.",
        )
    }

    pub(crate) fn no_such_seat() -> Refused {
        Refused::bad(
            "その席はありません。席は0から数えます。",
            "There is no such seat; seats are counted from 0.",
        )
    }

    pub(crate) fn no_code() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "この復元コードは使えません。新しいコードを作ると、前のコードは無効になります。最後に作ったコードを入れてください。",
            "This recovery code is not valid; a new code voids the former, so enter the one you made last.",
        )
    }

    pub(crate) fn mistyped() -> Refused {
        Refused::bad(
            "復元コードに写し間違いがあります。5文字ずつ5組の、すべての文字を確かめてください。",
            "The recovery code was mistyped; check all five groups of five letters.",
        )
    }

    pub(crate) fn same_person() -> Refused {
        Refused::new(
            StatusCode::CONFLICT,
            "このブラウザは、もうその人のものです。何もする必要はありません。",
            "This browser is that person’s already; there is nothing to do.",
        )
    }

    pub(crate) fn changed_meanwhile() -> Refused {
        Refused::new(
            StatusCode::CONFLICT,
            "確かめている間に、コードか端末が変わりました。もう一度確かめてください。",
            "A code or a device has changed meanwhile; check the consequences again.",
        )
    }

    pub(crate) fn no_site() -> Refused {
        Refused::bad(
            "パスキーは、名前のあるアドレスのページでしか使えません。数字のアドレスではなく、localhost かドメイン名で開いてください。",
            "Passkeys work only on a page whose address is a name; open it by localhost or a domain, not by numbers.",
        )
    }

    pub(crate) fn bad_passkey() -> Refused {
        Refused::bad(
            "パスキーを確かめられませんでした。このページを読み込み直して、もう一度お試しください。",
            "The passkey could not be verified; load this page again and try once more.",
        )
    }

    pub(crate) fn late_passkey() -> Refused {
        Refused::bad(
            "パスキーの確認に5分以上かかったか、別のブラウザで始められました。もう一度お試しください。",
            "The passkey took more than five minutes, or was asked for in another browser; try again.",
        )
    }

    pub(crate) fn unknown_passkey() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "このパスキーは、ここではもう使えません。別のパスキーか復元コードを使い、この端末からは削除してください。",
            "This passkey is not known here any more; use another one or a recovery code, and delete it from your device.",
        )
    }

    pub(crate) fn known_passkey() -> Refused {
        Refused::new(
            StatusCode::CONFLICT,
            "このパスキーはもう登録されています。何もする必要はありません。",
            "This passkey is known already; there is nothing to do.",
        )
    }

    pub(crate) fn too_many_passkeys() -> Refused {
        Refused::new(
            StatusCode::CONFLICT,
            "パスキーが多すぎます。使っていないものを消してから、もう一度お試しください。",
            "You have too many passkeys; remove those not in use and try again.",
        )
        .over("devices")
    }

    pub(crate) fn too_many_codes() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "お使いのネットワークから、短い間に多くのコードが試されました。少し待ってからお試しください。",
            "Many codes were tried from your network in a short time; try again in a few minutes.",
        )
        .over("codes")
    }

    pub(crate) fn set_too_often() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "お使いのネットワークからの変更が多すぎます。少し待ってからお試しください。",
            "There are too many changes from your network; try again in a moment.",
        )
        .over("settings")
    }

    pub(crate) fn banned(until: Option<i64>, reason: &str) -> Refused {
        let (ja, en) = said(until, reason);
        Refused {
            status: StatusCode::FORBIDDEN,
            message: LocalizedText::new(
                format!(
                    "サーバーの運営者により、利用が止められています{ja}。ほかの人の対局は見られます。"
                ),
                format!(
                    "The operator of this server has banned you{en}. You can still look at games."
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

    pub(crate) fn read_only() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            "いまは、新しく始めることができません。続いている対局は最後まで打てます。後でもう一度お試しください。",
            "Nothing new can be started on this server now; unfinished games can be played to their end. Try again later.",
        )
    }

    pub(crate) fn not_invited() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            "このサーバーで卓を開けるのは、招待された人だけです。運営者に招待リンクをもらうか、ほかの人の卓のリンクから座ってください。",
            "Only invited people may create tables on this server; ask its operator for an invitation, or join a table whose link you have.",
        )
    }

    pub(crate) fn no_invitation() -> Refused {
        Refused::new(
            StatusCode::NOT_FOUND,
            "その招待は使えません。使い切られたか、期限が切れたか、リンクが欠けています。運営者に確かめてください。",
            "This invitation is used up or expired, or its link is incomplete; ask the operator for another.",
        )
    }

    pub(crate) fn unwanted_name() -> Refused {
        Refused::bad(
            "その名前には、このサーバーで使えない言葉が入っています。別の名前にしてください。",
            "That name has a word in it that this server does not allow; choose another name.",
        )
    }

    pub(crate) fn nobody_to_report() -> Refused {
        Refused::bad(
            "その席に人はいません。報告できるのは、人が座っている席だけです。",
            "Nobody sits at that seat; only the seats of people can be reported.",
        )
    }

    pub(crate) fn report_too_long(most: usize) -> Refused {
        Refused {
            status: StatusCode::BAD_REQUEST,
            message: LocalizedText::new(
                format!("報告の文は{most}文字までです。短くしてください。"),
                format!("The text of a report has at most {most} characters; make it shorter."),
            ),
            limit: None,
        }
    }

    pub(crate) fn reported_too_often() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "報告が多すぎます。受け取った報告は運営者が確かめます。一時間後にお試しください。",
            "You have sent several reports already, and the operator will look at them; try again in an hour.",
        )
        .over("reports")
    }

    pub(crate) fn too_many_reports() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "未処理の報告がたまっているため、いまは受け取れません。後でお試しください。",
            "Too many reports wait for the operator; try again later.",
        )
        .over("reports")
    }

    pub(crate) fn wrong_admin_token() -> Refused {
        Refused::new(
            StatusCode::UNAUTHORIZED,
            "管理用のトークンが違います。サーバーの --admin-token と同じファイルを指定してください。",
            "That is not the operator's token; name the same file as the server has in --admin-token.",
        )
    }

    pub(crate) fn exported_too_often() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "データの書き出しは、前のものが終わってから、しばらく間をおいてお試しください。",
            "Your data was exported just now; wait for that to end, and try again in a quarter of an hour.",
        )
        .over("exports")
    }

    pub(crate) fn too_many_devices() -> Refused {
        Refused::new(
            StatusCode::CONFLICT,
            "端末が多すぎます。プロフィールで、使っていない端末を外してから、もう一度お試しください。",
            "This person has too many devices; sign out those not in use in the profile and try again.",
        )
        .over("devices")
    }

    pub(crate) fn bad_time() -> Refused {
        Refused::bad(
            "持ち時間が範囲の外です。一手なら5秒〜14日、全体なら30秒〜1日に一手ごと最大1時間の追加で指定してください。",
            "That time is out of range; give 5 seconds to 14 days for each decision, or a total of 30 seconds to a day with an increment of at most an hour.",
        )
    }

    /// `T-23`, for a bot account that creates a rated table.
    pub(crate) fn bot_unrated() -> Refused {
        Refused { status: StatusCode::FORBIDDEN, ..Refusal::BOT_UNRATED.into() }
    }

    /// `T-21`, for settings that allow advice in a rated match.
    pub(crate) fn advice_and_rated() -> Refused {
        Refused::bad(
            "レーティング戦では助言を認められません。どちらか一方にしてください。",
            "A rated game allows no advice; choose one of the two.",
        )
    }

    /// `T-24`, for settings of a rated match without a time limit.
    pub(crate) fn rated_without_time() -> Refused {
        Refused::bad(
            "レーティング戦には持ち時間が必要です。1手ごとか対局全体の時間を決めるか、レーティングなしの卓にしてください。",
            "A rated game needs a time limit: choose a time for each decision or for the whole game, or make the table unrated.",
        )
    }

    pub(crate) fn helped_too_often() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "助言や振り返りの依頼が多すぎます。前の答えを待つか、少し待ってからお試しください。",
            "There are too many requests for advice or a review; wait for the last answer, or try again in a moment.",
        )
        .over("help")
    }

    pub(crate) fn reviewed_too_often() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            "お使いのネットワークからの振り返りの依頼が多すぎます。いま作成中のものが終わるまで待つか、数分たってからお試しください。",
            "Too many reviews were requested from your network; wait until the running ones are done, or try again in a few minutes.",
        )
        .over("reviews")
    }

    pub(crate) fn too_many_reviews() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "ほかの対局を振り返っているところです。少し待ってからお試しください。",
            "Other games are being reviewed; try again in a moment.",
        )
        .over("reviews")
    }

    /// The match cannot be reviewed, for this reason.
    pub(crate) fn not_reviewed(why: LocalizedText) -> Refused {
        Refused { status: StatusCode::CONFLICT, message: why, limit: None }
    }

    /// The message.
    pub(crate) fn text(self) -> LocalizedText {
        self.message
    }

    pub(crate) fn no_onlookers() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            "この卓は、対局中の観戦を受け付けていません。終わってから見られます。",
            "This table allows no spectators during the game; you can see it after the end.",
        )
    }

    pub(crate) fn bad_address() -> Refused {
        Refused::new(
            StatusCode::BAD_REQUEST,
            "住所をUTF-8として読めません。リンクが最後まで写っているか確かめてください。",
            "The address is not UTF-8; check that the link was copied to its end.",
        )
    }

    pub(crate) fn nobody_there() -> Refused {
        Refused::bad(
            "ボットだけの卓は開けません。席を一つ、自分(me)か空席(open)にしてください。",
            "A table needs a seat for a person; make one \"me\" or \"open\".",
        )
    }

    pub(crate) fn closing() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "サーバーを終了しています。少し待ってからお試しください。",
            "The server is shutting down; try again in a moment.",
        )
    }

    /// The database is not writable now.
    pub(crate) fn not_ready() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "データベースに書き込めません。空き容量と、データフォルダーの権限を確かめてください。",
            "The database cannot be written; see that its disk has free space and that the data folder may be written to.",
        )
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

    pub(crate) fn no_upgrade() -> Refused {
        Refused::new(
            StatusCode::UPGRADE_REQUIRED,
            "ここはWebSocketで接続する住所です。",
            "This address is for WebSocket connections.",
        )
    }

    pub(crate) fn not_saved(error: &sqlx::Error) -> Refused {
        let message = Refusal::not_saved(error).message;
        let status = match is_lost(error) {
            true => StatusCode::SERVICE_UNAVAILABLE,
            false => StatusCode::INSUFFICIENT_STORAGE,
        };
        Refused { status, message, limit: None }
    }

    pub(crate) fn broken() -> Refused {
        Refused::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "サーバー内部の誤りで、できませんでした。何も変わっていません。管理者に知らせてください。",
            "An error inside the server prevented this; nothing changed. Tell its operator.",
        )
    }

    /// The match uses a rules version that this program does not support.
    pub(crate) fn other_rules(message: LocalizedText) -> Refused {
        Refused { status: StatusCode::CONFLICT, message, limit: None }
    }
}

/// The end and the reason of a ban, as the end of a sentence in each language.
fn said(until: Option<i64>, reason: &str) -> (String, String) {
    let (mut ja, mut en) = (Vec::new(), Vec::new());
    if let Some(until) = until.map(ids::rfc3339) {
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

impl From<InputError> for Refused {
    fn from(bad: InputError) -> Self {
        Refused { status: StatusCode::BAD_REQUEST, message: bad.into(), limit: None }
    }
}

/// The details of an internal error go to the log; the client receives a general message.
impl From<sqlx::Error> for Refused {
    fn from(error: sqlx::Error) -> Self {
        if is_lost(&error) {
            return Refused::not_saved(&error);
        }
        tracing::error!(%error, "the store failed");
        Refused::broken()
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let refusal = Refusal { rule: None, message: self.message };
        let mut response = (self.status, Json(refusal)).into_response();
        if let Some(limit) = self.limit {
            response.extensions_mut().insert(limit);
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

/// Returns true if the connection to the database is lost, so that the outcome of pending operations is
/// unknown. SQLite connections are never lost.
pub(crate) fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        // Connection exceptions and operator intervention: PostgreSQL, Appendix A.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            code.len() == 5 && (code.starts_with("08") || code.starts_with("57P"))
        }),
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        _ => false,
    }
}
