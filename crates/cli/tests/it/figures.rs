//! Checks that the figures in every RULES.md and in docs/reference/bots.md are the results of this
//! version of the program.
//!
//! A block of lines `zashiki simulate …  # title` or `zashiki lab ladder …  # title` has a table below it. In
//! RULES.md the table is about one game and has a column for each command. In docs/reference/bots.md it has a row for each match of
//! bots. This test repeats only the runs of quick bots; `cargo xtask update-figures` repeats all of them
//! and writes the tables.

use std::path::Path;

use crate::common::{command, words};
use serde_json::Value;
use zashiki_core::Level;

/// A command of a block, and the title of its column or row in the table.
#[derive(Clone)]
struct Column {
    arguments: Vec<String>,
    title: String,
}

impl Column {
    fn read(line: &str) -> Option<Column> {
        let (command, title) = line.strip_prefix("zashiki ")?.rsplit_once("  # ")?;
        let arguments = words(command.trim());
        let known = command.starts_with("simulate ") || command.starts_with("lab ladder ");
        known.then(|| Column { arguments, title: title.to_owned() })
    }

    /// Returns true if the command plays a ladder, and false if it simulates games.
    fn is_ladder(&self) -> bool {
        self.arguments[0] == "lab"
    }

    /// Returns true if the command is fast enough to be repeated in every test run.
    fn is_quick(&self) -> bool {
        let thinks = |bot: &&str| self.arguments.iter().any(|argument| argument.contains(*bot));
        let levels = Level::ALL.map(Level::id);
        ![&["ismcts", "alphabeta", "planner", "greedy"], &levels[..]].concat().iter().any(thinks)
    }

    /// The value of one of the command's arguments.
    fn argument(&self, name: &str) -> &str {
        let at = self.arguments.iter().position(|argument| argument == name);
        let at = at.unwrap_or_else(|| panic!("{name} is missing in {:?}", self.arguments));
        &self.arguments[at + 1]
    }

    /// The report that the program prints for the command, as JSON.
    fn report(&self, folder: &Path) -> Value {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut command = command(&arguments);
        let output = command.arg("--json").current_dir(folder).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        serde_json::from_slice(&output.stdout).expect("a report is JSON")
    }

    /// The row of a match: its head and the percentage of games that the bot wins.
    fn row(&self, folder: &Path) -> String {
        let report = self.report(folder);
        // A ladder counts a draw as a fair share. Where the seats rotate, wins are counted by bot.
        let (games, won) = if self.is_ladder() {
            (&report["pairs"][0]["games"], &report["pairs"][0]["share"])
        } else if self.arguments.iter().any(|argument| argument == "--rotate-seats") {
            (&report["games"], &report["by_bot"][0]["portion"])
        } else {
            (&report["games"], &report["win_shares"][0])
        };
        let planned = self.argument("--games");
        assert_eq!(
            games.to_string(),
            planned,
            "{:?} plays another number of games",
            self.arguments
        );
        let [share, low, high] = ["share", "low", "high"]
            .map(|bound| 100.0 * won[bound].as_f64().expect("a share of the games"));
        format!("{} {share:.1} % ({low:.1}–{high:.1}) |", self.row_head())
    }

    /// The cells of a row that can be written without playing games.
    fn row_head(&self) -> String {
        let bots: Vec<&str> = self.argument("--bots").split(',').collect();
        let (first, last) = (bots[0], bots[bots.len() - 1]);
        // A ladder names the weaker bot first.
        let (bot, other) = if self.is_ladder() { (last, first) } else { (first, last) };
        let games = self.argument("--games");
        format!("| {} | `{bot}` | `{other}` | {games} |", self.title)
    }

    /// The figures of the command's column: the name of the row and the text of the cell.
    fn cells(&self, folder: &Path) -> Vec<(String, String)> {
        let report = self.report(folder);
        let games = report["games"].as_f64().expect("a number of games");
        let share = |count: &Value| 100.0 * count.as_f64().unwrap_or_default() / games;
        let ends = report["end_reasons"].as_object().expect("the ways of ending");
        let mut cells: Vec<(String, String)> = ends
            .iter()
            .map(|(reason, count)| (format!("`{reason}`"), format!("{:.1} %", share(count))))
            .collect();
        let wins = report["wins"].as_array().expect("wins by seat");
        let wins: Vec<String> = wins.iter().map(|count| format!("{:.1}", share(count))).collect();
        cells.push(("won by each seat".to_owned(), format!("{} %", wins.join(" / "))));
        let length = &report["length"];
        cells.push((
            "decisions (min/median/max)".to_owned(),
            format!("{}/{}/{}", length["min"], length["median"], length["max"]),
        ));
        cells
    }
}

/// The cells of a row of a Markdown table.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// The head of the table of matches, in Markdown.
const MATCHES: [&str; 2] =
    ["| game, seats | bot | others | games | wins |", "|---|---|---|---|---|"];

/// The new table of these matches. Rows of matches that are not repeated are copied from the existing
/// table `stands`.
fn matches(columns: &[Column], folder: &Path, all: bool, stands: &[&str]) -> Vec<String> {
    let row = |column: &Column| {
        let head = column.row_head();
        let stood = stands.iter().find(|row| row.starts_with(&head));
        match stood {
            _ if all || column.is_quick() => column.row(folder),
            Some(row) => (*row).to_owned(),
            None => format!("{head} not played yet |"),
        }
    };
    MATCHES.iter().map(ToString::to_string).chain(columns.iter().map(row)).collect()
}

/// The new table for these commands. Columns of commands that are not repeated are copied from the
/// existing table `stands`.
fn table(columns: &[Column], folder: &Path, all: bool, stands: &[&str]) -> Vec<String> {
    let titles: Vec<&str> = columns.iter().map(|column| column.title.as_str()).collect();
    let mut rows = vec![
        format!("| | {} |", titles.join(" | ")),
        format!("|---|{}", "---|".repeat(columns.len())),
    ];
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        if !all && !column.is_quick() {
            continue;
        }
        for (name, cell) in column.cells(folder) {
            let at = found.iter().position(|(row, _)| *row == name).unwrap_or_else(|| {
                found.push((name, vec![String::new(); columns.len()]));
                found.len() - 1
            });
            found[at].1[number] = cell;
        }
    }
    if found.is_empty() {
        return stands.iter().map(|row| (*row).to_owned()).collect();
    }
    for (name, mut row) in found {
        let stood = stands.iter().map(|row| cells(row)).find(|cells| cells[0] == name);
        for (number, cell) in row.iter_mut().enumerate().filter(|(_, cell)| cell.is_empty()) {
            *cell = stood.as_ref().and_then(|row| row.get(number + 1)).unwrap_or(&"").to_string();
        }
        rows.push(format!("| {name} | {} |", row.join(" | ")));
    }
    rows
}

/// The document with all its tables of figures updated, and the number of tables.
fn with_figures(text: &str, folder: &Path, all: bool) -> (String, usize) {
    let (mut out, mut tables) = (Vec::new(), 0);
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let columns: Vec<Column> =
            lines[at..].iter().map_while(|line| Column::read(line)).collect();
        if columns.is_empty() {
            out.push(lines[at].to_owned());
            at += 1;
            continue;
        }
        let below = at + columns.len();
        assert_eq!(lines[below..below + 2], ["```", ""], "a table stands below its commands");
        let stands: Vec<&str> =
            lines[below + 2..].iter().take_while(|line| line.starts_with('|')).copied().collect();
        out.extend(lines[at..below + 2].iter().map(|line| (*line).to_owned()));
        let shape = if stands.first() == Some(&MATCHES[0]) { matches } else { table };
        out.extend(shape(&columns, folder, all, &stands));
        at = below + 2 + stands.len();
        tables += 1;
    }
    (out.join("\n") + "\n", tables)
}

/// Checks the figures in a document, or updates them if the variable `ZASHIKI_UPDATE` is set.
fn check(path: &str) {
    let text = conformance::documents::document(path);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let update = std::env::var_os("ZASHIKI_UPDATE").is_some();
    let folder = path.parent().expect("a file is in a folder");
    let (fresh, tables) = with_figures(&text, folder, update);
    assert!(tables > 0, "{} has no figures", path.display());
    if update {
        std::fs::write(&path, fresh).expect("the document can be rewritten");
        return;
    }
    for (number, (stands, now)) in text.lines().zip(fresh.lines()).enumerate() {
        assert_eq!(
            stands,
            now,
            "{}:{}: run `cargo xtask update-figures`",
            path.display(),
            number + 1
        );
    }
    assert_eq!(text.lines().count(), fresh.lines().count(), "{}", path.display());
}

#[test]
fn figures_of_docs_bots_are_of_this_version() {
    check("docs/reference/bots.md");
}

/// Defines a separate test for each game that checks the figures in its RULES.md.
macro_rules! figures_of_rules {
    ($($test:ident: $game:literal;)+) => {
        const GAMES: &[&str] = &[$($game),+];

        $(
            #[test]
            fn $test() {
                check(concat!("crates/games/", $game, "/RULES.md"));
            }
        )+
    };
}

figures_of_rules! {
    figures_of_crates_games_honnoji_rules_are_of_this_version: "honnoji";
    figures_of_crates_games_hostile_rules_are_of_this_version: "hostile";
    figures_of_crates_games_kokyu_rules_are_of_this_version: "kokyu";
    figures_of_crates_games_sengoku_rules_are_of_this_version: "sengoku";
    figures_of_crates_games_shinra_rules_are_of_this_version: "shinra";
}

#[test]
fn the_figures_of_every_game_are_tested() {
    let mut ids = registry::ids();
    ids.sort_unstable();
    assert_eq!(GAMES, ids);
}

#[test]
fn a_row_is_about_a_bot_in_every_seat() {
    let row = |command: &str| {
        let column = Column::read(&format!("zashiki {command}  # 森羅万象, 2")).expect("a command");
        column.row(Path::new("."))
    };
    let share = |row: &str| -> f64 {
        let cell = cells(row)[4].split(' ').next().unwrap_or_default();
        cell.parse().expect("a percentage")
    };
    let simulated = "simulate shinra --bots greedy,random --games 4 --seed 1";
    // In the second game of a deal the first seat is random.
    let rotated = row(&format!("{simulated} --rotate-seats"));
    assert!(rotated.starts_with("| 森羅万象, 2 | `greedy` | `random` | 4 |"), "{rotated}");
    assert_eq!([share(&row(simulated)), share(&rotated)], [100.0; 2]);
    let played = row("lab ladder shinra --bots random,greedy --games 4 --seed 1 --margin 1");
    assert!(played.starts_with("| 森羅万象, 2 | `greedy` | `random` | 4 |"), "{played}");
    assert_eq!(share(&played), 100.0);
}

#[test]
fn a_wrong_figure_is_found() {
    let text = "```sh\nzashiki simulate shinra --games 5 --bots random --seed 1  # random\n```\n\n\
                | | random |\n|---|---|\n| `king` | 12.3 % |\n\nThe end.\n";
    let (fresh, tables) = with_figures(text, Path::new("."), false);
    assert_eq!(tables, 1);
    assert!(!fresh.contains("12.3 %") && fresh.contains("| `turn_limit` |"), "{fresh}");
    assert!(fresh.ends_with("\n\nThe end.\n"), "{fresh}");
}
