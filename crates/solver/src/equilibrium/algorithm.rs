//! The algorithms, by name.

use serde::Serialize;
use zashiki_core::{InputError, text};

/// A variant of counterfactual regret minimization.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub enum Algorithm {
    /// CFR: Zinkevich et al., "Regret Minimization in Games with Incomplete Information", NIPS 2007.
    #[serde(rename = "cfr")]
    Cfr,
    /// CFR+, usually the fastest: Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014.
    #[default]
    #[serde(rename = "cfr+")]
    CfrPlus,
    /// External-sampling MCCFR, whose iterations follow a sample of the tree: Lanctot et al., "Monte Carlo
    /// Sampling for Regret Minimization in Extensive Games", NIPS 2009.
    #[serde(rename = "mccfr")]
    ExternalSampling,
}

impl Algorithm {
    /// The algorithm of this name.
    ///
    /// # Errors
    /// Returns an error with the known names if there is none.
    pub fn parse(name: &str) -> Result<Algorithm, InputError> {
        match name {
            "cfr" => Ok(Algorithm::Cfr),
            "cfr+" => Ok(Algorithm::CfrPlus),
            "mccfr" => Ok(Algorithm::ExternalSampling),
            other => {
                let other: String = other.chars().take(40).collect();
                Err(text!(
                    "解法「{other}」はありません。cfr、cfr+、mccfr のどれかにしてください。",
                    "There is no algorithm \"{other}\"; use cfr, cfr+ or mccfr.",
                    other
                )
                .into())
            }
        }
    }
}
