//! The tables of docs/observations.md are what the program prints.

use crate::common::{good, good_json};

#[test]
fn the_page_of_observations_says_what_the_code_says() {
    let page = include_str!("../../../../docs/observations.md");
    for id in shelf::ids() {
        let printed = good(&["games", id, "--features"]);
        let command = format!("```\nzashiki games {id} --features\n```\n\n{printed}");
        assert!(
            page.contains(&command),
            "docs/observations.md should say this of {id}, after the command:\n{printed}"
        );
        let json = good_json(&["games", id, "--features", "--json"]);
        let factors = json["factors"].as_array().unwrap();
        assert!(factors.iter().all(|factor| printed.contains(factor["name"].as_str().unwrap())));
        for observed in json["observations"].as_array().unwrap() {
            let sizes = observed["features"].as_array().unwrap().iter().map(|feature| {
                let shape = feature["shape"].as_array().unwrap().iter();
                shape.map(|size| size.as_u64().unwrap()).product::<u64>()
            });
            assert_eq!(Some(sizes.sum::<u64>()), observed["size"].as_u64(), "{id}");
        }
    }
}
