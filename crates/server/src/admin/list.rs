//! The list of operator commands, with their parameters and help texts.

use std::collections::BTreeMap;

use zashiki_core::{InputError, LocalizedText, text};

use super::actions::Action;

/// The description of an operator command.
#[derive(Debug)]
pub struct CommandInfo {
    /// The words that name the command, such as `table list`.
    pub name: &'static str,
    /// One-sentence description of the command for the help text.
    pub about: LocalizedText,
    /// The parameters of the command; positional ones in the order in which they are given.
    pub parameters: &'static [Parameter],
    /// True if the command changes anything; it is then recorded in the audit log.
    pub changes: bool,
    pub(super) action: Action,
}

/// A parameter of an operator command.
#[derive(Debug)]
pub struct Parameter {
    /// The parameter's name; for a flag, also the flag's name on the command line.
    pub name: &'static str,
    /// The form of the argument: positional, with a value, or a switch.
    pub takes: Takes,
    /// Description of the parameter for the help text.
    pub about: LocalizedText,
}

/// The form in which an argument is given on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A required positional argument.
    Place,
    /// An optional positional argument.
    MaybePlace,
    /// A flag followed by a value; the string is the placeholder for the value in the help text.
    Value(&'static str),
    /// A flag without a value (a switch).
    Switch,
}

const fn place(name: &'static str, ja: &'static str, en: &'static str) -> Parameter {
    Parameter { name, takes: Takes::Place, about: LocalizedText::fixed(ja, en) }
}

const fn value(
    name: &'static str,
    value: &'static str,
    ja: &'static str,
    en: &'static str,
) -> Parameter {
    Parameter { name, takes: Takes::Value(value), about: LocalizedText::fixed(ja, en) }
}

const fn switch(name: &'static str, ja: &'static str, en: &'static str) -> Parameter {
    Parameter { name, takes: Takes::Switch, about: LocalizedText::fixed(ja, en) }
}

const TABLE: Parameter = place("table", "卓のID", "id of the table");
const PERSON: Parameter = place(
    "person",
    "人のID(先頭の8文字以上)、または 卓のID/席の番号",
    "id of the person, or at least its first 8 digits; or TABLE/SEAT for a seat's occupant",
);
const NETWORK: Parameter = place(
    "network",
    "ネットワーク(192.0.2.0/24、2001:db8::/48 など)",
    "network, such as 192.0.2.0/24 or 2001:db8::/48",
);
const DAYS: Parameter =
    value("days", "DAYS", "日数。省くと期限なし", "number of days; permanent if omitted");
const REASON: Parameter =
    value("reason", "TEXT", "理由。本人に示されます", "reason, shown to the person");
const LIMIT: Parameter =
    value("limit", "N", "最大の件数。省くと50", "maximum number of rows; 50 if omitted");

macro_rules! command {
    ($name:literal, $action:ident, $changes:literal, $ja:literal, $en:literal, [$($of:expr),*]) => {
        CommandInfo {
            name: $name,
            about: LocalizedText::fixed($ja, $en),
            parameters: &[$($of),*],
            changes: $changes,
            action: Action::$action,
        }
    };
}

/// All operator commands.
pub const COMMANDS: &[CommandInfo] = &[
    command!(
        "status",
        Status,
        false,
        "サーバーの状態、お知らせ、未処理の通報の数を表示します",
        "Shows the mode, the announcement, and the numbers of tables, bans and open reports",
        []
    ),
    command!(
        "table list",
        TableList,
        false,
        "卓を、新しい順に表示します",
        "Lists tables, newest first",
        [
            value(
                "state",
                "STATE",
                "waiting、playing、finished、cancelled のどれか",
                "state: waiting, playing, finished or cancelled"
            ),
            value("game", "ID", "ゲームのID", "id of the game"),
            value(
                "person",
                "PERSON",
                "席に着いているか卓を立てた人",
                "person who has a seat there or created it"
            ),
            LIMIT
        ]
    ),
    command!(
        "table show",
        TableShow,
        false,
        "卓の席、立てた人、状態を表示します",
        "Shows a table's seats, creator and state",
        [TABLE]
    ),
    command!(
        "table close",
        TableClose,
        true,
        "卓を閉じます。始まる前なら取り消し、始まっていれば勝敗なしで終えます",
        "Closes a table: cancels it if its game has not started, otherwise ends the game without a result",
        [TABLE]
    ),
    command!(
        "table remove",
        TableRemove,
        true,
        "卓を、記録も含めてすべて消します",
        "Deletes a table with all its data",
        [TABLE]
    ),
    command!(
        "person find",
        PersonFind,
        false,
        "名前の一部で人を探します",
        "Finds people by part of their name",
        [place("text", "名前の一部", "part of the name"), LIMIT]
    ),
    command!(
        "person show",
        PersonShow,
        false,
        "人の名前、利用停止、最近の卓を表示します",
        "Shows a person's name, ban and latest tables",
        [PERSON]
    ),
    command!(
        "person rename",
        PersonRename,
        true,
        "人の名前を、プロフィール、卓、記録のすべてで変えます",
        "Renames a person in the profile, at all tables and in all records",
        [
            PERSON,
            Parameter {
                name: "name",
                takes: Takes::MaybePlace,
                about: LocalizedText::fixed(
                    "新しい名前。省くと Guest",
                    "new name; Guest if omitted"
                ),
            }
        ]
    ),
    command!(
        "person ban",
        PersonBan,
        true,
        "人の利用を止めます。続いている対局では、ボットが代わりに対局します",
        "Bans a person; a bot takes over in unfinished games",
        [PERSON, DAYS, REASON]
    ),
    command!("person unban", PersonUnban, true, "利用の停止を解きます", "Lifts a ban", [PERSON]),
    command!(
        "person remove",
        PersonRemove,
        true,
        "人のデータをすべて消します。卓と記録からは名前が消えます",
        "Deletes all data about a person; tables and records lose the name",
        [PERSON]
    ),
    command!("ban list", BanList, false, "利用停止の一覧", "Lists the bans", []),
    command!(
        "network block",
        NetworkBlock,
        true,
        "ネットワークからのアクセスを断ります",
        "Refuses all requests from a network",
        [NETWORK, DAYS, REASON]
    ),
    command!(
        "network unblock",
        NetworkUnblock,
        true,
        "アクセスの拒否を解きます",
        "Lifts the block of a network",
        [NETWORK]
    ),
    command!(
        "network list",
        NetworkList,
        false,
        "拒否しているネットワークの一覧",
        "Lists the blocked networks",
        []
    ),
    command!(
        "announce",
        Announce,
        true,
        "ページにお知らせを出します。どちらの文も省くと消えます",
        "Shows an announcement on the page; without texts, removes it",
        [
            value("ja", "TEXT", "日本語の文", "text in Japanese"),
            value("en", "TEXT", "英語の文", "text in English")
        ]
    ),
    command!(
        "closing",
        Closing,
        true,
        "サーバーを閉じる予定の時刻をページに出します。省くと消えます",
        "Shows a planned shutdown time on the page; without a time, removes it",
        [value("minutes", "N", "今から何分後か", "minutes from now")]
    ),
    command!(
        "mode",
        Mode,
        true,
        "新しく始められる人を決めます",
        "Sets the people who may start something new",
        [place(
            "mode",
            "open(だれでも)、invited(卓を立てられるのは招待された人だけ)、read-only(新しい対局は始められず、続いている対局だけ最後まで遊べる)",
            "open (everybody), invited (only invited people may create tables) or read-only (nothing new starts; unfinished games continue to their end)"
        )]
    ),
    command!(
        "invitation create",
        InvitationCreate,
        true,
        "招待コードを作ります。リンクは サーバーのURL/?invite=コード です",
        "Creates an invitation code; the link is SERVER-URL/?invite=CODE",
        [
            value(
                "uses",
                "N",
                "招待できる人数。省くと1",
                "number of people who can use it; 1 if omitted"
            ),
            DAYS,
            value("note", "TEXT", "覚え書き", "note to yourself")
        ]
    ),
    command!("invitation list", InvitationList, false, "招待の一覧", "Lists the invitations", []),
    command!(
        "invitation revoke",
        InvitationRevoke,
        true,
        "招待を取り消します。すでに使った人はそのままです",
        "Revokes an invitation; people who used it stay invited",
        [place("id", "招待の番号", "number of the invitation")]
    ),
    command!(
        "report list",
        ReportList,
        false,
        "利用者からの通報を表示します",
        "Lists users' reports",
        [switch("all", "処理済みも", "include reports marked as done"), LIMIT]
    ),
    command!(
        "report done",
        ReportDone,
        true,
        "通報を処理済みにします",
        "Marks a report as done",
        [place("id", "通報の番号", "number of the report")]
    ),
    command!(
        "retain",
        Retain,
        true,
        "期限の過ぎた卓を消し、終わった対局を記録だけにまとめます",
        "Deletes expired tables and compacts finished games, as the server does periodically",
        [switch("dry-run", "数えるだけにします", "only count them")]
    ),
    command!(
        "vacuum",
        Vacuum,
        true,
        "消したものの領域をディスクに返します(終了しているサーバーで)",
        "Returns the disk space of deleted data to the file system (only while no server runs)",
        []
    ),
    command!(
        "log",
        Log,
        false,
        "操作の記録を表示します",
        "Shows the audit log of operator commands",
        [LIMIT]
    ),
];

impl CommandInfo {
    /// Returns an error if required arguments are missing, or arguments are not parameters of the command.
    pub(super) fn check(&self, arguments: &BTreeMap<String, String>) -> Result<(), InputError> {
        let name = self.name;
        let known = |given: &&String| self.parameters.iter().all(|it| it.name != given.as_str());
        if let Some(unknown) = arguments.keys().find(known) {
            return Err(text!(
                "「{name}」に {unknown} という引数はありません。",
                "\"{name}\" has no argument {unknown}."
            )
            .into());
        }
        let missing =
            |it: &&Parameter| it.takes == Takes::Place && !arguments.contains_key(it.name);
        if let Some(missing) = self.parameters.iter().find(missing) {
            let LocalizedText { ja, en } = &missing.about;
            return Err(InputError::new(
                format!("「{name}」には {} ({ja})が必要です。", missing.name),
                format!("\"{name}\" needs {} ({en}).", missing.name),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_unique_names_and_help_in_both_languages() {
        for (place, command) in COMMANDS.iter().enumerate() {
            let others = COMMANDS.iter().skip(place + 1);
            assert!(others.map(|other| other.name).all(|name| name != command.name));
            let texts = command.parameters.iter().map(|it| &it.about).chain([&command.about]);
            for LocalizedText { ja, en } in texts {
                assert!(!ja.is_ascii() && en.is_ascii(), "{}: {ja} {en}", command.name);
            }
            // A command with positional parameters has no subcommands.
            let below = format!("{} ", command.name);
            assert!(COMMANDS.iter().all(|other| !other.name.starts_with(&below)), "{below}");
        }
    }

    #[test]
    fn invalid_arguments_are_rejected() {
        let ban = COMMANDS.iter().find(|command| command.name == "person ban").unwrap();
        let given = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            ban.check(&pairs.collect())
        };
        assert!(given(&[("person", "abcdefgh"), ("days", "3")]).is_ok());
        assert!(given(&[("days", "3")]).unwrap_err().text().en.contains("needs person"));
        assert!(given(&[("person", "a"), ("hours", "3")]).unwrap_err().text().en.contains("hours"));
    }
}
