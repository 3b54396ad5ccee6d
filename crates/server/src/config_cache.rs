//! Plays that others are begun like. To read a game's options and components takes longer than to
//! deal, and what is read takes more memory than a play: tables of the same kind share it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use zashiki_core::{DynMatch, InputError, MatchStart};

/// How many kinds of tables are remembered. With more, all are read anew.
const KINDS: usize = 256;

/// What makes two tables of one kind: the game, the version of its rules, the number of seats, the
/// options and the components.
type Kind = (String, Option<u32>, usize, String, Option<String>);

/// One play of each kind that is being played.
#[derive(Default)]
pub(crate) struct ConfigCache(Mutex<HashMap<Kind, Arc<dyn DynMatch>>>);

impl ConfigCache {
    /// Begins a play.
    ///
    /// # Errors
    /// When the game cannot be set up so, or cannot begin at this position.
    pub(crate) fn begin(
        &self,
        game: &str,
        start: MatchStart,
    ) -> Result<Box<dyn DynMatch>, InputError> {
        let MatchStart { rules_version, seats, options, components, seed, position } = start;
        let kind = (game.to_owned(), rules_version, seats, options.to_string(), components.clone());
        let known = self.kinds().get(&kind).cloned();
        let prototype = match known {
            Some(prototype) => prototype,
            None => {
                let like = MatchStart { options, components, ..MatchStart::dealt(seats, 0) };
                let begun = registry::start(game, &MatchStart { rules_version, ..like })?;
                let prototype: Arc<dyn DynMatch> = begun.into();
                let mut kinds = self.kinds();
                if kinds.len() >= KINDS {
                    kinds.clear();
                }
                kinds.insert(kind, prototype.clone());
                prototype
            }
        };
        prototype.restart(seed, position)
    }

    fn kinds(&self) -> std::sync::MutexGuard<'_, HashMap<Kind, Arc<dyn DynMatch>>> {
        // It is whole at every moment, so a panic elsewhere while it was held does no harm.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_play_begun_like_another_is_what_it_would_be_by_itself() {
        let config_cache = ConfigCache::default();
        for id in registry::ids() {
            let info = registry::info(id).unwrap();
            let seats = info.seats.0.into();
            let first = registry::new_match(id, seats, &Value::Null, None, 7).unwrap();
            let options = first.record().options;
            for (seed, position) in [(7, None), (8, None), (9, Some(first.position()))] {
                let rules_version = Some(info.rules_version);
                let options = options.clone();
                let start = MatchStart {
                    rules_version,
                    options,
                    position,
                    ..MatchStart::dealt(seats, seed)
                };
                let alone = registry::start(id, &start).unwrap();
                let like = config_cache.begin(id, start).unwrap();
                assert_eq!(like.record(), alone.record(), "{id}");
                assert_eq!(like.position(), alone.position(), "{id}");
            }
        }
        assert_eq!(config_cache.kinds().len(), registry::ids().len());
    }
}
