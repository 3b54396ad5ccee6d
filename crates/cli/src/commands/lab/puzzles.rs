//! The command `zashiki lab puzzles`: composes puzzles from games of bots, or verifies the built-in
//! ones.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lab::PuzzleConfig;
use serde::Serialize;
use server::system;
use zashiki_core::{InputError, LocalizedText, Puzzle, text};

use crate::args::game::GameArgs;
use crate::args::run::RunArgs;
use crate::failure::{Failure, print_message};
use crate::input;
use crate::lang::Lang;
use crate::output::Format;

/// Arguments of `lab puzzles`.
#[derive(clap::Args, Debug)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of puzzles, spread evenly over the difficulties if possible.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// New file for the puzzles; without it standard output. Each puzzle is written once it is found, or,
    /// with --checkpoint, at the end of the run.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Bots that play, separated by commas: one for each seat in order, or one for all.
    #[arg(long, value_name = "A,B", default_value = "greedy")]
    bots: String,
    /// Maximum number of positions searched per puzzle; puzzles that need more are dropped.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// Maximum number of games.
    #[arg(long, value_name = "K", default_value_t = 100_000)]
    games: u64,
    #[command(flatten)]
    run: RunArgs,
    /// Verifies all built-in puzzles of the game instead of composing new ones.
    #[arg(long, conflicts_with_all = ["count", "seed", "out", "seats", "bots", "games", "checkpoint", "threads"])]
    verify: bool,
    #[arg(long, requires = "verify", help = Format::HELP)]
    json: bool,
}

/// Composes puzzles, or verifies the built-in ones.
///
/// # Errors
/// Returns an error if an argument is invalid, a built-in puzzle is wrong, the file cannot be written or the
/// run is stopped.
pub fn run(args: &PuzzlesArgs, lang: Lang) -> Result<(), Failure> {
    if args.verify { verify(args, lang) } else { compose(args, lang) }
}

/// The result of `--verify`, as `--json` prints it.
#[derive(Serialize)]
struct Verified<'a> {
    game: &'a str,
    puzzles: usize,
}

fn verify(args: &PuzzlesArgs, lang: Lang) -> Result<(), Failure> {
    let game = &args.game.game;
    let puzzles = lab::prove_puzzles(game, args.nodes)?;
    Format::json_if(args.json).print(&Verified { game, puzzles }, |out| {
        let proved = lang.pick(
            "問の解がそれぞれ一つだけであることを証明しました",
            "puzzles proved: each has one solution",
        );
        Ok(writeln!(out, "{puzzles} {proved}")?)
    })
}

fn compose(args: &PuzzlesArgs, lang: Lang) -> Result<(), Failure> {
    let config = PuzzleConfig {
        game: args.game.game.clone(),
        seats: args.game.seats()?,
        count: args.count,
        bots: args.bots.clone(),
        seed: args.seed,
        nodes: args.nodes,
        games: args.games,
    };
    if let Some(path) = args.out.as_deref().filter(|path| path.exists()) {
        return Err(input::file_exists(path, LocalizedText::fixed("", "")).into());
    }
    let mut writer = PuzzleWriter { config: &config, path: args.out.as_deref(), file: None };
    // With a checkpoint, a resumed run would write the puzzles of the earlier run again.
    let at_the_end = args.run.has_checkpoint() && args.out.is_some();
    let (mut puzzles, mut failure) = (Vec::new(), None);
    let mut on_puzzle = |puzzle: &Puzzle| {
        if at_the_end {
            puzzles.push(puzzle.written());
            return true;
        }
        failure = writer.write(&puzzle.written()).err();
        failure.is_none()
    };
    // A checkpoint can be resumed with more games or puzzles.
    let unlimited = PuzzleConfig { count: 0, games: 0, ..config.clone() };
    let result = args.run.run(&config.game, &unlimited, |control| {
        let result = lab::compose(&config, control, &mut on_puzzle)?;
        let is_stopped = result.found < config.count && result.games < config.games;
        Ok((!(is_stopped && args.run.has_checkpoint())).then_some(result))
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let result = result?;
    for puzzle in puzzles {
        writer.write(&puzzle)?;
    }
    let (found, games) = (result.found, result.games);
    let message = text!(
        "{games}局から{found}問を作りました。",
        "{found} composed from {games}.",
        found = zashiki_core::plural(found as u64, "puzzle", "puzzles"),
        games = zashiki_core::plural(games, "game", "games")
    );
    print_message(lang.of(&message));
    Ok(())
}

/// Writes puzzles to a file or to standard output. It creates the file with the first puzzle, so that an
/// invalid command leaves no file.
struct PuzzleWriter<'a> {
    config: &'a PuzzleConfig,
    path: Option<&'a Path>,
    file: Option<PuzzleFile>,
}

/// The destination of puzzles: a file or standard output.
enum PuzzleFile {
    /// A file, and the length in bytes of the complete puzzles in it.
    File(File, u64),
    Standard,
}

impl PuzzleFile {
    /// Writes the whole text. After an error, a file is cut back to its previous length, because a part
    /// of a puzzle would make it invalid.
    fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            PuzzleFile::Standard => {
                let mut out = io::stdout();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
            PuzzleFile::File(file, length) => {
                let written = file.write_all(text.as_bytes());
                match &written {
                    Ok(()) => *length += text.len() as u64,
                    Err(_) => drop(file.set_len(*length)),
                }
                written
            }
        }
    }
}

impl PuzzleWriter<'_> {
    /// Writes one puzzle and flushes the output, so that the puzzle is not lost if the program ends.
    fn write(&mut self, puzzle: &str) -> Result<(), Failure> {
        if self.file.is_none() {
            self.file = Some(self.create()?);
        }
        let file = self.file.as_mut().expect("the file was just created");
        file.write(&format!("\n{puzzle}")).map_err(|error| self.failure(error))
    }

    fn create(&self) -> Result<PuzzleFile, Failure> {
        let PuzzleConfig { game, seats, bots, seed, nodes, count, .. } = self.config;
        let head = format!(
            "# Composed by: zashiki lab puzzles {game} --count {count} --seed {seed} --seats {seats} --bots {bots} --nodes {nodes}\n"
        );
        let created = match self.path {
            Some(path) => File::create_new(path).map(|file| PuzzleFile::File(file, 0)),
            None => Ok(PuzzleFile::Standard),
        };
        created
            .and_then(|mut out| out.write(&head).map(|()| out))
            .map_err(|error| self.failure(error))
    }

    fn failure(&self, error: io::Error) -> Failure {
        let Some(path) = self.path else { return error.into() };
        let (path, why) = (path.display(), system::why(&error));
        InputError::from(text!(
            "問題を「{path}」に書けません({why})。書き込める場所を指定してください。",
            "The puzzles cannot be written to \"{path}\" ({why}); name a place that can be written to.",
            why
        ))
        .into()
    }
}
