//! Compression of answers and messages in gzip format.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Compresses bytes to gzip format.
pub(crate) fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), level);
    gzip.write_all(bytes).and_then(|()| gzip.finish()).expect("memory takes every byte")
}
