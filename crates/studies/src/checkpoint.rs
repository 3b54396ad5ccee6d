//! Checkpoint file of a long study, from which the study can be resumed.

use std::collections::HashMap;
use std::fmt::Debug;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use zashiki_core::{
    DynRules, InputError, Levels, LocalizedText, ValueNetwork, Weights, digest, read_json, text,
};

/// A checkpoint: the file with the results of a study's games, and of the long computations after them. Each
/// result is one JSON line, written as soon as it and all results before it are finished. A study with the
/// same configuration uses the stored results instead of recomputing them, and has the same result.
pub struct Checkpoint {
    plan: String,
    /// JSON of the stored results, by the number of the run (a series of games of the study) and the number
    /// within the run.
    stored: HashMap<(u32, u64), Box<RawValue>>,
    /// The number of the next run. A study always starts its runs in the same order.
    next_run: AtomicU32,
    out: Mutex<Out>,
}

struct Out {
    file: Box<dyn Write + Send>,
    failed: Option<io::Error>,
}

/// The first line of the checkpoint file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// Digest of the configuration and of all other data on which the study's games depend.
    plan: String,
}

/// Any other line of the checkpoint file: one result.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<T> {
    run: u32,
    number: u64,
    found: T,
}

/// The data of a game on which results depend, besides the configuration of the study.
struct GameData {
    rules_version: u32,
    components: Option<&'static str>,
    levels: &'static Levels,
    weights: Option<&'static Weights>,
    networks: [Option<&'static ValueNetwork>; 2],
}

impl GameData {
    fn of(game: &dyn DynRules) -> GameData {
        GameData {
            rules_version: game.info().rules_version,
            components: game.assets().components(),
            levels: game.assets().levels(),
            weights: game.assets().weights(),
            networks: [game.assets().value_network(), game.assets().search_network()]
                .map(|network| network.map(AsRef::as_ref)),
        }
    }

    /// Digest of the configuration and of all other data on which the study's games depend.
    fn digest(&self, plan: &dyn Debug) -> String {
        let GameData { rules_version, components, levels, weights, networks } = self;
        let version = env!("CARGO_PKG_VERSION");
        let data = format!("{levels:?} {weights:?} {networks:?}");
        let follows = (version, rules_version, components, data, format!("{plan:?}"));
        format!("{:08x}", digest(&follows))
    }
}

impl Checkpoint {
    /// Reads the checkpoint of a configuration for a game from `file`, which is empty for a new checkpoint.
    /// Also returns the length of the complete lines in bytes: an incomplete last line does not count. New
    /// results are discarded until [`onto`](Checkpoint::onto) sets the output.
    ///
    /// # Errors
    /// Returns an error if the file is no checkpoint, or if it belongs to another configuration, to another
    /// version of this program, or to other rules, components, levels or weights of the game.
    pub fn read(
        game: &dyn DynRules,
        plan: &dyn Debug,
        file: &mut dyn BufRead,
    ) -> Result<(Checkpoint, u64), InputError> {
        let plan = GameData::of(game).digest(plan);
        let (mut stored, mut bytes, mut lines, mut line) = (HashMap::new(), 0, 0, Vec::new());
        loop {
            line.clear();
            let wrong = |fault: LocalizedText| {
                let number = lines + 1;
                InputError::from(text!(
                    "ファイルの{number}行目が読めません: {fault}。--checkpoint で別のファイルを指定してください。",
                    "Line {number} of the checkpoint file is invalid: {fault}. Give another file with --checkpoint.",
                    fault
                ))
            };
            let read = file.read_until(b'\n', &mut line);
            let read =
                read.map_err(|_| wrong(LocalizedText::fixed("入出力エラー", "an input error")))?;
            if line.last() != Some(&b'\n') {
                // A run writes the first line in one piece.
                if lines == 0 && !line.is_empty() {
                    return Err(wrong(LocalizedText::fixed(
                        "途中結果ではありません",
                        "it is not a checkpoint file",
                    )));
                }
                break;
            }
            let utf8 = LocalizedText::fixed("UTF-8ではありません", "it is not UTF-8");
            let text = str::from_utf8(&line).map_err(|_| wrong(utf8))?;
            if lines == 0 {
                let head: Head = read_json(text).map_err(wrong)?;
                if head.plan != plan {
                    return Err(other_plan());
                }
            } else {
                let Line { run, number, found } = serde_json::from_str::<Line<Box<RawValue>>>(text)
                    .map_err(|_| {
                        wrong(LocalizedText::fixed(
                            "対局の結果ではありません",
                            "it is not the result of a game",
                        ))
                    })?;
                stored.insert((run, number), found);
            }
            lines += 1;
            bytes += read as u64;
        }
        let out = Mutex::new(Out { file: Box::new(io::sink()), failed: None });
        Ok((Checkpoint { plan, stored, next_run: AtomicU32::new(0), out }, bytes))
    }

    /// Sets the output for new results; `file` must be at the end of the complete lines. Writes the first
    /// line of a new file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn onto(self, mut file: Box<dyn Write + Send>, is_new: bool) -> io::Result<Checkpoint> {
        if is_new {
            write_line(&mut file, &Head { plan: self.plan.clone() })?;
        }
        Ok(Checkpoint { out: Mutex::new(Out { file, failed: None }), ..self })
    }

    /// The write error that ended the study, if there was one. Returns it only once.
    pub fn failed(&self) -> Option<io::Error> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner).failed.take()
    }

    /// Starts the next run of the study and returns its number.
    pub(crate) fn next_run(&self) -> u32 {
        self.next_run.fetch_add(1, Ordering::Relaxed)
    }

    /// The stored result with this number in a run, if there is one.
    pub(crate) fn stored<T: DeserializeOwned>(&self, run: u32, number: u64) -> Option<T> {
        let found = self.stored.get(&(run, number))?;
        serde_json::from_str(found.get()).ok()
    }

    /// Writes a result unless it is already stored. Breaks if writing fails.
    pub(crate) fn keep<T: Serialize>(&self, run: u32, number: u64, found: &T) -> ControlFlow<()> {
        if self.stored.contains_key(&(run, number)) {
            return ControlFlow::Continue(());
        }
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        match write_line(&mut out.file, &Line { run, number, found }) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                out.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// Writes a line in one piece, so that an interrupted program usually leaves only complete lines.
fn write_line(file: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(line)?;
    line.push(b'\n');
    file.write_all(&line)?;
    file.flush()
}

fn other_plan() -> InputError {
    InputError::new(
        "このファイルは、別の条件の途中結果です。続けるには同じコマンドを指定し、そうでなければ --checkpoint で別のファイルを指定してください。",
        "The checkpoint file belongs to other arguments; run exactly the same command to resume, or give another file with --checkpoint.",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use zashiki_core::GameHandle;

    use super::*;

    /// Levels and weights change the bots. They can change while the version of the rules stays the same.
    #[test]
    fn a_checkpoint_of_other_game_data_is_an_error() {
        let (plan, kokyu) = ("any plan", GameHandle::<kokyu::Kokyu>::new());
        let read = |data: GameData| {
            let head = format!("{}\n", json!({ "plan": data.digest(&plan) }));
            Checkpoint::read(&kokyu, &plan, &mut head.as_bytes()).map(|(_, whole)| whole)
        };
        let own = || GameData::of(&kokyu);
        assert_eq!(read(own()).unwrap(), 20);
        let weights = own().weights.unwrap();
        let mut values = weights.values();
        values[0] += 1;
        let edited: &Weights = Box::leak(Box::new(weights.with_values(&values)));
        for other in [
            GameData { rules_version: 9, ..own() },
            GameData { components: Some(""), ..own() },
            GameData { levels: Levels::usual(), ..own() },
            GameData { weights: Some(edited), ..own() },
            GameData { networks: [None; 2], ..own() },
            GameData { networks: [own().networks[0]; 2], ..own() },
        ] {
            assert!(read(other).unwrap_err().text().en.contains("other arguments"));
        }
    }
}
