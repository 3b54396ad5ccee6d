//! What a long run has found so far, kept in a file, so that it can be gone on with.

use std::collections::HashMap;
use std::fmt::Debug;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shelf::Visitor;
use table::{BadInput, Game, Levels, Network, Setup as _, Text, Weights, digest, read_json, text};

/// What the plays of a plan came to, and long reckonings after them, each in a line of JSON as soon
/// as it and all before it are finished. A run that is begun again with the same plan takes these
/// instead of playing and reckoning, and so comes to the very same result.
pub struct Journal {
    plan: String,
    /// By run within the plan, and number within the run: the JSON of what was found.
    held: HashMap<(u32, u64), Box<RawValue>>,
    /// The runs of a plan begin one after the other, always in the same order.
    next_run: AtomicU32,
    out: Mutex<Out>,
}

struct Out {
    file: Box<dyn Write + Send>,
    failed: Option<io::Error>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// A digest of all that the plan's plays follow from.
    plan: String,
}

/// Any other line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<T> {
    run: u32,
    number: u64,
    found: T,
}

/// What plays of a game follow from beside the plan.
struct GameData {
    rules_version: u32,
    components: Option<&'static str>,
    levels: &'static Levels,
    weights: Option<&'static Weights>,
    network: Option<&'static Network>,
}

struct OfGame;

impl Visitor for OfGame {
    type Out = GameData;
    fn visit<G: Game>(self) -> GameData {
        GameData {
            rules_version: G::info().rules_version,
            components: G::Setup::own_components(),
            levels: G::levels(),
            weights: G::weights(),
            network: G::network(),
        }
    }
}

impl GameData {
    /// A digest of all that the plan's plays follow from.
    fn digest(&self, plan: &impl Debug) -> String {
        let GameData { rules_version, components, levels, weights, network } = self;
        let version = env!("CARGO_PKG_VERSION");
        let data = format!("{levels:?} {weights:?} {network:?}");
        let follows = (version, rules_version, components, data, format!("{plan:?}"));
        format!("{:08x}", digest(&follows))
    }
}

impl Journal {
    /// The journal of a plan for a game that `file` holds, empty for a new one, and how many bytes of it
    /// are whole: a line that was cut off while it was written does not count. What the run finds is
    /// written nowhere before [`onto`](Journal::onto) says where.
    ///
    /// # Errors
    /// When there is no such game, the file is no journal, or one of another plan, or of a program of
    /// another version or with other rules, components, levels or weights of the game.
    pub fn read(
        game: &str,
        plan: &impl Debug,
        mut file: impl BufRead,
    ) -> Result<(Journal, u64), BadInput> {
        let plan = shelf::visit(game, OfGame)?.digest(plan);
        let (mut held, mut bytes, mut lines, mut line) = (HashMap::new(), 0, 0, Vec::new());
        loop {
            line.clear();
            let wrong = |fault: Text| {
                let number = lines + 1;
                BadInput::from(text!(
                    "ファイルの{number}行目が読めません: {fault}。--journal で別のファイルを指定してください。",
                    "Line {number} of the file cannot be read: {fault}. Name another file with --journal.",
                    fault
                ))
            };
            let read = file.read_until(b'\n', &mut line);
            let read = read.map_err(|_| wrong(Text::fixed("入出力エラー", "an input error")))?;
            if line.last() != Some(&b'\n') {
                // Whatever this is, it was not begun by a run.
                if lines == 0 && !line.is_empty() {
                    return Err(wrong(Text::fixed("途中結果ではありません", "it is no journal")));
                }
                break;
            }
            let utf8 = Text::fixed("UTF-8ではありません", "it is not UTF-8");
            let text = str::from_utf8(&line).map_err(|_| wrong(utf8))?;
            if lines == 0 {
                let head: Head = read_json(text).map_err(wrong)?;
                if head.plan != plan {
                    return Err(other_plan());
                }
            } else {
                let Line { run, number, found } = serde_json::from_str::<Line<Box<RawValue>>>(text)
                    .map_err(|_| {
                        wrong(Text::fixed(
                            "対局の結果ではありません",
                            "it is not what came of a play",
                        ))
                    })?;
                held.insert((run, number), found);
            }
            lines += 1;
            bytes += read as u64;
        }
        let out = Mutex::new(Out { file: Box::new(io::sink()), failed: None });
        Ok((Journal { plan, held, next_run: AtomicU32::new(0), out }, bytes))
    }

    /// Has what is found written here from now on, behind what is held; the head first, where nothing
    /// is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn onto(self, mut file: Box<dyn Write + Send>, is_new: bool) -> io::Result<Journal> {
        if is_new {
            write_line(&mut file, &Head { plan: self.plan.clone() })?;
        }
        Ok(Journal { out: Mutex::new(Out { file, failed: None }), ..self })
    }

    /// Why something could not be written, if so. The run was ended then.
    pub fn failed(&self) -> Option<io::Error> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner).failed.take()
    }

    /// Begins the next run of the plan, and says which it is.
    pub(crate) fn next_run(&self) -> u32 {
        self.next_run.fetch_add(1, Ordering::Relaxed)
    }

    /// What was found before, if it was.
    pub(crate) fn held<T: DeserializeOwned>(&self, run: u32, number: u64) -> Option<T> {
        let found = self.held.get(&(run, number))?;
        serde_json::from_str(found.get()).ok()
    }

    /// Writes down what was found, unless it is held.
    pub(crate) fn keep<T: Serialize>(&self, run: u32, number: u64, found: &T) -> ControlFlow<()> {
        if self.held.contains_key(&(run, number)) {
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

/// In one piece, so that an interrupted program leaves whole lines.
fn write_line(file: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(line)?;
    line.push(b'\n');
    file.write_all(&line)?;
    file.flush()
}

fn other_plan() -> BadInput {
    BadInput::new(
        "このファイルは、別の条件の途中結果です。続けるには同じコマンドを指定し、そうでなければ --journal で別のファイルを指定してください。",
        "The file is the journal of another plan; give the very same command to go on with it, or name another file with --journal.",
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use engines::Engines;
    use serde_json::{Value, json};
    use table::Puzzle;

    use super::*;
    use crate::{
        CalibrationPlan, Composition, Contest, Control, Plays, Trial, TuningPlan, Variant,
        Weighing, studies,
    };

    /// A file in memory that is full after so many bytes.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>, Option<usize>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut held = self.0.lock().unwrap();
            if self.1.is_some_and(|most| held.len() + bytes.len() > most) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            held.extend(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What a plan comes to, going on from `held`; then the file, and how many plays were played.
    fn run<P: Debug, T: Serialize>(
        plan: &P,
        held: &[u8],
        stop_after: u64,
        work: impl Fn(&P, &Control<'_>) -> Option<T>,
    ) -> (Option<Value>, Vec<u8>) {
        let (journal, whole) = Journal::read("kokyu", plan, held).unwrap();
        let page = Page::default();
        page.0.lock().unwrap().extend(&held[..whole as usize]);
        let journal = journal.onto(Box::new(page.clone()), whole == 0).unwrap();
        let (stop, count) = (AtomicBool::new(false), AtomicU32::new(0));
        let progress = |_, _| {
            let played = 1 + count.fetch_add(1, Ordering::Relaxed);
            stop.store(u64::from(played) >= stop_after, Ordering::Relaxed);
        };
        // Of several threads one may be at the end before the other is stopped.
        let threads = Some(if stop_after == u64::MAX { 2 } else { 1 });
        let control =
            Control { threads, stop: &stop, progress: &progress, plays: Plays::Kept(&journal) };
        let found = work(plan, &control).map(|found| serde_json::to_value(found).unwrap());
        assert!(journal.failed().is_none());
        let file = page.0.lock().unwrap().clone();
        (found, file)
    }

    /// A run that is stopped after some plays, once more after some others, and then not, comes to
    /// what it comes to in one piece, and leaves the same file, byte for byte.
    fn goes_on<P: Debug, T: Serialize>(plan: &P, work: impl Fn(&P, &Control<'_>) -> Option<T>) {
        goes_on_after(&[11], plan, work);
    }

    /// The same, stopped once more after each of so many steps of its progress.
    fn goes_on_after<P: Debug, T: Serialize>(
        stops: &[u64],
        plan: &P,
        work: impl Fn(&P, &Control<'_>) -> Option<T>,
    ) {
        let (whole, file) = run(plan, &[], u64::MAX, &work);
        assert!(whole.is_some());
        let (none, mut so_far) = run(plan, &[], 5, &work);
        assert!(none.is_none() && so_far.len() < file.len());
        // A line that was cut off is played again.
        so_far.truncate(so_far.len() - 3);
        for stop_after in stops {
            let held = so_far.len();
            let none;
            (none, so_far) = run(plan, &so_far, *stop_after, &work);
            assert!(none.is_none() && held < so_far.len() && so_far.len() < file.len());
            assert!(file.starts_with(&so_far));
        }
        assert_eq!(run(plan, &so_far, u64::MAX, &work), (whole, file));
    }

    fn contest() -> Contest {
        Contest { steps: true, margin: 50.0, ..studies::contest() }
    }

    #[test]
    fn what_was_interrupted_comes_to_the_same() {
        goes_on(&contest(), |plan, control| crate::ladder(plan, control).unwrap());
        let variant = |goal: u8| Variant {
            name: goal.to_string(),
            options: json!({ "kohiGoal": goal }),
            components: None,
        };
        let trial = Trial {
            game: "kokyu".to_owned(),
            seats: 2,
            variants: vec![variant(3), variant(2)],
            bots: "random".to_owned(),
            games: 20,
            seed: 3,
            within: 0.001,
            engines: Engines::default(),
        };
        goes_on(&trial, |plan, control| crate::compare(plan, control).unwrap());
        goes_on(&studies::inquiry(), |plan, control| {
            crate::balance(plan, control).unwrap().map(|found| studies::shown(&found))
        });
    }

    #[test]
    fn values_that_were_interrupted_come_to_the_same() {
        let plan = CalibrationPlan {
            game: "kokyu".to_owned(),
            seats: Some(2),
            bot: Some("ismcts:sims=2".to_owned()),
            games: 16,
            seed: 3,
        };
        goes_on(&plan, |plan, control| {
            let measured = crate::calibrate(plan, control).unwrap();
            measured.map(|measured| crate::calibration_file("kokyu", &measured))
        });
        goes_on(&studies::lessons(), |plan, control| crate::train(plan, control).unwrap());
        // After the plays it fits weights, round by round.
        let games = studies::lessons().games;
        goes_on_after(&[11, games + 2, games + 3], &studies::lessons(), |plan, control| {
            crate::tune(plan, control).unwrap()
        });
        let plan = Weighing {
            game: "kokyu".to_owned(),
            seats: 2,
            bot: "greedy:worlds=1".to_owned(),
            games: 40,
            seed: 3,
            weights: None,
            network: None,
            against: studies::given(<kokyu::Kokyu as table::Game>::weights().unwrap().file()),
        };
        goes_on(&plan, |plan, control| {
            crate::weigh(plan, control).unwrap().map(|found| found.entry())
        });
    }

    #[test]
    fn puzzles_that_were_interrupted_come_to_the_same() {
        let plan = Composition {
            game: "hostile".to_owned(),
            seats: 2,
            count: 100,
            bots: "greedy:worlds=1".to_owned(),
            seed: 1,
            nodes: 300,
            games: 13,
        };
        goes_on(&plan, |plan, control| {
            let mut found = Vec::new();
            let mut keep = |puzzle: &Puzzle| {
                found.push((puzzle.written(), puzzle.title.clone()));
                true
            };
            let done = crate::compose(plan, control, &mut keep).unwrap();
            let whole = done.games == plan.games;
            whole.then(|| {
                assert!(found.len() > 2, "{found:?}");
                found
            })
        });
    }

    /// What somebody wrote into a journal is no play of the plan, and the play is played again.
    #[test]
    fn a_play_that_cannot_be_is_played_again() {
        let tune = |plan: &TuningPlan, control: &Control<'_>| crate::tune(plan, control).unwrap();
        let plan = studies::lessons();
        let (whole, file) = run(&plan, &[], u64::MAX, tune);
        let text = String::from_utf8(file).unwrap();
        let plays = text.lines().take(1 + plan.games as usize);
        let mut lines: Vec<Value> = plays.map(|line| serde_json::from_str(line).unwrap()).collect();
        lines[1]["found"][0] = json!("no action");
        lines[2]["found"].as_array_mut().unwrap().pop();
        lines[3]["found"] = lines[4]["found"].clone();
        let spoilt: String = lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(run(&plan, spoilt.as_bytes(), u64::MAX, tune).0, whole);
    }

    #[test]
    fn a_journal_of_another_plan_is_refused() {
        let (_, file) =
            run(&contest(), &[], 5, |plan, control| crate::ladder(plan, control).unwrap());
        let other = Contest { seed: 4, ..contest() };
        let refused = |plan: &Contest, file: &[u8]| {
            Journal::read("kokyu", plan, file).err().expect("it is refused").text().en.to_string()
        };
        assert!(refused(&other, &file).contains("another plan"));
        assert!(refused(&contest(), b"no journal\n").contains("Line 1"));
        assert!(refused(&contest(), b"no journal").contains("it is no journal"));
        assert!(refused(&contest(), &[&file[..], b"{}\n"].concat()).contains("it is not what"));
    }

    /// Levels and weights are edited without another version of the rules, and then bots play otherwise.
    #[test]
    fn a_journal_of_other_game_data_is_refused() {
        let plan = contest();
        let read = |data: GameData| {
            let head = json!({ "plan": data.digest(&plan) });
            Journal::read("kokyu", &plan, format!("{head}\n").as_bytes()).map(|(_, whole)| whole)
        };
        let own = || shelf::visit("kokyu", OfGame).unwrap();
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
            GameData { network: None, ..own() },
        ] {
            assert!(read(other).unwrap_err().text().en.contains("another plan"));
        }
    }

    #[test]
    fn a_full_disk_ends_the_run_and_is_told() {
        let (journal, _) = Journal::read("kokyu", &contest(), &[][..]).unwrap();
        let page = Page(Arc::default(), Some(100));
        let journal = journal.onto(Box::new(page), true).unwrap();
        let stop = AtomicBool::new(false);
        let control = Control {
            threads: Some(1),
            stop: &stop,
            progress: &|_, _| {},
            plays: Plays::Kept(&journal),
        };
        assert!(crate::ladder(&contest(), &control).unwrap().is_none());
        assert_eq!(journal.failed().unwrap().kind(), io::ErrorKind::StorageFull);
    }
}
