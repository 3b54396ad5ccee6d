//! Engines by their names.

use std::collections::BTreeMap;
use std::sync::Arc;

use bots::{Bot, Spec};
use zashiki_core::{Game, InputError};

use crate::bot::{EngineBot, GameStart};
use crate::engine::{Engine, EngineLimits};
use crate::stats::EngineStats;

/// The engines that there are, by their names. A clone has the same ones.
#[derive(Clone, Default, Debug)]
pub struct Engines(Arc<BTreeMap<String, Arc<Engine>>>);

/// An engine that was chosen to play, with its options.
#[derive(Clone, Debug)]
pub struct Chosen {
    engine: Arc<Engine>,
    options: Vec<(String, String)>,
}

impl Engines {
    /// Starts those of a list, each by its name and command (see [`named`]). `games` are the ids of all
    /// games that there are.
    ///
    /// # Errors
    /// Returns an error if one cannot be started or does not introduce itself, or two have one name.
    pub fn start(
        list: &[(String, Vec<String>)],
        terms: &EngineLimits,
        games: &[&str],
    ) -> Result<Engines, InputError> {
        let mut engines = BTreeMap::new();
        for (name, command) in list {
            if engines.contains_key(name) {
                return Err(InputError::new(
                    format!("{name} という名のエンジンが二つあります。別の名にしてください。"),
                    format!("Two engines are called {name}; give each a name of its own."),
                ));
            }
            let engine = Engine::start(name, command.clone(), terms.clone(), games)?;
            engines.insert(name.clone(), engine);
        }
        Ok(Engines(Arc::new(engines)))
    }

    /// All of them, by their names.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Engine>> {
        self.0.values()
    }

    /// Returns true if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The engine that a text names, written as bots are: `name` or `name:option=value`. Nothing if
    /// there is none of this name.
    ///
    /// # Errors
    /// Returns an error if it does not play this game, or has no such option.
    pub fn find(&self, spec: &str, game: &str) -> Result<Option<Chosen>, InputError> {
        let mut parts = spec.trim().split(':');
        let name = parts.next().unwrap_or_default();
        let Some(engine) = self.0.get(name) else { return Ok(None) };
        let introduction = engine.introduction();
        if !introduction.plays(game) {
            let games = introduction.games.as_deref().unwrap_or_default().join(", ");
            return Err(InputError::new(
                format!("エンジン {name} は「{game}」を指せません。指せるもの: {games}"),
                format!("Engine {name} does not play {game}; it plays: {games}."),
            ));
        }
        let mut options = Vec::new();
        for part in parts {
            let (option, value) = part.split_once('=').unwrap_or((part, ""));
            if !introduction.options.contains_key(option) || value.is_empty() {
                let part: String = part.chars().take(40).collect();
                let known: Vec<String> = introduction
                    .options
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                let known = known.join(", ");
                return Err(InputError::new(
                    format!(
                        "エンジン {name} に「{part}」という設定はできません。あるもの: {known}"
                    ),
                    format!("Engine {name} cannot be set to \"{part}\"; it has: {known}."),
                ));
            }
            options.push((option.to_owned(), value.to_owned()));
        }
        Ok(Some(Chosen { engine: engine.clone(), options }))
    }

    /// Statistics of each engine.
    pub fn tallies(&self) -> Vec<EngineStats> {
        self.iter().map(|engine| engine.tally()).collect()
    }
}

impl Chosen {
    /// The engine.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// A bot for one seat of a game.
    pub fn bot<G: Game>(&self, begun: GameStart) -> Box<dyn Bot<G>> {
        Box::new(EngineBot::new(self.engine.clone(), self.options.clone(), begun))
    }
}

/// The longest name.
const LONGEST_NAME: usize = 32;

/// Reads `NAME=COMMAND`. The command is a program and its arguments, quoted as for a shell; none is
/// asked.
///
/// # Errors
/// Returns an error if there is no name, it cannot be one or is that of a bot, or there is no command.
pub fn named(text: &str) -> Result<(String, Vec<String>), InputError> {
    let (name, command) = text.split_once('=').unwrap_or((text, ""));
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let shown: String = name.chars().take(40).collect();
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(plain) {
        return Err(InputError::new(
            format!(
                "「{shown}」はエンジンの名にできません。小文字の英字、数字、-、_ で{LONGEST_NAME}字まで: fish=COMMAND"
            ),
            format!(
                "\"{shown}\" cannot name an engine; write up to {LONGEST_NAME} small letters, digits, - and _, as in fish=COMMAND."
            ),
        ));
    }
    if Spec::parse(name).is_ok() {
        return Err(InputError::new(
            format!("{name} はボットの名です。エンジンには別の名を付けてください。"),
            format!("{name} is the name of a bot; give the engine another."),
        ));
    }
    let words = shlex::split(command).filter(|words| !words.is_empty()).ok_or_else(|| {
        InputError::new(
            format!("エンジン {name} のコマンドがないか、引用符が閉じていません。例: {name}=\"python3 engine.py\""),
            format!("Engine {name} has no command, or a quotation that does not end; write {name}=\"python3 engine.py\"."),
        )
    })?;
    Ok((name.to_owned(), words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_command_are_read() {
        let (name, command) = named("fish=python3 'my engine.py' --depth=3").unwrap();
        assert_eq!((name.as_str(), command.len()), ("fish", 3));
        assert_eq!(command[1..], ["my engine.py", "--depth=3"]);
        for bad in ["", "fish", "fish=", "=cat", "Fish=cat", "a b=cat", "a:b=cat", "fish=cat 'x"] {
            assert!(named(bad).is_err(), "{bad}");
        }
        for bot in ["greedy=cat", "master=cat", "random=cat"] {
            assert!(named(bot).unwrap_err().text().en.contains("the name of a bot"), "{bot}");
        }
    }
}
