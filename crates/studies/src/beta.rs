//! The regularized incomplete beta function, from which the tails of the binomial and of Student's
//! t distribution follow.

/// The regularized incomplete beta function I_x(a, b) for positive `a` and `b`, by Lentz's evaluation of its
/// continued fraction (Press and others, *Numerical Recipes*, section 6.4).
pub(crate) fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let logarithm = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b)
        + a * libm::log(x)
        + b * libm::log1p(-x);
    let front = libm::exp(logarithm);
    // The fraction converges fast below the mean, so the other tail is computed above it.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let nonzero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for step in 1..500 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / nonzero(1.0 + term * d);
            c = nonzero(1.0 + term / c);
            change = c * d;
            value *= change;
        }
        if (change - 1.0).abs() < 1e-14 {
            break;
        }
    }
    value
}

/// Two-sided tail of Student's t distribution: the probability of a value at least as far from 0 as `t`.
pub(crate) fn t_test(t: f64, freedom: f64) -> f64 {
    incomplete_beta(freedom / (freedom + t * t), freedom / 2.0, 0.5)
}

/// The 97.5 % quantile of Student's t distribution, by bisection.
pub(crate) fn t_quantile(freedom: f64) -> f64 {
    // The largest is 12.71, with one degree of freedom.
    let (mut low, mut high) = (1.9, 13.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if t_test(middle, freedom) > 0.05 { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tails_are_those_of_the_tables() {
        // Fisher and Yates, Statistical Tables, table III: the 5 % points of t.
        for (freedom, quantile) in [(1.0, 12.706), (4.0, 2.776), (10.0, 2.228), (120.0, 1.980)] {
            assert!((t_quantile(freedom) - quantile).abs() < 6e-4, "{freedom}");
            assert!((t_test(t_quantile(freedom), freedom) - 0.05).abs() < 1e-9);
        }
        // I_{0.5}(k, n - k + 1) is a binomial tail: 5 or more heads in 10 throws are 638 of 1024.
        assert!((incomplete_beta(0.5, 5.0, 6.0) - 638.0 / 1024.0).abs() < 1e-12);
        // I_x(a, b) + I_{1-x}(b, a) = 1.
        for x in [0.01, 0.3, 0.9] {
            let both = incomplete_beta(x, 3.0, 200.0) + incomplete_beta(1.0 - x, 200.0, 3.0);
            assert!((both - 1.0).abs() < 1e-12, "{x}");
        }
        assert_eq!((incomplete_beta(0.0, 2.0, 2.0), incomplete_beta(1.0, 2.0, 2.0)), (0.0, 1.0));
    }
}
