//! The engines of a host, by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use bots::{Bot, Spec};
use zashiki_core::{Game, InputError};

use crate::bot::{EngineBot, GameStart};
use crate::engine::Engine;
use crate::limits::EngineLimits;
use crate::stats::EngineStats;

/// The engines of a host, by name. All clones share the same engines.
#[derive(Clone, Default, Debug)]
pub struct Engines(Arc<BTreeMap<String, Arc<Engine>>>);

/// An engine with the options chosen for it.
#[derive(Clone, Debug)]
pub struct Chosen {
    engine: Arc<Engine>,
    options: Vec<(String, String)>,
}

impl Engines {
    /// Starts the engines of a list of names and commands (see [`parse_engine`]). `games` are the ids of all
    /// games of the host.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started or does not introduce itself, or if two have the same
    /// name.
    pub fn start(
        list: &[(String, Vec<String>)],
        limits: &EngineLimits,
        games: &[&str],
    ) -> Result<Engines, InputError> {
        let mut engines = BTreeMap::new();
        for (name, command) in list {
            if engines.contains_key(name) {
                return Err(InputError::new(
                    format!("{name} という名のエンジンが二つあります。別の名にしてください。"),
                    format!("Two engines have the name {name}; give each its own name."),
                ));
            }
            let engine = Engine::start(name, command.clone(), limits.clone(), games)?;
            engines.insert(name.clone(), engine);
        }
        Ok(Engines(Arc::new(engines)))
    }

    /// The engines, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Engine>> {
        self.0.values()
    }

    /// Returns true if there are no engines.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The engine that a spec names, with its options. The spec is written like a bot's: `name` or
    /// `name:option=value`. `None` if no engine has this name.
    ///
    /// # Errors
    /// Returns an error if the engine does not play this game or has no such option.
    pub fn find(&self, spec: &str, game: &str) -> Result<Option<Chosen>, InputError> {
        let mut parts = spec.trim().split(':');
        let name = parts.next().unwrap_or_default();
        let Some(engine) = self.0.get(name) else { return Ok(None) };
        let introduction = engine.introduction();
        if !introduction.plays(game) {
            let games = introduction.games.as_deref().unwrap_or_default().join(", ");
            return Err(InputError::new(
                format!("エンジン {name} は「{game}」で対局できません。対局できるゲーム: {games}"),
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
                    format!("Engine {name} has no setting \"{part}\"; it has: {known}."),
                ));
            }
            options.push((option.to_owned(), value.to_owned()));
        }
        Ok(Some(Chosen { engine: engine.clone(), options }))
    }

    /// Statistics of each engine.
    pub fn stats(&self) -> Vec<EngineStats> {
        self.iter().map(|engine| engine.stats()).collect()
    }
}

impl Chosen {
    /// The chosen engine, without the options.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Makes a bot for one seat of a game, backed by the engine.
    pub fn bot<G: Game>(&self, start: GameStart) -> Box<dyn Bot<G>> {
        Box::new(EngineBot::new(self.engine.clone(), self.options.clone(), start))
    }
}

/// Maximum length of an engine's name, in bytes.
const LONGEST_NAME: usize = 32;

/// Parses `NAME=COMMAND`. The command is a program and its arguments, quoted as for a shell, but it is run
/// without a shell.
///
/// # Errors
/// Returns an error if the name is missing, invalid or that of a bot, or the command is missing.
pub fn parse_engine(text: &str) -> Result<(String, Vec<String>), InputError> {
    let (name, command) = text.split_once('=').unwrap_or((text, ""));
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let shown: String = name.chars().take(40).collect();
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(plain) {
        return Err(InputError::new(
            format!(
                "「{shown}」はエンジンの名にできません。小文字の英字、数字、-、_ で{LONGEST_NAME}字まで: fish=COMMAND"
            ),
            format!(
                "\"{shown}\" is not a valid engine name; give up to {LONGEST_NAME} lowercase letters, digits, - and _, as in fish=COMMAND."
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
            format!("Engine {name} has no command, or one with an unclosed quotation mark; write {name}=\"python3 engine.py\"."),
        )
    })?;
    Ok((name.to_owned(), words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_a_name_and_a_command() {
        let (name, command) = parse_engine("fish=python3 'my engine.py' --depth=3").unwrap();
        assert_eq!((name.as_str(), command.len()), ("fish", 3));
        assert_eq!(command[1..], ["my engine.py", "--depth=3"]);
        for bad in ["", "fish", "fish=", "=cat", "Fish=cat", "a b=cat", "a:b=cat", "fish=cat 'x"] {
            assert!(parse_engine(bad).is_err(), "{bad}");
        }
        for bot in ["greedy=cat", "master=cat", "random=cat"] {
            assert!(
                parse_engine(bot).unwrap_err().text().en.contains("the name of a bot"),
                "{bot}"
            );
        }
    }
}
