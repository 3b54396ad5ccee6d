//! Errors of actions at a table. Most of them refer to a common rule ([`zashiki_core::common_rules`]).

use zashiki_core::{IllegalAction, LocalizedText, RuleId, text};

use crate::protocol::Refusal;

/// The rule about a takeback that needs the other players' consent.
pub const BY_CONSENT: RuleId = RuleId("T-16");

/// The rule about abandoning a match by consent of all players.
pub const BREAKING_OFF: RuleId = RuleId("T-17");

/// The rule about leaving a match and returning to it.
pub const LEAVING: RuleId = RuleId("T-18");

impl Refusal {
    const fn rule(id: &'static str, ja: &'static str, en: &'static str) -> Refusal {
        Refusal { rule: Some(RuleId(id)), message: LocalizedText::fixed(ja, en) }
    }

    const fn plain(ja: &'static str, en: &'static str) -> Refusal {
        Refusal { rule: None, message: LocalizedText::fixed(ja, en) }
    }

    /// Rule `T-6`: the client's message refers to an outdated version of the table.
    pub const STALE: Refusal = Refusal::rule(
        "T-6",
        "その後、盤面が動いています。いまの盤面を見て、もう一度選んでください。",
        "The table has changed since; look at it and choose again.",
    );

    /// Rule `T-7`: what the client requested is possible only after the match has started.
    pub const NOT_BEGUN: Refusal = Refusal::rule(
        "T-7",
        "対局はまだ始まっていません。全員がそろい、配り終えるまで待ってください。",
        "The game has not started; wait until everybody is here and the setup is complete.",
    );

    /// Rule `T-8`: the sender of the message has no seat.
    pub const NO_SEAT: Refusal = Refusal::rule(
        "T-8",
        "あなたは観戦中です。操作できるのは、席に着いている人だけです。",
        "You are watching; only players with a seat may do that.",
    );

    /// Rule `T-9`: what the client requested is possible only after the match is over.
    pub const NOT_OVER: Refusal = Refusal::rule(
        "T-9",
        "対局はまだ終わっていません。再戦は終わってから始められます。",
        "The game is not over yet; a rematch can be requested after the end.",
    );

    /// Rule `T-10`: the seat is already taken.
    pub const TAKEN: Refusal = Refusal::rule(
        "T-10",
        "その席は空いていません。ほかの空席を選ぶか、観戦してください。",
        "That seat is not open; take another open seat or watch.",
    );

    /// Rule `T-10`: the person already has another seat at the table.
    pub const SEATED: Refusal = Refusal::rule(
        "T-10",
        "すでに別の席に着いています。一人が着ける席は一つです。",
        "You already have a seat; each player has only one.",
    );

    /// Rule `T-14`: another offer has not been answered yet.
    pub const OFFER_STANDS: Refusal = Refusal::rule(
        "T-14",
        "すでに提案が出ています。その提案に返事をするか、返事を待ってください。",
        "An offer is already pending; answer it, or wait for the answer.",
    );

    /// Rule `T-14`: the seat has already made this offer.
    pub const OFFERED: Refusal = Refusal::rule(
        "T-14",
        "同じ提案は、自分の決定ごとに一度だけです。次の決定の後に提案してください。",
        "You have already made that offer; you may repeat it after your next decision.",
    );

    /// Rule `T-15`: the offer that the client accepts or declines is no longer valid.
    pub const NO_OFFER: Refusal = Refusal::rule(
        "T-15",
        "その提案はもうありません。取り下げられたか、断られたか、対局が進みました。",
        "That offer is no longer valid: it was withdrawn or declined, or the game has continued.",
    );

    /// Rule `T-5`: in a rated match, this decision can no longer be taken back.
    pub const RATED_UNDO: Refusal = Refusal::rule(
        "T-5",
        "レーティング戦では、ほかの人やボットが動いた後や、ほかの人の時計が進んだ後、伏せたものが公開された後の決定は取り消せません。",
        "In a rated game a decision is final once another player or a bot has acted, another player's clock has run, or hidden information was revealed.",
    );

    /// Rule `T-5`: the seat would have no time left to decide again after the takeback.
    pub const NO_TIME_TO_UNDO: Refusal = Refusal::rule(
        "T-5",
        "取り消すと、自分の時計は決定の前から動き続けていたことになります。残り時間がないため、取り消せません。",
        "After a takeback your clock counts as running since that decision, and it would have run out by now; the decision is final.",
    );

    /// Rule `T-20`: a decision that was made for the seat because its time had run out cannot be taken back.
    pub const EXPIRED: Refusal = Refusal::rule(
        "T-20",
        "時間切れで決まった手は取り消せません。次の決定から続けてください。",
        "Your time ran out for that decision, so it cannot be taken back; continue with the next one.",
    );

    /// Rule `T-17`: a rated match cannot be abandoned without other people's consent.
    pub const RATED_ABANDON: Refusal = Refusal::rule(
        BREAKING_OFF.0,
        "レーティング戦を打ち切るには、ほかの人が全員席にいて同意する必要があります。投了するか、続けてください。",
        "A rated game can be abandoned only if other people take part, all of them are at the table, and all agree; resign or continue.",
    );

    /// Rule `T-24`: a rated table may have only bots of measured strength, and this bot's strength was not
    /// measured.
    pub const BOT_UNMEASURED: Refusal = Refusal::rule(
        "T-24",
        "レーティング戦のボットは、強さを測ってある入門〜名人の5段階に限ります。ボットを選び直すか、レーティングなしの卓にしてください。",
        "Bots in a rated game are those of the five levels, Novice to Master, whose strength was measured; choose one of these, or make the table unrated.",
    );

    /// Rule `T-24`: a rated match uses the components that the server offers.
    pub const COMPONENTS_UNRATED: Refusal = Refusal::rule(
        "T-24",
        "内容物を入れ替えた卓は、レーティング戦にできません。どちらか一方にしてください。",
        "A table with components of your own cannot be rated; choose one of the two.",
    );

    /// Rule `T-16`: a takeback was requested, but there is no decision whose takeback needs the other
    /// players' consent.
    pub const NOTHING_TO_ASK: Refusal = Refusal::rule(
        BY_CONSENT.0,
        "待ったを頼む必要がないか、取り消せる自分の決定がまだありません。",
        "No request is needed: you have not decided anything yet, or you may take it back alone.",
    );

    /// Rule `T-18`: the player cannot return, having never left.
    pub const NOT_AWAY: Refusal = Refusal::rule(
        LEAVING.0,
        "席を離れていません。そのまま続けられます。",
        "You have not left; just continue.",
    );

    /// Rule `T-18`: the seat cannot be given up because the match is rated.
    pub const RATED: Refusal = Refusal::rule(
        LEAVING.0,
        "レーティング戦の席は譲れません。席を残したまま離れると、ボットが代わりに対局します。",
        "The seat of a rated game cannot be given up; leave and keep it, and a bot plays for you.",
    );

    /// Rule `T-18`: the player has left, and must return before acting.
    pub const AWAY: Refusal = Refusal::rule(
        LEAVING.0,
        "席を離れているため、ボットが代わりに対局しています。戻ってから操作してください。",
        "You have left and a bot plays for you; return first.",
    );

    /// Rule `T-20`: the player has lost the seat by running out of time.
    pub const LOST: Refusal = Refusal::rule(
        "T-20",
        "時間切れで席を失ったため、ボットが最後まで対局します。続きは観戦できます。",
        "Your time ran out and a bot keeps your seat; you can still watch.",
    );

    /// Rule `T-23`: a bot account cannot take part in a rated match.
    pub const BOT_UNRATED: Refusal = Refusal::rule(
        "T-23",
        "ボットアカウントはレーティング戦に加われません。レーティングなしの卓にしてください。",
        "Bot accounts cannot play rated games; create an unrated table.",
    );

    /// Rule `T-23`: a bot account cannot join another person's table from the lobby.
    pub const BOT_UNASKED: Refusal = Refusal::rule(
        "T-23",
        "ロビーの卓は、ボットアカウントのためのものではありません。自分で卓を立てるか、招待リンクで呼ばれた卓で座ってください。",
        "Bot accounts cannot join tables from the lobby; create your own table, or join one whose link you have.",
    );

    /// Rule `T-23`: a bot account cannot request advice.
    pub const BOT_UNADVISED: Refusal = Refusal::rule(
        "T-23",
        "ボットアカウントは助言を受けられません。自分で決めてください。",
        "Bot accounts get no hints; decide yourself.",
    );

    /// Rule `T-19`: only the person who created the table may change it.
    pub const NOT_HOST: Refusal = Refusal::rule(
        "T-19",
        "卓の席や条件を変えられるのは、卓を立てた人だけです。変えてほしいことは、その人に伝えてください。",
        "Only the person who created the table may change it; ask them for the change.",
    );

    /// Rule `T-19`: the match has started, so the table can no longer be changed.
    pub const BEGUN: Refusal = Refusal::rule(
        "T-19",
        "対局はもう始まっています。席や条件を変えられるのは始まるまでで、いまは「席を離れる」を使えます。",
        "The game has started; seats and settings can change only before that, but you can leave.",
    );

    /// Rule `T-19`: the table was cancelled.
    pub const CANCELLED: Refusal = Refusal::rule(
        "T-19",
        "この卓は取りやめになりました。新しい卓を立ててください。",
        "This table was cancelled; create a new one.",
    );

    /// Rule `T-19`: the table cannot be changed in this way because a person occupies the seat.
    pub const OCCUPIED: Refusal = Refusal::rule(
        "T-19",
        "人が着いている席は取り除けません。先に空席にしてください。",
        "A person has that seat; make the seat open first.",
    );

    /// The seat has sent too many phrases or messages in a short time.
    pub const TALKATIVE: Refusal = Refusal::plain(
        "短い間に多く送りすぎです。少し待ってから、もう一度お試しください。",
        "You have sent too many messages in a short time; wait a few seconds.",
    );

    /// The table allows phrases only, because strangers meet at it.
    pub const NO_CHAT: Refusal = Refusal::plain(
        "この卓で使えるのは定型のひとことだけです。自由に書けるのは、招待リンクで集まった、レーティングなしの卓です。",
        "Only set phrases can be sent at this table; messages of your own are for unrated tables whose players came by a link.",
    );

    /// The chat message is empty or too long.
    pub const BAD_CHAT: Refusal = Refusal::plain(
        "メッセージは1〜200文字で書いてください。送られていません。",
        "A message has 1 to 200 characters; it was not sent.",
    );

    /// Rule `T-16`: another player's clock has run since the decision, so the takeback needs consent.
    pub const ASK_FIRST: Refusal = Refusal::rule(
        BY_CONSENT.0,
        "決定の後にほかの人の時計が進んでいるため、自分だけでは取り消せません。「待ったを頼む」で同意を求めてください。",
        "Another player's clock has run since that decision, so you cannot take it back alone; ask to take it back.",
    );

    /// The commitment came too late: the players' shares of the seed have already been requested.
    pub const PROMISED_LATE: Refusal = Refusal::plain(
        "シャッフルに加える数は、もう集められています。この対局では変えられません。",
        "The shares for this game's seed are already being collected; commitments can no longer be made or changed.",
    );

    /// The commitment is void because a seat has become open; the player must commit to a new share of the
    /// seed.
    pub const PROMISED_AGAIN: Refusal = Refusal::plain(
        "席が空いたため、その数の約束は無効になりました。新しい数を選び、そのハッシュを送ってください。",
        "That commitment is void, because a seat became open and others may know the share; draw another share and send its hash.",
    );

    /// The share of the seed was sent before the server requested it.
    pub const SHARED_EARLY: Refusal = Refusal::plain(
        "シャッフルに加える数は、まだ送らないでください。全員の席が決まってから集めます。",
        "Keep your share secret until every seat is taken; then it will be requested.",
    );

    /// The share of the seed was sent by a player who has not committed to one.
    pub const NOT_PROMISED: Refusal = Refusal::plain(
        "この数は受け取れません。シャッフルに加えるには、席に着くときにハッシュを送ってください。",
        "This share cannot be accepted; to contribute to the seed, send its hash when you take the seat.",
    );

    /// The share of the seed does not match the commitment (hash) that was sent before.
    pub const OTHER_SHARE: Refusal = Refusal::plain(
        "この数は、先に送られたハッシュと合いません。約束した数を送ってください。",
        "The hash of this share is not the one that was sent before; send the share you committed to.",
    );

    /// The share of the seed came too late: the match has started without it.
    pub const DEALT: Refusal = Refusal::plain(
        "もう配り終えて、対局が始まっています。数は加えられません。",
        "The game has started with its seed; no share can be added to it.",
    );

    /// Rule `T-21`: the table's settings do not allow advice.
    pub const NO_ADVICE: Refusal = Refusal::rule(
        "T-21",
        "この卓は助言なしで対局しています。助言は、条件で認めた卓でだけ受けられます。",
        "This table does not allow hints; they are available only at tables whose settings allow them.",
    );

    /// The store could not write the change, so nothing has changed.
    pub const NOT_SAVED: Refusal = Refusal::plain(
        "保存できなかったため、何も変わっていません。サーバーの空き容量を確保してから、もう一度お試しください。",
        "It could not be saved, so nothing changed; free space on the server and try again.",
    );

    /// The database is unreachable, and the outcome of the write is unknown. Resending the message with the
    /// same id applies it at most once.
    pub const NOT_SAVED_YET: Refusal = Refusal::plain(
        "データベースにつながらず、まだ保存されていません。少し待ってから、もう一度お試しください。",
        "It is not saved yet: the database cannot be reached. Wait a moment and try again.",
    );

    /// Returns true if the refusal is caused by a failed write, so that a retry may succeed.
    pub fn is_not_saved(&self) -> bool {
        *self == Refusal::NOT_SAVED || *self == Refusal::NOT_SAVED_YET
    }

    /// The draft of a decision, or the server's interpretation of it, is too long. `most` is the limit in
    /// bytes.
    pub fn draft_too_long(most: usize) -> Refusal {
        Refusal {
            rule: None,
            message: LocalizedText::new(
                format!(
                    "作りかけの手が長すぎます({most}バイトまで)。同じものの繰り返しを消して、短くしてください。"
                ),
                format!(
                    "The draft is too long (at most {most} bytes); remove repetitions to make it shorter."
                ),
            ),
        }
    }

    /// The message's id is invalid.
    pub const BAD_ID: Refusal = Refusal::plain(
        "メッセージの id は制御文字のない1〜64文字で、席ごとに新しくしてください。",
        "A message id must have 1 to 64 characters and no control characters, and be used for one message of one seat.",
    );

    /// The message cannot be parsed; `fault` says why.
    pub fn unreadable(fault: LocalizedText) -> Refusal {
        let message = text!(
            "メッセージを読めません: {fault}。docs/reference/http.md の形式で送ってください。",
            "The message cannot be read: {fault}. Send it in the format of docs/reference/http.md.",
            fault
        );
        Refusal { rule: None, message }
    }

    /// The message is binary; only text is accepted.
    pub const NOT_TEXT: Refusal = Refusal::plain(
        "バイナリのメッセージは読めません。JSONのテキストで送ってください。",
        "Binary messages are not supported; send JSON as text.",
    );
}

impl From<IllegalAction> for Refusal {
    fn from(illegal: IllegalAction) -> Self {
        Refusal { rule: Some(illegal.rule), message: illegal.message }
    }
}
