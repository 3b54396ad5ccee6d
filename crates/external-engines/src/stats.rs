//! Statistics of an engine, for reports.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;

use bots::{BotError, BotErrorKind};
use serde::Serialize;
use zashiki_core::{LocalizedText, text};

/// Statistics of an engine since its start, as documented JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct EngineStats {
    /// The name of the engine on this host.
    pub engine: String,
    /// The name that the engine introduced itself with.
    pub program: String,
    /// Number of seats that the engine has taken, over all games.
    pub plays: u64,
    /// Number of actions requested from the engine.
    pub asked: u64,
    /// Number of the engine's failures, by kind of failure.
    pub faults: BTreeMap<BotErrorKind, u64>,
    /// Number of games that a failure of the engine forfeited.
    pub forfeited: u64,
    /// Number of games that a bot continued in place of the engine after a failure.
    pub replaced: u64,
    /// The first failure, with the end of the engine's standard error output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_failure: Option<LocalizedText>,
}

impl EngineStats {
    /// Total number of failures.
    pub fn failed(&self) -> u64 {
        self.faults.values().sum()
    }

    /// The statistics as one sentence, and the first failure, if there was one, as another.
    pub fn text(&self) -> LocalizedText {
        let EngineStats { engine, program, plays, asked, forfeited, replaced, .. } = self;
        let failed = self.failed();
        if failed == 0 {
            return text!(
                "エンジン {engine}({program}): {plays}局、{asked}手、失敗なし",
                "engine {engine} ({program}): {plays} games, {asked} requested actions, no failures"
            );
        }
        let kinds = |name: &dyn Fn(BotErrorKind) -> &'static str, between: &str| {
            let each = self.faults.iter().map(|(kind, count)| format!("{} {count}", name(*kind)));
            each.collect::<Vec<_>>().join(between)
        };
        let ja = kinds(&|kind| name(kind).0, "、");
        let en = kinds(&|kind| name(kind).1, ", ");
        let counted = LocalizedText::new(
            format!(
                "エンジン {engine}({program}): {plays}局、{asked}手、失敗{failed}回({ja})。\
                 失敗による負け{forfeited}局、交代{replaced}局"
            ),
            format!(
                "engine {engine} ({program}): {plays} games, {asked} requested actions, \
                 {failed} failures ({en}); {forfeited} games forfeited, {replaced} continued by a bot"
            ),
        );
        match &self.first_failure {
            None => counted,
            Some(first) => {
                text!(
                    "{counted}。最初の失敗: {first}",
                    "{counted}. First failure: {first}",
                    counted,
                    first
                )
            }
        }
    }
}

/// The name of a kind of failure in a report, in Japanese and English.
fn name(kind: BotErrorKind) -> (&'static str, &'static str) {
    match kind {
        BotErrorKind::Ended => ("終了", "ended"),
        BotErrorKind::Late => ("時間切れ", "late"),
        BotErrorKind::Nonsense => ("意味不明", "nonsense"),
        BotErrorKind::IllegalAction => ("できない行動", "illegal"),
    }
}

/// Thread-safe counter behind [`EngineStats`].
#[derive(Default)]
pub(crate) struct Counter(Mutex<EngineStats>);

impl Counter {
    pub(crate) fn new(engine: &str, program: &str) -> Counter {
        let (engine, program) = (engine.to_owned(), program.to_owned());
        Counter(Mutex::new(EngineStats { engine, program, ..EngineStats::default() }))
    }

    fn update(&self, update: impl FnOnce(&mut EngineStats)) {
        update(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn count_game(&self) {
        self.update(|stats| stats.plays += 1);
    }

    pub(crate) fn count_request(&self) {
        self.update(|stats| stats.asked += 1);
    }

    pub(crate) fn count_failure(&self, error: &BotError) {
        self.update(|stats| {
            *stats.faults.entry(error.kind).or_default() += 1;
            stats.first_failure.get_or_insert_with(|| error.message.clone());
            match error.stand_in {
                None => stats.forfeited += 1,
                Some(_) => stats.replaced += 1,
            }
        });
    }

    pub(crate) fn stats(&self) -> EngineStats {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
