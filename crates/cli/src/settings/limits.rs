//! The settings for limits and retention times. They have no flags, only keys in the file and
//! environment variables.

use super::parse::{count, days, positive, seconds};
use super::setting::{Setting, key};
use super::show::{self, Show};

/// All settings for limits and retention times.
pub const LIMITS: &[Setting] = &[
    key!("limits.sockets", limits.sockets, count),
    key!("limits.sockets-per-address", limits.sockets_per_address, count),
    key!("limits.head", limits.head, seconds),
    key!("limits.request", limits.request, seconds),
    key!("limits.stalled", limits.stalled, seconds),
    key!("limits.onlookers", limits.onlookers, count),
    key!("limits.onlookers-per-table", limits.onlookers_per_table, count),
    key!("limits.live-per-guest", limits.live_per_guest, count),
    key!("limits.live-per-guest-and-table", limits.live_per_guest_and_table, count),
    key!("limits.live-per-address", limits.live_per_address, count),
    key!("limits.waiting-per-guest", limits.waiting_per_guest, count),
    key!("limits.open-per-guest", limits.open_per_guest, count),
    key!("limits.devices", limits.devices, count),
    key!("limits.draft", limits.draft, count),
    key!("limits.reading", limits.reading, count),
    key!("limits.reviews", limits.reviews, count),
    key!("limits.reviews-at-once-per-address", limits.reviews_at_once_per_address, count),
    key!("limits.engine-processes", engine_limits.processes, positive),
    key!("limits.linger", limits.linger, seconds),
    key!("limits.max-pages", limits.max_pages, |given| count(given).map(Some)),
    key!("limits.openings-per-address.at-once", limits.openings_per_address.at_once, count),
    key!("limits.openings-per-address.every", limits.openings_per_address.every, seconds),
    key!("limits.studies-per-address.at-once", limits.studies_per_address.at_once, count),
    key!("limits.studies-per-address.every", limits.studies_per_address.every, seconds),
    key!("limits.help-per-guest.at-once", limits.help_per_guest.at_once, count),
    key!("limits.help-per-guest.every", limits.help_per_guest.every, seconds),
    key!("limits.help-per-address.at-once", limits.help_per_address.at_once, count),
    key!("limits.help-per-address.every", limits.help_per_address.every, seconds),
    key!("limits.reviews-per-address.at-once", limits.reviews_per_address.at_once, count),
    key!("limits.reviews-per-address.every", limits.reviews_per_address.every, seconds),
    key!("limits.settings-per-address.at-once", limits.settings_per_address.at_once, count),
    key!("limits.settings-per-address.every", limits.settings_per_address.every, seconds),
    key!("limits.codes-per-address.at-once", limits.codes_per_address.at_once, count),
    key!("limits.codes-per-address.every", limits.codes_per_address.every, seconds),
    key!("limits.phrases.at-once", limits.phrases.at_once, count),
    key!("limits.phrases.every", limits.phrases.every, seconds),
    key!("limits.calls.at-once", limits.calls.at_once, count),
    key!("limits.calls.every", limits.calls.every, seconds),
    key!("retention.waiting", retention.waiting, days, show::days),
    key!("retention.cancelled", retention.cancelled, days, show::days),
    key!("retention.abandoned", retention.abandoned, days, show::days),
    key!("retention.compact", retention.compact, days, show::days),
    key!("retention.finished", retention.finished, days, show::days),
];
