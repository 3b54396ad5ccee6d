//! The file of `simulate --games-out`: JSON lines or Parquet.

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

/// The file with a line for each game.
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

/// The file of games, opened for writing.
pub struct OpenFile {
    pub sheet: Box<dyn Sheet>,
    /// The games that the file contained when it was opened.
    pub games: Vec<GameLine>,
    /// True if the decisions of each game are written.
    pub decisions: bool,
}

/// A JSON lines file to which lines are appended. If its last line is incomplete, the first write
/// removes that line. Until then the file is unchanged, so that an invalid command changes nothing.
struct Appender {
    file: File,
    /// Length of the complete lines in bytes; `None` once the incomplete rest of the file is removed.
    complete: Option<u64>,
}

impl Write for Appender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(length) = self.complete.take() {
            self.file.set_len(length)?;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A Parquet file that is written at the end of the run. An incomplete Parquet file could not be read,
/// so the games are first written as JSON lines to a temporary file. The Parquet file is made from that
/// file when the run ends or stops, and a stopped run is resumed from it.
#[cfg(feature = "parquet")]
struct ParquetSheet {
    lines: JsonLines<BufWriter<Appender>>,
    temporary: PathBuf,
    path: PathBuf,
    decisions: bool,
}

#[cfg(feature = "parquet")]
impl Sheet for ParquetSheet {
    fn write(&mut self, game: &GameLine) -> io::Result<()> {
        self.lines.write(game)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.lines.finish()?;
        let games = lab::GameLines::new(BufReader::new(File::open(&self.temporary)?));
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
    /// Checks before the run that the format of the file is supported.
    ///
    /// # Errors
    /// Returns an error if there is no format for the file's extension, or this program was built
    /// without the format.
    pub fn check(&self) -> Result<(), InputError> {
        self.games_out.as_deref().map_or(Ok(()), check_extension)
    }

    /// Opens the file, if the command line names one.
    ///
    /// # Errors
    /// Returns an error if the file exists and `--resume` is not given, it is not a file of games, or it
    /// cannot be written.
    pub fn open(&self) -> Result<Option<OpenFile>, InputError> {
        let Some(path) = &self.games_out else { return Ok(None) };
        let has_data = |path: &Path| path.metadata().is_ok_and(|file| file.len() > 0);
        let lines = lines_path(path);
        let existing = [path, &lines].into_iter().find(|path| has_data(path));
        if let Some(existing) = existing.filter(|_| !self.resume) {
            let alternative = text!(
                "続きからなら --resume を付け、そうでなければ",
                "add --resume to continue it, or "
            );
            return Err(input::file_exists(existing, alternative));
        }
        if existing.is_some() && !has_data(&lines) {
            let (named, lines) = (path.display(), lines.display());
            return Err(text!(
                "Parquetのファイル「{named}」の続きは書けません。続きから始めるには「{lines}」が必要ですが、対局がすべて終わると消されます。",
                "The Parquet file \"{named}\" cannot be continued without \"{lines}\", which is deleted once all games are played; name another file."
            )
            .into());
        }
        let (decisions, not_written) = (self.decisions, |error| self.not_written(&error));
        let (mut games, mut length) = (Vec::new(), 0);
        if existing.is_some() {
            let file = File::open(&lines).map_err(not_written)?;
            (games, length) = lab::read_games(BufReader::new(file))?;
        }
        let file =
            OpenOptions::new().append(true).create(true).open(&lines).map_err(not_written)?;
        let json = JsonLines(BufWriter::new(Appender { file, complete: Some(length) }));
        #[cfg(feature = "parquet")]
        if is_parquet(path) {
            let sheet =
                ParquetSheet { lines: json, temporary: lines, path: path.clone(), decisions };
            return Ok(Some(OpenFile { sheet: Box::new(sheet), games, decisions }));
        }
        Ok(Some(OpenFile { sheet: Box::new(json), games, decisions }))
    }

    /// Removes the temporary file, once all games are in the Parquet file.
    ///
    /// # Errors
    /// Returns an error if it cannot be removed.
    pub fn finish(&self) -> Result<(), InputError> {
        match &self.games_out {
            Some(path) if is_parquet(path) => {
                std::fs::remove_file(lines_path(path)).map_err(|error| self.not_written(&error))
            }
            _ => Ok(()),
        }
    }

    /// The error if a game cannot be written to the file. It says that the run can be resumed after the
    /// last written game.
    pub fn not_written(&self, error: &io::Error) -> InputError {
        let path = self.games_out.as_deref().unwrap_or(Path::new(""));
        let (named, why) = (path.display(), system::why(error));
        if lines_path(path).metadata().is_ok_and(|file| file.len() > 0) {
            return text!(
                "対局を「{named}」に書けません({why})。書けるようにしてから、同じコマンドに --resume を付ければ、続きから始められます。",
                "The games cannot be written to \"{named}\" ({why}). Make it writable and run the same command with --resume.",
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

    /// The error if a signal stopped the run; `games` is the number of games that were played until
    /// then.
    pub fn stopped(&self, games: u64) -> InputError {
        let Some(path) = self.games_out.as_deref() else {
            return text!("{games}局で中断しました。", "Stopped after {games} games.").into();
        };
        let (named, lines) = (path.display(), lines_path(path));
        let lines = lines.display();
        if is_parquet(path) {
            return text!(
                "{games}局で中断しました。「{named}」はそこまでの対局を収めています。「{lines}」を残しておけば、同じコマンドに --resume を付けて、続きから始められます。",
                "Stopped after {games} games, which are in \"{named}\". Keep \"{lines}\" and run the same command with --resume to continue."
            )
            .into();
        }
        text!(
            "{games}局で中断しました。「{named}」はそこまでの対局を収めています。同じコマンドに --resume を付ければ、続きから始められます。",
            "Stopped after {games} games, which are in \"{named}\". Run the same command with --resume to continue."
        )
        .into()
    }
}

/// The path of the JSON lines file: the path of the file itself, or, for Parquet, that path with
/// `.jsonl` appended.
fn lines_path(path: &Path) -> PathBuf {
    if !is_parquet(path) {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".jsonl");
    name.into()
}

/// Returns an error if there is no format for the file's extension, or this program was built without
/// the format.
fn check_extension(path: &Path) -> Result<(), InputError> {
    let is_json_lines =
        |extension: &OsStr| ["jsonl", "ndjson", "json"].iter().any(|it| extension == *it);
    let named = path.display();
    if is_parquet(path) {
        let file = text!("--games-out「{named}」", "--games-out \"{named}\"");
        return features::need(file, Feature::Parquet);
    }
    if path.extension().is_none_or(is_json_lines) {
        return Ok(());
    }
    Err(text!(
        "「{named}」の拡張子に当たる形式では書けません。.jsonl、.ndjson、.json(いずれも1行1局のJSON)か .parquet で終わる名前を指定してください。",
        "Games cannot be written in the format of \"{named}\"; name a file that ends in .jsonl, .ndjson or .json (one line of JSON per game) or in .parquet."
    )
    .into())
}

fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "parquet")
}
