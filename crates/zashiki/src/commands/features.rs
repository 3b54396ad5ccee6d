//! `zashiki games GAME --features`: what learners get of a game.

use std::io::Write;

use serde::Serialize;
use shelf::Visitor;
use table::{Action, BadInput, Factor, Feature, Features, Game, Setup};

use crate::commands::{out, print_json};
use crate::failure::Failure;

/// What learners get of a game with its own components and the options' defaults, as documented
/// JSON.
#[derive(Serialize)]
struct Learnt {
    game: &'static str,
    /// How many indices actions have.
    actions: usize,
    factors: &'static [Factor],
    /// For each number of seats.
    observations: Vec<Observed>,
}

#[derive(Serialize)]
struct Observed {
    seats: u8,
    size: usize,
    features: Features,
}

/// Prints the features and factors of a game: as tables of Markdown, the ones of
/// `docs/observations.md`, or as JSON.
pub fn run(id: &str, json: bool) -> Result<(), Failure> {
    struct Ask;
    impl Visitor for Ask {
        type Out = Result<Learnt, BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            let info = G::info();
            let options = info.complete_options(&Default::default())?;
            let observed = |seats| {
                let features = G::features(&*G::Setup::new(seats, &options, None)?);
                Ok(Observed { seats, size: features.size(), features })
            };
            Ok(Learnt {
                game: info.id,
                actions: G::Action::COUNT,
                factors: G::Action::FACTORS,
                observations: (info.seats.0..=info.seats.1)
                    .map(observed)
                    .collect::<Result<_, _>>()?,
            })
        }
    }
    let learnt = shelf::visit(id, Ask)??;
    if json {
        return print_json(&learnt);
    }
    let mut out = out();
    writeln!(out, "| feature | shape | meaning |\n|---|---|---|")?;
    let [fewest, .., most] = &learnt.observations[..] else {
        let only = &learnt.observations[0];
        only.features
            .iter()
            .try_for_each(|feature| row(&mut out, feature, &|at| feature.shape[at].to_string()))?;
        return finish(out, &learnt);
    };
    for (small, large) in fewest.features.iter().zip(most.features.iter()) {
        row(&mut out, small, &|at| match small.shape[at] {
            size if size == large.shape[at] => size.to_string(),
            // What grows with the seats grows by one for each.
            size => match size - usize::from(fewest.seats) {
                0 => "seats".to_owned(),
                more => format!("(seats + {more})"),
            },
        })?;
    }
    finish(out, &learnt)
}

fn row(
    out: &mut impl Write,
    feature: &Feature,
    dimension: &dyn Fn(usize) -> String,
) -> std::io::Result<()> {
    let shape: Vec<String> = (0..feature.shape.len()).map(dimension).collect();
    writeln!(out, "| `{}` | {} | {} |", feature.name, shape.join(" × "), feature.meaning)
}

fn finish(mut out: impl Write, learnt: &Learnt) -> Result<(), Failure> {
    let sizes: Vec<String> = (learnt.observations.iter())
        .map(|observed| format!("{} with {} seats", observed.size, observed.seats))
        .collect();
    writeln!(out, "\nNumbers in all: {}.\n", sizes.join(", "))?;
    writeln!(out, "| small choice | numbers | meaning |\n|---|---|---|")?;
    for factor in learnt.factors {
        writeln!(out, "| `{}` | {} | {} |", factor.name, factor.size, factor.meaning)?;
    }
    writeln!(out, "\nActions with an index: below {}.", learnt.actions)?;
    Ok(out.flush()?)
}
