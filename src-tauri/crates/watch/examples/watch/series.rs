//! The logarithms of a server's turns: level, hour of the week, luck of the day, and noise whose neighbours are alike.

use measure::SplitMix64;
use watch::hour_of_week;

/// The noise of a server's turns, each a standard deviation on the logarithmic scale.
#[derive(Clone, Copy)]
pub(crate) struct Noise {
    pub(crate) name: &'static str,
    pub(crate) turn: f64,
    /// The correlation of neighbours.
    pub(crate) alike: f64,
    /// How far hours of the week differ.
    pub(crate) hours: f64,
    /// The luck of a day.
    pub(crate) days: f64,
}

pub(crate) const NOISES: [Noise; 5] = [
    Noise { name: "little", turn: 0.05, alike: 0.0, hours: 0.1, days: 0.0 },
    Noise { name: "busy hours", turn: 0.08, alike: 0.0, hours: 0.3, days: 0.0 },
    Noise { name: "neighbours alike (0.5)", turn: 0.08, alike: 0.5, hours: 0.2, days: 0.0 },
    Noise { name: "days of their own", turn: 0.08, alike: 0.2, hours: 0.2, days: 0.03 },
    Noise { name: "much", turn: 0.15, alike: 0.2, hours: 0.2, days: 0.02 },
];

/// A series of such turns.
pub(crate) struct Series {
    random: SplitMix64,
    noise: Noise,
    pub(crate) per_day: u32,
    wave: f64,
    day: Option<(u32, f64)>,
    effects: Vec<f64>,
}

impl Series {
    pub(crate) fn new(seed: u64, noise: Noise, per_day: u32) -> Self {
        let mut random = SplitMix64::new(seed);
        // Busy hours of working days, quiet nights and weekends, and each hour's own.
        let effects = (0..168_u32).map(|hour| {
            let is_busy = (8..20).contains(&(hour % 24)) && hour / 24 < 5;
            noise.hours * (if is_busy { 1.0 } else { -0.5 } + 0.3 * random.normal())
        });
        let effects = effects.collect();
        Self { random, noise, per_day, wave: 0.0, day: None, effects }
    }

    /// The hour of the week of a turn, and the logarithm of its value.
    pub(crate) fn next(&mut self, number: u32) -> (u8, f64) {
        let (day, of_day) = (number / self.per_day, number % self.per_day);
        let luck = match self.day {
            Some((same, luck)) if same == day => luck,
            _ => self.noise.days * self.random.normal(),
        };
        self.day = Some((day, luck));
        let alike = self.noise.alike;
        self.wave = alike * self.wave + (1.0 - alike * alike).sqrt() * self.random.normal();
        let hour = hour_of_week(day % 7, of_day * 24 / self.per_day);
        let effect = self.effects.get(usize::from(hour)).copied().unwrap_or_default();
        (hour, effect + luck + self.noise.turn * self.wave)
    }
}
