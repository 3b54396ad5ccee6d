//! The file of `simulate --games-out`.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "parquet")]
use lab::Parquet;
use lab::{GameLine, JsonLines, Sheet};
use server::system;
use zashiki_core::{InputError, text};

use crate::features::{self, Feature};
use crate::input;

/// The output file of games.
#[derive(clap::Args, Debug)]
pub struct GamesOut {
    #[arg(long, value_name = "FILE", help = help())]
    games_out: Option<PathBuf>,
    /// Also writes every decision of each game.
    #[arg(long, requires = "games_out")]
    decisions: bool,
    /// Resumes after the games that the file already has.
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

/// A Parquet file. It can be read only once it is whole, so the games are lines of JSON in a file
/// beside it until the run ends, in whichever way: that is what it is made of, and resumed from.
#[cfg(feature = "parquet")]
struct Converted {
    lines: JsonLines<BufWriter<Tail>>,
    beside: PathBuf,
    path: PathBuf,
    decisions: bool,
}

#[cfg(feature = "parquet")]
impl Sheet for Converted {
    fn write(&mut self, game: &GameLine) -> io::Result<()> {
        self.lines.write(game)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.lines.finish()?;
        let games = lab::GameLines::new(BufReader::new(File::open(&self.beside)?));
        input::replace(&self.path, |file| {
            let mut sheet = Parquet::new(file, self.decisions)?;
            for game in games {
                sheet.write(&game.map_err(io::Error::other)?)?;
            }
            sheet.finish()
        })
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
    pub fn check(&self) -> Result<(), InputError> {
        self.games_out.as_deref().map_or(Ok(()), check_ending)
    }

    /// Opens the file, if one is asked for.
    ///
    /// # Errors
    /// When it is there already and is not to be gone on with, cannot be, or cannot be written.
    pub fn open(&self) -> Result<Option<Open>, InputError> {
        let Some(path) = &self.games_out else { return Ok(None) };
        let written = |path: &Path| path.metadata().is_ok_and(|file| file.len() > 0);
        let lines = lines_of(path);
        let there = [path, &lines].into_iter().find(|path| written(path));
        if let Some(there) = there.filter(|_| !self.resume) {
            let unless = text!(
                "続きからなら --resume を付け、そうでなければ",
                "add --resume to go on with it, or "
            );
            return Err(input::there_already(there, unless));
        }
        if there.is_some() && !written(&lines) {
            let (named, lines) = (path.display(), lines.display());
            return Err(text!(
                "Parquetのファイル「{named}」の続きは書けません。続きから始めるには「{lines}」が必要ですが、対局がすべて終わると消されます。",
                "The Parquet file \"{named}\" cannot be gone on with: that needs \"{lines}\", which is removed once all games are played."
            )
            .into());
        }
        let (decisions, unwritable) = (self.decisions, |error| self.unwritten(&error));
        let (mut held, mut whole) = (Vec::new(), 0);
        if there.is_some() {
            let file = File::open(&lines).map_err(unwritable)?;
            (held, whole) = lab::read_games(BufReader::new(file))?;
        }
        let file = OpenOptions::new().append(true).create(true).open(&lines).map_err(unwritable)?;
        let json = JsonLines(BufWriter::new(Tail { file, whole: Some(whole) }));
        #[cfg(feature = "parquet")]
        if is_parquet(path) {
            let sheet = Converted { lines: json, beside: lines, path: path.clone(), decisions };
            return Ok(Some(Open { sheet: Box::new(sheet), held, decisions }));
        }
        Ok(Some(Open { sheet: Box::new(json), held, decisions }))
    }

    /// Removes what was only there to go on from, once all games are in the file.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn done(&self) -> Result<(), InputError> {
        match &self.games_out {
            Some(path) if is_parquet(path) => {
                std::fs::remove_file(lines_of(path)).map_err(|error| self.unwritten(&error))
            }
            _ => Ok(()),
        }
    }

    /// What to say when a game cannot be written. What was written can be gone on with.
    pub fn unwritten(&self, error: &io::Error) -> InputError {
        let path = self.games_out.as_deref().unwrap_or(Path::new(""));
        let (named, why) = (path.display(), system::why(error));
        if lines_of(path).metadata().is_ok_and(|file| file.len() > 0) {
            return text!(
                "対局を「{named}」に書けません({why})。書けるようにしてから、同じコマンドに --resume を付ければ、続きから始められます。",
                "The games cannot be written to \"{named}\" ({why}). Once they can, the same command with --resume goes on.",
                why
            )
            .into();
        }
        text!(
            "対局を「{named}」に書けません({why})。書き込める場所を指定してください。",
            "The games cannot be written to \"{named}\" ({why}); name a place that can be written to.",
            why
        )
        .into()
    }

    /// What to say after a signal that stops.
    pub fn stopped(&self, games: u64) -> InputError {
        let Some(path) = self.games_out.as_deref() else {
            return text!("{games}局で中断しました。", "Stopped after {games} games.").into();
        };
        let (named, lines) = (path.display(), lines_of(path));
        let lines = lines.display();
        if is_parquet(path) {
            return text!(
                "{games}局で中断しました。「{named}」はそこまでの対局を収めています。「{lines}」を残しておけば、同じコマンドに --resume を付けて、続きから始められます。",
                "Stopped after {games} games, which \"{named}\" holds; with \"{lines}\" the same command and --resume goes on."
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

/// The file of JSON lines in which the games of a file are written one by one: itself, or one beside
/// it that has its name and `.jsonl`.
fn lines_of(path: &Path) -> PathBuf {
    if !is_parquet(path) {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".jsonl");
    name.into()
}

/// Who asks for a spreadsheet is not to find something else in the file when all is played.
fn check_ending(path: &Path) -> Result<(), InputError> {
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
