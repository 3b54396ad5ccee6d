//! Implementations of the operator commands.

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use session::guest::Guest;
use session::request_error::RequestError;
use session::table::record::rfc3339;
use session::table::seats::names;
use session::table::setup::Sitter;
use zashiki_core::{Bytes32, InputError, LocalizedText, text};

use super::call::{Answer, Call, Done};
use crate::error::Refused;
use crate::ids;
use crate::network::Network;
use crate::policy::hash_of;
use crate::protocol::Mode;
use crate::room::command::Command;
use crate::store::{Ban, FoundPerson, Invitation, STATES, ServerState, TableFilter};
use crate::users::names::{clean_name, personal};

/// Default and maximum number of rows in a command's listing.
const LISTED: u32 = 50;
const MOST: u32 = 1000;
/// Minimum number of hexadecimal digits of a person's id that an operator must give.
const LEAST_DIGITS: usize = 8;
/// Length of an invitation code in letters; each letter has five random bits.
const CODE: usize = 20;
/// Maximum length of an announcement, in characters.
const ANNOUNCED: usize = 500;

macro_rules! actions {
    ($($action:ident $function:ident,)*) => {
        /// The implementation that a command selects, one variant per command.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Action {
            $($action,)*
        }

        /// Executes the action of a command.
        pub(super) fn carry_out(
            action: Action,
            call: Call,
        ) -> BoxFuture<'static, Result<Done, Refused>> {
            match action {
                $(Action::$action => Box::pin($function(call)),)*
            }
        }
    };
}

actions! {
    Status status,
    TableList table_list,
    TableShow table_show,
    TableClose table_close,
    TableRemove table_remove,
    PersonFind person_find,
    PersonShow person_show,
    PersonRename person_rename,
    PersonBan person_ban,
    PersonUnban person_unban,
    PersonRemove person_remove,
    BanList ban_list,
    NetworkBlock network_block,
    NetworkUnblock network_unblock,
    NetworkList network_list,
    Announce announce,
    Closing closing,
    Mode mode,
    InvitationCreate invitation_create,
    InvitationList invitation_list,
    InvitationRevoke invitation_revoke,
    ReportList report_list,
    ReportDone report_done,
    Retain retain,
    Vacuum vacuum,
    Log log,
}

fn said(message: LocalizedText) -> Done {
    Answer::said(message).into()
}

fn about(person: Guest, message: LocalizedText) -> Done {
    Done { answer: Answer::said(message), person: Some(person) }
}

fn listed(columns: &[&str], rows: Vec<Vec<Value>>) -> Done {
    Answer::listed(columns, rows).into()
}

fn limit(call: &Call) -> Result<u32, InputError> {
    Ok(call.number("limit")?.unwrap_or(LISTED).min(MOST))
}

fn time(at: Option<i64>) -> Value {
    at.map_or(Value::Null, |at| rfc3339(at).into())
}

/// The id of a person, written in hexadecimal digits.
fn person_id(person: Guest) -> String {
    Bytes32(person.0).to_string()
}

async fn status(call: Call) -> Result<Done, Refused> {
    let app = &call.app;
    let policy = app.policy.now();
    let ServerState { mode, text, closes_at, .. } = &policy.state;
    let reports = app.store.reports(false, MOST).await?.len();
    let now = app.clock.day();
    let bans = app.store.bans().await?.iter().filter(|(_, ban)| ban.holds(now)).count();
    let blocks = app.store.blocks().await?.iter().filter(|(_, ban)| ban.holds(now)).count();
    let row = |name: &str, value: Value| vec![name.into(), value];
    Ok(listed(
        &["name", "value"],
        vec![
            row("mode", json!(mode)),
            row("announcement", json!(text)),
            row("closes_at", time(*closes_at)),
            row("tables_in_memory", app.rooms.registry().len().into()),
            row("bans", bans.into()),
            row("blocked_networks", blocks.into()),
            row("open_reports", reports.into()),
        ],
    ))
}

async fn table_list(call: Call) -> Result<Done, Refused> {
    let state = call.get("state");
    if let Some(unknown) = state.filter(|state| STATES.iter().all(|(name, _)| name != state)) {
        return Err(InputError::from(text!(
            "「{unknown}」という状態はありません。waiting、playing、finished、cancelled のどれかにしてください。",
            "There is no state \"{unknown}\"; give waiting, playing, finished or cancelled."
        ))
        .into());
    }
    let person = match call.get("person") {
        Some(given) => Some(find(&call, given).await?),
        None => None,
    };
    let wanted = TableFilter {
        game: call.get("game"),
        state,
        person,
        before: i64::MAX,
        limit: limit(&call)?,
    };
    let mut rows = Vec::new();
    for (table, state) in call.app.store.find_tables(&wanted).await? {
        // A table deleted meanwhile is left out.
        let Some(row) = call.app.store.row(&table).await? else { continue };
        let sitters = call.app.store.sitters(&table).await?;
        rows.push(vec![
            table.into(),
            row.setup.game.into(),
            state.into(),
            time(Some(row.setup.created)),
            time(Some(row.changed)),
            names(&sitters).join(", ").into(),
            json!(row.setup.opened_by.map(person_id)),
        ]);
    }
    let columns = ["table", "game", "state", "opened", "changed", "names", "opened_by"];
    Ok(listed(&columns, rows))
}

async fn table_show(call: Call) -> Result<Done, Refused> {
    let (app, table) = (&call.app, call.need("table")?);
    let stored = app.store.row(table).await?.ok_or_else(RequestError::no_table)?;
    let sitters = app.store.sitters(table).await?;
    let row = |name: &str, value: Value| vec![name.into(), value];
    let setup = &stored.setup;
    let mut rows = vec![
        row("table", table.into()),
        row("game", setup.game.clone().into()),
        row("terms", json!(setup.terms)),
        row("opened", time(Some(setup.created))),
        row("opened_by", json!(setup.opened_by.map(person_id))),
        row("begun", setup.begun().into()),
        row("cancelled", setup.cancelled.into()),
        row("changed", time(Some(stored.changed))),
        row("compacted", setup.compacted.is_some().into()),
        row("in_memory", app.rooms.registry().find(table).is_some().into()),
        row("outcome", json!(stored.summary.and_then(|summary| summary.outcome))),
    ];
    for ((seat, sitter), name) in sitters.iter().enumerate().zip(names(&sitters)) {
        let occupant = match sitter {
            Sitter::Nobody => json!({ "open": true }),
            Sitter::Bot { bot } => json!({ "bot": bot }),
            Sitter::Person { guest, program, .. } => {
                json!({ "name": name, "person": person_id(*guest), "program": program })
            }
        };
        rows.push(row(&format!("seat {seat}"), occupant));
    }
    Ok(listed(&["name", "value"], rows))
}

async fn table_close(call: Call) -> Result<Done, Refused> {
    let table = call.need("table")?;
    let close = |reply| Command::Close { reply };
    call.app.rooms.ask(table, close).await?.1?;
    Ok(said(text!("卓 {table} を閉じました。", "Table {table} is closed.")))
}

async fn table_remove(call: Call) -> Result<Done, Refused> {
    let table = call.need("table")?;
    // A player may be changing the table at the same time.
    for _ in 0..10 {
        let facts = call.app.store.facts_of(table).await?.ok_or_else(RequestError::no_table)?;
        if call.app.retainer.remove_table(&facts).await? {
            return Ok(said(text!("卓 {table} を消しました。", "Table {table} is deleted.")));
        }
    }
    Err(Refused::changed_meanwhile())
}

async fn person_find(call: Call) -> Result<Done, Refused> {
    let found = call.app.store.find_people(call.need("text")?, limit(&call)?).await?;
    let row = |found: FoundPerson| {
        vec![person_id(found.person).into(), found.name.into(), found.tables.into()]
    };
    Ok(listed(&["person", "name", "tables"], found.into_iter().map(row).collect()))
}

async fn person_show(call: Call) -> Result<Done, Refused> {
    let store = &call.app.store;
    let person = find(&call, call.need("person")?).await?;
    let (profile, coded) = store.profile(person).await?;
    let ban = call.app.policy.now().ban(person, call.app.clock.day()).cloned();
    let ban = ban.map(|ban| json!({ "until": time(ban.until), "reason": ban.reason }));
    let wanted =
        TableFilter { person: Some(person), before: i64::MAX, limit: 10, ..TableFilter::default() };
    let row = |name: &str, value: Value| vec![name.into(), value];
    let mut rows = vec![
        row("person", person_id(person).into()),
        row("name", profile.name.into()),
        row("rated", profile.rated.into()),
        row("has_recovery_code", coded.into()),
        row("invited", store.is_invited(person).await?.into()),
        row("ban", json!(ban)),
    ];
    for (table, state) in store.find_tables(&wanted).await? {
        rows.push(row("table", json!({ "table": table, "state": state })));
    }
    Ok(listed(&["name", "value"], rows))
}

async fn person_rename(call: Call) -> Result<Done, Refused> {
    let person = find(&call, call.need("person")?).await?;
    let name = personal(call.get("name").unwrap_or_default());
    let name = clean_name(&name, &[]);
    call.app.store.rename_profile(person, &name).await?;
    call.app.departure.leave_tables(person, Some(&name)).await?;
    Ok(about(person, text!("名前を「{name}」にしました。", "The person's name is now \"{name}\".")))
}

async fn person_ban(call: Call) -> Result<Done, Refused> {
    let app = &call.app;
    let person = find(&call, call.need("person")?).await?;
    let ban = Ban {
        until: call.until("days")?,
        reason: call.get("reason").unwrap_or_default().to_owned(),
        since: app.clock.day(),
    };
    app.store.set_ban(person, Some(&ban)).await?;
    app.policy.reload_everywhere().await?;
    app.users.close_all(person).await?;
    app.departure.withdraw(person).await?;
    Ok(about(person, LocalizedText::fixed("利用を止めました。", "The person is banned.")))
}

async fn person_unban(call: Call) -> Result<Done, Refused> {
    let person = find(&call, call.need("person")?).await?;
    let lifted = call.app.store.set_ban(person, None).await?;
    call.app.policy.reload_everywhere().await?;
    match lifted {
        true => Ok(about(
            person,
            LocalizedText::fixed("利用の停止を解きました。", "The ban is lifted."),
        )),
        false => {
            Err(input_error("その人の利用は止められていません。", "That person is not banned."))
        }
    }
}

async fn person_remove(call: Call) -> Result<Done, Refused> {
    let person = find(&call, call.need("person")?).await?;
    call.app.users.close_all(person).await?;
    call.app.departure.forget_person(person).await?;
    // The log records that a person was removed, without the id.
    Ok(said(LocalizedText::fixed("データを消しました。", "All data of the person is deleted.")))
}

async fn ban_list(call: Call) -> Result<Done, Refused> {
    let row = |(person, ban): (Guest, Ban)| {
        vec![person_id(person).into(), time(Some(ban.since)), time(ban.until), ban.reason.into()]
    };
    let bans = call.app.store.bans().await?;
    Ok(listed(&["person", "since", "until", "reason"], bans.into_iter().map(row).collect()))
}

async fn network_block(call: Call) -> Result<Done, Refused> {
    let network: Network = call.need("network")?.parse()?;
    let ban = Ban {
        until: call.until("days")?,
        reason: call.get("reason").unwrap_or_default().to_owned(),
        since: call.app.clock.day(),
    };
    call.app.store.set_block(&network.to_string(), Some(&ban)).await?;
    call.app.policy.reload_everywhere().await?;
    Ok(said(text!("{network} からのアクセスを断ります。", "Requests from {network} are refused.")))
}

async fn network_unblock(call: Call) -> Result<Done, Refused> {
    let network: Network = call.need("network")?.parse()?;
    let lifted = call.app.store.set_block(&network.to_string(), None).await?;
    call.app.policy.reload_everywhere().await?;
    match lifted {
        true => {
            Ok(said(text!("{network} の拒否を解きました。", "{network} is no longer blocked.")))
        }
        false => Err(input_error(
            "そのネットワークは拒否されていません。",
            "That network is not blocked.",
        )),
    }
}

async fn network_list(call: Call) -> Result<Done, Refused> {
    let row = |(network, ban): (String, Ban)| {
        vec![network.into(), time(Some(ban.since)), time(ban.until), ban.reason.into()]
    };
    let blocks = call.app.store.blocks().await?;
    Ok(listed(&["network", "since", "until", "reason"], blocks.into_iter().map(row).collect()))
}

async fn announce(call: Call) -> Result<Done, Refused> {
    let text = match (call.get("ja"), call.get("en")) {
        (None, None) => None,
        (Some(ja), Some(en)) => {
            if [ja, en].iter().any(|text| text.chars().count() > ANNOUNCED) {
                return Err(input_error(
                    "お知らせは、それぞれ500文字までにしてください。",
                    "An announcement has at most 500 characters in each language.",
                ));
            }
            Some(LocalizedText::new(ja, en))
        }
        _ => {
            return Err(input_error(
                "--ja と --en の両方を指定してください。ページは二つの言語で読まれます。",
                "Give both --ja and --en: the page is read in two languages.",
            ));
        }
    };
    let is_shown = text.is_some();
    change_state(&call, |state| state.text = text).await?;
    Ok(said(match is_shown {
        true => LocalizedText::fixed("お知らせを出しました。", "The announcement is shown."),
        false => LocalizedText::fixed("お知らせを消しました。", "The announcement is removed."),
    }))
}

async fn closing(call: Call) -> Result<Done, Refused> {
    let minutes = call.number("minutes")?;
    let at = minutes.map(|minutes| call.app.clock.day() + i64::from(minutes) * 60_000);
    change_state(&call, |state| state.closes_at = at).await?;
    Ok(said(match at.map(rfc3339) {
        Some(at) => text!(
            "{at} に閉じると表示します。サーバーは自分では終了しません。",
            "The page shows the shutdown time {at}; the server does not shut down by itself."
        ),
        None => LocalizedText::fixed("予定を消しました。", "The shutdown time is removed."),
    }))
}

async fn mode(call: Call) -> Result<Done, Refused> {
    let mode = match call.need("mode")? {
        "open" => Mode::Open,
        "invited" => Mode::Invited,
        "read-only" => Mode::ReadOnly,
        _ => {
            return Err(input_error(
                "open、invited、read-only のどれかを指定してください。",
                "Give open, invited or read-only.",
            ));
        }
    };
    change_state(&call, |state| state.mode = mode).await?;
    Ok(said(match mode {
        Mode::Open => {
            LocalizedText::fixed("だれでも卓を立てられます。", "Everybody may create tables.")
        }
        Mode::Invited => LocalizedText::fixed(
            "卓を立てられるのは招待された人だけです。",
            "Only invited people may create tables.",
        ),
        Mode::ReadOnly => LocalizedText::fixed(
            "新しい対局は始められません。続いている対局は最後まで遊べます。",
            "Nothing new starts; unfinished games continue to their end.",
        ),
    }))
}

/// Changes the operator's announcement or the server's mode, and reloads them on all servers.
async fn change_state(call: &Call, change: impl FnOnce(&mut ServerState)) -> Result<(), Refused> {
    let store = &call.app.store;
    let mut state = store.server_state().await?;
    change(&mut state);
    let announces = state.text.is_some() || state.closes_at.is_some();
    state.id = if announces { ids::secret::<8>() } else { String::new() };
    store.set_server_state(&state).await?;
    call.app.policy.reload_everywhere().await
}

async fn invitation_create(call: Call) -> Result<Done, Refused> {
    let code = ids::secret::<CODE>();
    let invitation = Invitation {
        id: 0,
        uses: call.number("uses")?.unwrap_or(1).into(),
        until: call.until("days")?,
        note: call.get("note").unwrap_or_default().to_owned(),
        since: call.app.clock.day(),
    };
    call.app.store.add_invitation(hash_of(&code), &invitation).await?;
    let mut done = said(text!(
        "招待コードを作りました。サーバーのURLに /?invite={code} を付けたリンクを渡してください。コードは後から表示できません。",
        "The invitation is created; share its link, the server's URL with /?invite={code}. The code cannot be shown again."
    ));
    done.answer.columns = vec!["code".to_owned()];
    done.answer.rows = vec![vec![code.into()]];
    Ok(done)
}

async fn invitation_list(call: Call) -> Result<Done, Refused> {
    let row = |it: Invitation| {
        vec![it.id.into(), it.uses.into(), time(Some(it.since)), time(it.until), it.note.into()]
    };
    let all = call.app.store.invitations().await?;
    let columns = ["id", "uses_left", "since", "until", "note"];
    Ok(listed(&columns, all.into_iter().map(row).collect()))
}

async fn invitation_revoke(call: Call) -> Result<Done, Refused> {
    let id = call.number("id")?.unwrap_or_default();
    match call.app.store.revoke(id.into()).await? {
        true => Ok(said(text!("招待 {id} を取り消しました。", "Invitation {id} is revoked."))),
        false => Err(input_error("その番号の招待はありません。", "There is no such invitation.")),
    }
}

async fn report_list(call: Call) -> Result<Done, Refused> {
    let reports = call.app.store.reports(call.has("all"), limit(&call)?).await?;
    let rows = reports.into_iter().map(|it| {
        vec![
            it.id.into(),
            time(Some(it.at)),
            it.name.into(),
            format!("{}/{}", it.table, it.seat).into(),
            json!(it.person.map(person_id)),
            it.text.into(),
            json!(it.reporter.map(person_id)),
            it.done.into(),
        ]
    });
    let columns = ["id", "at", "name", "seat", "person", "text", "reporter", "done"];
    Ok(listed(&columns, rows.collect()))
}

async fn report_done(call: Call) -> Result<Done, Refused> {
    let id = call.number("id")?.unwrap_or_default();
    match call.app.store.close_report(id.into()).await? {
        true => {
            Ok(said(text!("通報 {id} を処理済みにしました。", "Report {id} is marked as done.")))
        }
        false => Err(input_error("その番号の通報はありません。", "There is no such report.")),
    }
}

async fn retain(call: Call) -> Result<Done, Refused> {
    let dry = call.has("dry-run");
    let retained = call.app.retainer.retain(dry, false).await?;
    let rows = match serde_json::to_value(retained).expect("numbers are plain data") {
        Value::Object(numbers) => {
            numbers.into_iter().map(|(name, number)| vec![name.into(), number]).collect()
        }
        _ => Vec::new(),
    };
    let mut done = listed(&["kind", "tables"], rows);
    done.answer.message = match dry {
        true => LocalizedText::fixed(
            "数えただけで、何も変えていません。",
            "Dry run: nothing was changed.",
        ),
        false => LocalizedText::fixed(
            "期限の過ぎた卓を整理しました。",
            "Expired tables were deleted and finished games compacted.",
        ),
    };
    Ok(done)
}

async fn vacuum(call: Call) -> Result<Done, Refused> {
    if !call.alone {
        return Err(input_error(
            "動いているサーバーではできません。終了してから、--data-dir を指定して実行してください。",
            "This is not possible while the server runs; stop it, and run this command with --data-dir.",
        ));
    }
    call.app.store.vacuum().await?;
    Ok(said(LocalizedText::fixed(
        "領域をディスクに返しました。",
        "The disk space is returned to the file system.",
    )))
}

async fn log(call: Call) -> Result<Done, Refused> {
    let entries = call.app.store.audited(limit(&call)?).await?;
    let rows = entries.into_iter().map(|it| {
        let person = json!(it.person.map(person_id));
        vec![
            it.id.into(),
            time(Some(it.at)),
            it.actor.into(),
            it.command.into(),
            person,
            it.details.into(),
        ]
    });
    let columns = ["id", "at", "actor", "command", "person", "arguments"];
    Ok(listed(&columns, rows.collect()))
}

/// Finds a person by one of three forms: the whole id, at least its first [`LEAST_DIGITS`] digits, or the
/// seat that the person occupies (`TABLE/SEAT`).
async fn find(call: &Call, given: &str) -> Result<Guest, Refused> {
    let store = &call.app.store;
    if let Some((table, seat)) = given.split_once('/') {
        let sitters = store.sitters(table).await?;
        let sitter = seat.parse().ok().and_then(|seat: usize| sitters.into_iter().nth(seat));
        return match sitter {
            Some(Sitter::Person { guest, .. }) => Ok(guest),
            _ => Err(input_error("その席に人はいません。", "No person has that seat.")),
        };
    }
    let digits: Option<Vec<u8>> =
        given.chars().map(|it| it.to_digit(16).and_then(|it| u8::try_from(it).ok())).collect();
    let Some(digits) = digits.filter(|it| (LEAST_DIGITS..=64).contains(&it.len())) else {
        return Err(input_error(
            "人は、IDの先頭8文字以上か、卓のID/席の番号 で指定してください。person find で探せます。",
            "Give at least the first 8 digits of a person's id, or TABLE/SEAT; person find searches by name.",
        ));
    };
    let filled = |rest: u8| {
        let mut bytes = [rest << 4 | rest; 32];
        for (place, digit) in digits.iter().enumerate() {
            let byte = &mut bytes[place / 2];
            *byte = if place % 2 == 0 { digit << 4 | (*byte & 15) } else { (*byte & 0xf0) | digit };
        }
        bytes
    };
    let found = store.people_between(filled(0), filled(15), 2).await?;
    match &found[..] {
        [one] => Ok(one.person),
        [] => Err(input_error("その人はいません。", "There is nobody with that id.")),
        _ => Err(input_error(
            "その文字で始まるIDは一つではありません。もっと長く指定してください。",
            "Several ids begin with these digits; give more digits.",
        )),
    }
}

fn input_error(ja: &'static str, en: &'static str) -> Refused {
    InputError::new(ja, en).into()
}
