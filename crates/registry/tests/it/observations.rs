//! The tables of docs/reference/observations.md agree with the games.

#[test]
fn docs_observations_says_what_the_code_says() {
    let page = conformance::documents::document("docs/reference/observations.md");
    for id in registry::ids() {
        let learnt = registry::learning_spec(id).expect("a listed game is there").to_string();
        let section = format!("```\nzashiki games {id} --features\n```\n\n{learnt}");
        assert!(
            page.contains(&section),
            "docs/reference/observations.md is to say of {id}:\n\n{section}"
        );
    }
}
