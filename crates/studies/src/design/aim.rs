//! Aims: measures of the game with the values that its designer wants.

use serde::Serialize;
use zashiki_core::{InputError, LocalizedText, text};

use crate::measures::{Figure, aggregates};

/// An aim: a measure with a goal.
#[derive(Clone, PartialEq, Debug)]
pub struct Aim {
    /// The name of the measure.
    pub measure: String,
    /// The goal.
    pub goal: Goal,
    /// The weight of the aim among the others; above 0.
    pub weight: f64,
}

/// The goal of an aim.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The smaller the measure, the better.
    Low,
    /// The larger the measure, the better.
    High,
    /// The nearer the measure is to this value, the better.
    Target(f64),
}

/// An aim with its measure, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AimedMeasure {
    /// The name of the measure.
    pub measure: String,
    /// Description of the measure.
    pub text: LocalizedText,
    /// True if the measure is a share, from 0 to 1.
    pub share: bool,
    /// The goal: `low`, `high` or a `target`.
    pub goal: Goal,
    /// The weight of the aim.
    pub weight: f64,
    /// The difference of the measure that counts as a gain of 1: 0.1 for a share, otherwise a tenth of the
    /// measure in the game as it is.
    pub unit: f64,
}

/// The gain of a variant in which a measure has no value although the game as it is has one, such as the
/// winner's deficit if nobody ever wins: that of the worst possible share.
const WITHOUT_VALUE: f64 = -10.0;

impl Aim {
    /// Parses an aim such as `Drawishness=low`, `AdvantageP1=50%` or `DurationMinutes=20:2`, in which 2 is the
    /// weight.
    ///
    /// # Errors
    /// Returns an error if the text has another form.
    pub fn parse(text: &str) -> Result<Aim, InputError> {
        let read = || {
            let (measure, goal) = text.split_once('=')?;
            let (goal, weight) = goal.split_once(':').unwrap_or((goal, "1"));
            let number = |text: &str| text.trim().parse::<f64>().ok().filter(|it| it.is_finite());
            let goal = match goal.trim() {
                "low" => Goal::Low,
                "high" => Goal::High,
                goal => Goal::Target(match goal.strip_suffix('%') {
                    Some(percent) => number(percent)? / 100.0,
                    None => number(goal)?,
                }),
            };
            let weight = number(weight).filter(|weight| (1e-3..=1e3).contains(weight))?;
            let measure = measure.trim().to_owned();
            (!measure.is_empty()).then_some(Aim { measure, goal, weight })
        };
        read().ok_or_else(|| {
            let text = shown(text);
            text!(
                "「{text}」は目標として読めません。Drawishness=low、Drama=high、AdvantageP1=50%、DurationMinutes=20:2 のように書いてください(2は重みで、0.001から1000まで)。",
                "\"{text}\" is no aim; write Drawishness=low, Drama=high, AdvantageP1=50% or DurationMinutes=20:2, where 2 is the weight (0.001 to 1000)."
            )
            .into()
        })
    }

    /// The aim with its measure, which is one of the figures or of the aggregate measures.
    ///
    /// # Errors
    /// Returns an error if there is no such measure, or the target of a share is not from 0 to 1.
    pub(super) fn with_measure(&self, figures: &[Figure]) -> Result<AimedMeasure, InputError> {
        let figures = figures.iter().map(|it| (&*it.name, it.share, it.text.clone()));
        let measures: Vec<_> = figures.chain(aggregates()).collect();
        let Some((measure, share, text)) = measures.iter().find(|it| it.0 == self.measure) else {
            let known: Vec<&str> = measures.iter().map(|(name, ..)| *name).collect();
            let (measure, known) = (shown(&self.measure), known.join(", "));
            return Err(text!(
                "「{measure}」という尺度はありません。目標にできるもの: {known}。",
                "There is no measure \"{measure}\"; an aim can be: {known}."
            )
            .into());
        };
        if let Goal::Target(target) = self.goal
            && *share
            && !(0.0..=1.0).contains(&target)
        {
            return Err(text!(
                "{measure} は割合なので、目標を0から1、または0%から100%で書いてください({target}ではなく)。例: {measure}=50%",
                "{measure} is a share; its target must be 0 to 1 or 0% to 100%, not {target}. Write it as in {measure}=50%."
            )
            .into());
        }
        let Aim { goal, weight, .. } = *self;
        let (measure, text) = ((*measure).to_owned(), text.clone());
        Ok(AimedMeasure { measure, text, share: *share, goal, weight, unit: 0.1 })
    }
}

impl AimedMeasure {
    /// Sets the unit by the value of the measure in the game as it is.
    pub(super) fn set_unit(&mut self, original: Option<f64>) {
        if !self.share {
            let size = original.unwrap_or(0.0).abs();
            self.unit = if size > 0.0 { size / 10.0 } else { 1.0 };
        }
    }

    /// The distance, in units, by which this value is nearer the goal than that of the game as it is.
    pub(super) fn gain(&self, value: Option<f64>, original: Option<f64>) -> f64 {
        let (value, original) = match (value, original) {
            (Some(value), Some(original)) => (value, original),
            (None, Some(_)) => return WITHOUT_VALUE,
            (_, None) => return 0.0,
        };
        let gain = match self.goal {
            Goal::Low => original - value,
            Goal::High => value - original,
            Goal::Target(target) => (original - target).abs() - (value - target).abs(),
        };
        gain / self.unit
    }
}

/// The sum of the gains, times the weights of their aims.
pub(super) fn total(aims: &[AimedMeasure], gains: &[f64]) -> f64 {
    aims.iter().zip(gains).map(|(aim, gain)| aim.weight * gain).sum()
}

/// For each of several variants, true if another one is at least as near every aim, and nearer one.
pub(super) fn dominated(gains: &[Vec<f64>]) -> Vec<bool> {
    let dominates = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).all(|(one, other)| one >= other)
            && one.iter().zip(other).any(|(one, other)| one > other)
    };
    gains.iter().map(|own| gains.iter().any(|other| dominates(other, own))).collect()
}

/// The beginning of an invalid value, for an error.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use kokyu::Kokyu;
    use zashiki_core::GameState as _;

    use super::*;
    use crate::measures::figures;

    fn aimed(text: &str) -> Result<AimedMeasure, InputError> {
        Aim::parse(text)?.with_measure(&figures(2, Kokyu::info(), false))
    }

    #[test]
    fn a_gain_is_measured_from_the_game_as_it_is() {
        let mut length = aimed("DurationMinutes=20:2").unwrap();
        length.set_unit(Some(30.0));
        assert_eq!((length.unit, length.weight), (3.0, 2.0));
        assert_eq!(length.gain(Some(24.0), Some(30.0)), 2.0);
        assert_eq!(length.gain(Some(16.0), Some(30.0)), 2.0);
        assert_eq!(length.gain(Some(33.0), Some(30.0)), -1.0);
        let voids = aimed("Drawishness=low").unwrap();
        assert!((voids.gain(Some(0.0), Some(0.13)) - 1.3).abs() < 1e-9);
        let drama = aimed("Drama=high").unwrap();
        assert_eq!(drama.gain(None, Some(0.2)), WITHOUT_VALUE);
        assert_eq!(drama.gain(Some(0.3), None), 0.0);
        assert_eq!(aimed("AdvantageP1=50%").unwrap().goal, Goal::Target(0.5));
        assert!((total(&[length, voids], &[1.5, -1.0]) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_dominated_variant_is_worse_in_one_aim_and_better_in_none() {
        let gains = [[0.0, 0.0], [1.0, -1.0], [1.0, -2.0], [2.0, 0.0], [2.0, 0.0]].map(Vec::from);
        assert_eq!(dominated(&gains), [true, true, true, false, false]);
    }

    #[test]
    fn an_invalid_aim_is_named() {
        for (text, en) in [
            ("Drama", "\"Drama\" is no aim"),
            ("Drama=big", "is no aim"),
            ("Drama=1:0", "is no aim"),
            ("Drama=nan", "is no aim"),
            (
                "Fun=high",
                "There is no measure \"Fun\"; an aim can be: AdvantageP1, order_1, seat_0",
            ),
            (
                "AdvantageP1=50",
                "AdvantageP1 is a share; its target must be 0 to 1 or 0% to 100%, not 50",
            ),
        ] {
            let refused = aimed(text).unwrap_err();
            assert!(refused.text().en.contains(en), "{text}: {refused}");
        }
    }
}
