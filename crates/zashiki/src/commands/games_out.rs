//! The file of `simulate --games-out`.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "parquet")]
use lab::Parquet;
use lab::{GameLine, JsonLines, Sheet};
use parlour::system;
use table::{BadInput, text};

use crate::features::{self, Feature};
use crate::input;

/// Whether and how to write the games down.
#[derive(clap::Args, Debug)]
pub struct GamesOut {
    #[arg(long, value_name = "FILE", help = help())]
    games_out: Option<PathBuf>,
    /// Writes every decision of each game too.
    #[arg(long, requires = "games_out")]
    decisions: bool,
    /// Goes on from the games that the file holds already.
    #[arg(long, requires = "games_out", conflicts_with = "record")]
    resume: bool,
}

/// A file that was opened, and the games that it held.
pub struct Open {
    pub sheet: Box<dyn Sheet>,
    pub held: Vec<GameLine>,
    pub decisions: bool,
}

/// A file that is written on. What was cut off after so many bytes goes with the first write and
/// not sooner: a plan that is refused changes nothing.
struct Tail {
    file: File,
    whole: Option<u64>,
}

impl Write for Tail {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(whole) = self.whole.take() {
            self.file.set_len(whole)?;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn help() -> String {
    let parquet = Feature::Parquet.help("Parquet if its name ends in .parquet");
    format!(
        "Writes a line for each game to this file: JSON lines if its name ends in .jsonl, .ndjson or \
         .json or has no ending, {parquet}"
    )
}

impl GamesOut {
    /// Refuses a file of a format that is not written, before anything is done for it.
    ///
    /// # Errors
    /// When its ending is of no format, or of one that this program was built without.
    pub fn check(&self) -> Result<(), BadInput> {
        self.games_out.as_deref().map_or(Ok(()), check_ending)
    }

    /// Opens the file, if one is asked for.
    ///
    /// # Errors
    /// When it is there already and is not to be gone on with, cannot be, or cannot be written.
    pub fn open(&self) -> Result<Option<Open>, BadInput> {
        let Some(path) = &self.games_out else { return Ok(None) };
        let named = path.display();
        let parquet = is_parquet(path);
        let there = path.metadata().is_ok_and(|file| file.len() > 0);
        if there && !self.resume {
            let unless = text!(
                "続きからなら --resume を付け、そうでなければ",
                "add --resume to go on with it, or "
            );
            return Err(input::there_already(path, unless));
        }
        if there && parquet {
            return Err(text!(
                "Parquetのファイル「{named}」の続きは書けません。続きから始められるのは、JSON(.jsonl)のファイルです。",
                "The Parquet file \"{named}\" cannot be gone on with; files of JSON lines (.jsonl) can."
            )
            .into());
        }
        let (decisions, unwritable) = (self.decisions, |error| self.unwritten(&error));
        #[cfg(feature = "parquet")]
        if parquet {
            let file = File::create(path).map_err(unwritable)?;
            let sheet = Parquet::new(file, decisions).map_err(unwritable)?;
            return Ok(Some(Open { sheet: Box::new(sheet), held: Vec::new(), decisions }));
        }
        let (mut held, mut whole) = (Vec::new(), 0);
        if there {
            let file = File::open(path).map_err(unwritable)?;
            (held, whole) = lab::read_games(BufReader::new(file))?;
        }
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(unwritable)?;
        let tail = Tail { file, whole: Some(whole) };
        Ok(Some(Open { sheet: Box::new(JsonLines(BufWriter::new(tail))), held, decisions }))
    }

    /// What to say when a game cannot be written.
    pub fn unwritten(&self, error: &io::Error) -> BadInput {
        let path = self.games_out.as_deref().unwrap_or(Path::new("")).display();
        let why = system::why(error);
        text!(
            "対局を「{path}」に書けません({why})。書き込める場所を指定してください。",
            "The games cannot be written to \"{path}\" ({why}); name a place that can be written to.",
            why
        )
        .into()
    }

    /// What to say after the key that stops.
    pub fn stopped(&self, games: u64) -> BadInput {
        let Some(path) = self.games_out.as_deref() else {
            return text!("{games}局で中断しました。", "Stopped after {games} games.").into();
        };
        let named = path.display();
        if is_parquet(path) {
            return text!(
                "{games}局で中断しました。「{named}」はそこまでの対局を収めています。",
                "Stopped after {games} games, which \"{named}\" holds."
            )
            .into();
        }
        text!(
            "{games}局で中断しました。「{named}」はそこまでの対局を収めています。同じコマンドに --resume を付ければ、続きから始められます。",
            "Stopped after {games} games, which \"{named}\" holds; the same command with --resume goes on."
        )
        .into()
    }
}

/// Who asks for a spreadsheet is not to find something else in the file when all is played.
fn check_ending(path: &Path) -> Result<(), BadInput> {
    let json_lines = |ending: &OsStr| ["jsonl", "ndjson", "json"].iter().any(|it| ending == *it);
    let named = path.display();
    if is_parquet(path) {
        let file = text!("--games-out「{named}」", "--games-out \"{named}\"");
        return features::need(file, Feature::Parquet);
    }
    if path.extension().is_none_or(json_lines) {
        return Ok(());
    }
    Err(text!(
        "「{named}」の拡張子に当たる形式では書けません。.jsonl、.ndjson、.json(いずれも1行1局のJSON)か .parquet で終わる名前を指定してください。",
        "Games are not written in the format that the ending of \"{named}\" stands for; name a file that ends in .jsonl, .ndjson or .json (a line of JSON for each game) or in .parquet."
    )
    .into())
}

fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "parquet")
}
