//! `zashiki lab puzzles`.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lab::{PuzzleConfig, compose};
use server::system;
use zashiki_core::{InputError, LocalizedText, Puzzle, text};

use crate::commands::long::Long;
use crate::commands::out;
use crate::commands::which::Which;
use crate::failure::{Failure, say};
use crate::input;
use crate::lang::Lang;

/// Arguments of `lab puzzles`.
#[derive(clap::Args, Debug)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    which: Which,
    /// Number of puzzles, spread evenly over the difficulties if possible.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// File to write them to, which must not exist yet; without it standard output. Each is
    /// written as soon as it is found; with --checkpoint all are written to the file when the run has ended.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The bots that play, separated by commas: one for each seat in order, or one for all.
    #[arg(long, value_name = "A,B", default_value = "greedy")]
    bots: String,
    /// Maximum number of positions searched per question; unproved puzzles are dropped.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// Maximum number of games to search.
    #[arg(long, value_name = "K", default_value_t = 100_000)]
    games: u64,
    #[command(flatten)]
    long: Long,
    /// Verifies all built-in puzzles of the game instead of composing new ones.
    #[arg(long, conflicts_with_all = ["count", "seed", "out", "seats", "bots", "games", "checkpoint", "threads"])]
    verify: bool,
}

/// Composes puzzles, or verifies the built-in ones.
pub fn run(args: &PuzzlesArgs, lang: Lang) -> Result<(), Failure> {
    if args.verify { prove(args, lang) } else { write(args, lang) }
}

fn prove(args: &PuzzlesArgs, lang: Lang) -> Result<(), Failure> {
    let count = lab::prove_puzzles(&args.which.game, args.nodes)?;
    let mut out = out();
    let proved = lang.pick(
        "問の解がそれぞれ一つだけであることを証明しました",
        "puzzles proved: each has one solution",
    );
    writeln!(out, "{count} {proved}")?;
    Ok(out.flush()?)
}

fn write(args: &PuzzlesArgs, lang: Lang) -> Result<(), Failure> {
    let plan = PuzzleConfig {
        game: args.which.game.clone(),
        seats: args.which.seats()?,
        count: args.count,
        bots: args.bots.clone(),
        seed: args.seed,
        nodes: args.nodes,
        games: args.games,
    };
    if let Some(path) = args.out.as_deref().filter(|path| path.exists()) {
        return Err(input::there_already(path, LocalizedText::fixed("", "")).into());
    }
    let mut writer = Writer { plan: &plan, path: args.out.as_deref(), file: None };
    // Until all are found a journal holds what would be in the file.
    let at_the_end = args.long.keeps() && args.out.is_some();
    let (mut held, mut broken) = (Vec::new(), None);
    let mut found = |puzzle: &Puzzle| {
        if at_the_end {
            held.push(puzzle.written());
            return true;
        }
        broken = writer.write(&puzzle.written()).err();
        broken.is_none()
    };
    // More games, or more puzzles, are searched from where fewer were.
    let of_any_length = PuzzleConfig { count: 0, games: 0, ..plan.clone() };
    let done = args.long.run(&plan.game, &of_any_length, |control| {
        let done = compose(&plan, control, &mut found)?;
        let stopped = done.found < plan.count && done.games < plan.games;
        Ok((!(stopped && args.long.keeps())).then_some(done))
    });
    if let Some(failure) = broken {
        return Err(failure);
    }
    let done = done?;
    for puzzle in held {
        writer.write(&puzzle)?;
    }
    let (found, games) = (done.found, done.games);
    let said = text!(
        "{games}局から{found}問を作りました。",
        "{found} composed from {games}.",
        found = zashiki_core::plural(found as u64, "puzzle", "puzzles"),
        games = zashiki_core::plural(games, "game", "games")
    );
    say(lang.of(&said));
    Ok(())
}

/// Where the puzzles go. The file is begun with the first of them, so that a plan that cannot be
/// leaves none.
struct Writer<'a> {
    plan: &'a PuzzleConfig,
    path: Option<&'a Path>,
    file: Option<Out>,
}

/// Where the puzzles go once there is one.
enum Out {
    /// A file, which has so many bytes of whole puzzles.
    File(File, u64),
    Standard,
}

impl Out {
    /// Writes all of it, or nothing: half a puzzle would spoil a file.
    fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Out::Standard => {
                let mut out = io::stdout();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
            Out::File(file, whole) => {
                let written = file.write_all(text.as_bytes());
                match &written {
                    Ok(()) => *whole += text.len() as u64,
                    Err(_) => drop(file.set_len(*whole)),
                }
                written
            }
        }
    }
}

impl Writer<'_> {
    /// Writes one puzzle out at once: whoever ends the program keeps what was found.
    fn write(&mut self, puzzle: &str) -> Result<(), Failure> {
        if self.file.is_none() {
            self.file = Some(self.begin()?);
        }
        let file = self.file.as_mut().expect("it was begun");
        file.write(&format!("\n{puzzle}")).map_err(|error| self.failure(error))
    }

    fn begin(&self) -> Result<Out, Failure> {
        let PuzzleConfig { game, seats, bots, seed, nodes, count, .. } = self.plan;
        let head = format!(
            "# Composed by: zashiki lab puzzles {game} --count {count} --seed {seed} --seats {seats} --bots {bots} --nodes {nodes}\n"
        );
        let begun = match self.path {
            Some(path) => File::create_new(path).map(|file| Out::File(file, 0)),
            None => Ok(Out::Standard),
        };
        begun
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
