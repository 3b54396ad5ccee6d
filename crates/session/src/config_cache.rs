//! A cache of matches that are ready to start. Parsing a game's options and components takes longer than
//! starting a match, and the result takes more memory than the match. Tables with the same configuration
//! therefore share it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use zashiki_core::{DynMatch, InputError, MatchStart};

/// Maximum number of cached configurations. The cache is cleared before it would exceed this number.
const MAX_CONFIGS: usize = 256;

/// The key of a configuration: game id, rules version, number of seats, options as JSON text, and components.
type ConfigKey = (String, Option<u32>, usize, String, Option<String>);

/// One prototype match of each recently used configuration; new matches are made from it.
#[derive(Default)]
pub struct ConfigCache(Mutex<HashMap<ConfigKey, Arc<dyn DynMatch>>>);

impl ConfigCache {
    /// Starts a match with this configuration, reusing the cached prototype if there is one.
    ///
    /// # Errors
    /// Returns an error if the configuration or the position is invalid.
    pub fn begin(&self, game: &str, start: MatchStart) -> Result<Box<dyn DynMatch>, InputError> {
        let MatchStart { rules_version, seats, options, components, seed, position } = start;
        let key = (game.to_owned(), rules_version, seats, options.to_string(), components.clone());
        let cached = self.entries().get(&key).cloned();
        let prototype = match cached {
            Some(prototype) => prototype,
            None => {
                let like = MatchStart { options, components, ..MatchStart::dealt(seats, 0) };
                let begun = registry::start(game, &MatchStart { rules_version, ..like })?;
                let prototype: Arc<dyn DynMatch> = begun.into();
                let mut entries = self.entries();
                if entries.len() >= MAX_CONFIGS {
                    entries.clear();
                }
                entries.insert(key, prototype.clone());
                prototype
            }
        };
        prototype.restart(seed, position)
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, HashMap<ConfigKey, Arc<dyn DynMatch>>> {
        // The map is consistent at all times, so a panic of another lock holder does no harm.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_match_from_the_cache_equals_one_set_up_alone() {
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
        assert_eq!(config_cache.entries().len(), registry::ids().len());
    }
}
