//! Tests that the package's metadata is consistent. The behaviour of the package is tested from Python.

/// The part of the text between two markers.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let from = text.find(before).unwrap_or_else(|| panic!("there is no {before}")) + before.len();
    let length = text[from..].find(after).unwrap_or_else(|| panic!("there is no {after}"));
    &text[from..from + length]
}

#[test]
fn the_oldest_python_is_the_one_whose_interface_is_kept_to() {
    let workspace = include_str!("../../../Cargo.toml");
    let package = include_str!("../pyproject.toml");
    let interface = between(workspace, "abi3-py3", "\"");
    assert_eq!(between(package, "requires-python = \">=3.", "\""), interface);
    assert_eq!(between(package, "target-version = \"py3", "\""), interface);
}

#[test]
fn licences_of_the_package_are_those_of_the_repository() {
    assert_eq!(include_str!("../LICENSE-APACHE"), include_str!("../../../LICENSE-APACHE"));
    assert_eq!(include_str!("../LICENSE-MIT"), include_str!("../../../LICENSE-MIT"));
}
