//! Game logs: one line per game, for statistics in other programs.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use zashiki_core::{
    Game, GameStateExt as _, InputError, LocalizedText, Seat, SeatSet, read_json, text,
};

use crate::match_runner::Watch;

/// One game of a simulation, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// Number of the game within the simulation, from 0.
    pub number: u64,
    /// Digest of the configuration and of all other data on which the simulation's games depend.
    pub plan: String,
    /// The RNG seed of the deal.
    #[serde(with = "zashiki_core::decimal")]
    pub seed: u64,
    /// The spec or name of the bot of each seat.
    pub bots: Vec<String>,
    /// The seat that took the first decision.
    pub first: Seat,
    /// The winning seats; empty without a winner.
    pub winners: SeatSet,
    /// True if several seats won together.
    pub shared: bool,
    /// Each seat's score.
    pub scores: Vec<i32>,
    /// The lead of the best side at the end of the game, in points.
    pub margin: i32,
    /// The id of the end reason.
    pub reason: String,
    /// Number of turns; a turn is a run of consecutive decisions of one seat.
    pub turns: u64,
    /// Number of decisions.
    pub decisions: u64,
    /// All decisions of the game, if they were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<Decision>>,
}

/// One decision of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The seat that decided.
    pub seat: Seat,
    /// Number of actions that were listed for the decision.
    pub choices: u32,
    /// The chosen action, in notation.
    pub choice: String,
    /// Heuristic value for each seat directly after the decision, from −1000 (lost) to 1000 (won).
    pub appraisals: Vec<i32>,
}

/// The decisions of a game, recorded while it is played.
#[derive(Default)]
pub(crate) struct Log(pub(crate) Vec<Decision>);

impl<G: Game> Watch<G> for Log {
    fn deciding(&mut self, game: &G, seat: Seat, action: G::Action) {
        let mut buffer = Vec::new();
        let choices = game.choices(seat, &mut buffer).len() as u32;
        self.0.push(Decision { seat, choices, choice: action.to_string(), appraisals: Vec::new() });
    }

    fn decided(&mut self, game: &G) {
        let last = self.0.last_mut().expect("the decision was added before");
        last.appraisals = Seat::all(game.seats()).map(|seat| game.evaluate(seat)).collect();
    }
}

/// Output for the games of a simulation, in their order.
pub trait Sheet {
    /// Writes one game.
    ///
    /// # Errors
    /// Returns an error if the game cannot be written.
    fn write(&mut self, game: &GameLine) -> io::Result<()>;

    /// Writes buffered data; called after the last game.
    ///
    /// # Errors
    /// Returns an error if the data cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// Output of games as JSON lines.
pub struct JsonLines<W: Write>(pub W);

impl<W: Write> Sheet for JsonLines<W> {
    fn write(&mut self, game: &GameLine) -> io::Result<()> {
        // In one piece, so that an interrupted program leaves complete lines.
        let mut line = serde_json::to_vec(game)?;
        line.push(b'\n');
        self.0.write_all(&line)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Reads a file of JSON lines game by game. Ignores an incomplete last line.
pub struct GameLines<R> {
    file: R,
    games: u64,
    bytes: u64,
    line: Vec<u8>,
}

impl<R: BufRead> GameLines<R> {
    /// A reader of this file, from its start.
    pub fn new(file: R) -> GameLines<R> {
        GameLines { file, games: 0, bytes: 0, line: Vec::new() }
    }

    /// The number of bytes of the lines read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn read(&mut self) -> Result<Option<GameLine>, InputError> {
        self.line.clear();
        let number = self.games + 1;
        let wrong = |fault: LocalizedText| {
            InputError::from(text!(
                "{number}行目が対局の記録ではありません: {fault}。--games-out で別のファイルを指定してください。",
                "Line {number} is not a game: {fault}. Give another file with --games-out.",
                fault
            ))
        };
        let read = self.file.read_until(b'\n', &mut self.line);
        let read =
            read.map_err(|_| wrong(LocalizedText::fixed("読めません", "it cannot be read")))?;
        if self.line.last() != Some(&b'\n') {
            return Ok(None);
        }
        let text = str::from_utf8(&self.line);
        let text = text
            .map_err(|_| wrong(LocalizedText::fixed("UTF-8ではありません", "it is not UTF-8")))?;
        let game: GameLine = read_json(text).map_err(wrong)?;
        if game.number != self.games {
            let found = game.number;
            return Err(wrong(text!(
                "番号が{found}で、続いていません",
                "its number is {found}, which is out of order"
            )));
        }
        self.games += 1;
        self.bytes += read as u64;
        Ok(Some(game))
    }
}

impl<R: BufRead> Iterator for GameLines<R> {
    /// The next game. An error contains the number of the line that is no game, or not the next game.
    type Item = Result<GameLine, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// The games of a file of JSON lines, without their decisions, and the length of their lines in bytes.
///
/// # Errors
/// Returns an error, which names the line, if a line is no game or the games are not numbered from 0.
pub fn read_games(file: impl BufRead) -> Result<(Vec<GameLine>, u64), InputError> {
    let mut lines = GameLines::new(file);
    // The decisions are dropped to save memory.
    let counted = |game: GameLine| GameLine { log: None, ..game };
    let games = lines.by_ref().map(|game| game.map(counted)).collect::<Result<_, _>>()?;
    Ok((games, lines.bytes()))
}
