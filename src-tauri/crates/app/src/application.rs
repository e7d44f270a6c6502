//! The application: an open data folder, or none, with the roster, prices and keys that a race needs.

use std::collections::BTreeMap;
use std::sync::Arc;

use cost::Prices;
use keys::{KeyOwner, Keys};
use measure::Phrase;
use providers::{Network, Provider, Roster, ShownRequest};
use race::{
    Contender, Entry, Forecast, ForecastContext, JudgeForecast, Note, Plan, Preflight, Problem, Run,
};
use simulator::Simulator;
use store::{History, HistoryError};

use crate::admitted::Admitted;
use crate::command_leave::allowed_commands;
use crate::key_owner::key_owner;
use crate::key_source::{Host, KeySource};
use crate::own_command::AllowedCommands;
use crate::record::today;
use crate::refusal::Refusal;
use crate::spending;

/// The application layer shared by the window and the command line, so both refuse the same plans with the same
/// messages.
pub struct Application {
    host: Host,
    history: Option<Arc<History>>,
    keys: Arc<Keys>,
    key_variables: Vec<String>,
    simulator: Option<Simulator>,
    network: Option<Network>,
    commands: Vec<String>,
}

impl Application {
    /// An application for `host`. Without a history it has the catalogue and the shipped prices.
    pub fn new(host: Host, history: Option<Arc<History>>) -> Self {
        Self {
            host,
            history,
            keys: Arc::new(Keys::open()),
            key_variables: Vec::new(),
            simulator: None,
            network: None,
            commands: Vec::new(),
        }
    }

    /// Lets these commands check answers, beside those that the user allowed on this machine.
    #[must_use]
    pub fn with_commands(self, commands: Vec<String>) -> Self {
        Self { commands, ..self }
    }

    /// Adds the running simulated providers.
    #[must_use]
    pub fn with_simulator(self, simulator: Simulator) -> Self {
        Self { simulator: Some(simulator), ..self }
    }

    /// Adds keys from environment variables, each given as `PROVIDER=NAME`, which take precedence over the keyring.
    #[must_use]
    pub fn with_key_variables(self, key_variables: Vec<String>) -> Self {
        Self { key_variables, ..self }
    }

    /// Overrides the network settings of the history.
    #[must_use]
    pub fn over_network(self, network: Network) -> Self {
        Self { network: Some(network), ..self }
    }

    /// The keys of the keyring and of this session.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The roster.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn roster(&self) -> Result<Roster, HistoryError> {
        let roster = match &self.history {
            Some(history) => history.roster()?,
            None => Roster::new(Vec::new(), &BTreeMap::new()),
        };
        let roster = match &self.simulator {
            Some(simulator) => roster.with_simulator(
                simulator.base_url(),
                simulator::profiles().iter().map(|profile| profile.model.to_owned()),
            ),
            None => roster,
        };
        Ok(match &self.network {
            Some(network) => roster.with_network(network),
            None => roster,
        })
    }

    /// Every price in effect.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn prices(&self) -> Result<Prices, HistoryError> {
        self.history.as_ref().map_or_else(|| Ok(Prices::default()), |history| history.prices())
    }

    /// The keys for the providers of `roster`.
    ///
    /// # Errors
    /// All problems of the given variables, in sentences that contain no key.
    pub fn key_source(&self, roster: &Roster) -> Result<KeySource, Vec<String>> {
        KeySource::new(self.host, Arc::clone(&self.keys))
            .with_variables(&self.key_variables, roster)
    }

    /// The preflight summary of a race, with its problems.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn preflight(&self, plan: &Plan) -> Result<Preflight, HistoryError> {
        let has_key = |provider: &Provider| self.has_key(provider);
        let mut line = race::preflight(plan, &self.roster()?, &self.prices()?, has_key);
        line.notes.extend(self.endings(plan)?);
        Ok(line)
    }

    /// The lanes whose model retires soon, or has retired.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn endings(&self, plan: &Plan) -> Result<Vec<Note>, HistoryError> {
        Ok(race::endings(plan, &self.roster()?, &self.prices()?, &today()))
    }

    /// What the lane at an index of a plan, or a step of it from 0, would send, byte for byte but for its key.
    ///
    /// # Errors
    /// What it cannot carry, or why it cannot be sent; or a failure of the history.
    pub fn shown_request(&self, plan: &Plan, step: (u32, u32)) -> Result<ShownRequest, Refusal> {
        let roster = self.roster()?;
        race::shown_request(plan, step, &roster, |provider| self.has_key(provider))
            .map_err(|problems| Refusal::Plan { problems })
    }

    /// The forecast of a sweep, with its problems.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn forecast(&self, plan: &Plan) -> Result<Forecast, HistoryError> {
        self.with_surroundings(|around| race::forecast(plan, around))
    }

    /// Runs `work` with the context of a forecast.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn with_surroundings<T>(
        &self,
        work: impl FnOnce(&ForecastContext) -> T,
    ) -> Result<T, HistoryError> {
        Ok(work(&ForecastContext {
            roster: &self.roster()?,
            prices: &self.prices()?,
            has_key: &|provider| self.has_key(provider),
            pace: &|provider, model| {
                self.history.as_ref()?.last_pace(&provider.label, model).ok().flatten()
            },
        }))
    }

    fn has_key(&self, provider: &Provider) -> bool {
        // One that a variable was named for belongs to the provider at any address.
        let owners = [key_owner(provider), KeyOwner::anywhere(&provider.id)];
        owners.iter().any(|owner| matches!(self.keys.has(owner), Ok(Some(_))))
    }

    /// Admits a plan and returns its contenders and its judge with their keys. A plan that could exceed the user's daily cap needs
    /// `may_exceed_cap`, which is called only if there is a cap.
    ///
    /// # Errors
    /// The reason why it may not start. Nothing was sent.
    pub fn admit(
        &self,
        plan: &Plan,
        may_exceed_cap: impl FnOnce() -> bool,
    ) -> Result<Admitted, Refusal> {
        let admitted = self.checked(plan, may_exceed_cap);
        match &admitted {
            Ok(_) => {}
            Err(Refusal::Plan { problems }) => {
                tracing::info!(problems = problems.len(), "a plan was refused");
            }
            Err(Refusal::OverCap(over)) => {
                let (most_usd, spent_usd, cap_usd) = (over.most_usd, over.spent_usd, over.cap_usd);
                tracing::info!(most_usd, spent_usd, cap_usd, "a plan was refused by the daily cap");
            }
            Err(Refusal::Commands { commands }) => {
                tracing::info!(commands = commands.len(), "a plan with commands was refused");
            }
            Err(Refusal::History(error)) => tracing::error!(%error, "a plan could not be checked"),
        }
        admitted
    }

    fn checked(
        &self,
        plan: &Plan,
        may_exceed_cap: impl FnOnce() -> bool,
    ) -> Result<Admitted, Refusal> {
        let (roster, prices) = (self.roster()?, self.prices()?);
        let mut entries =
            self.entries(plan, &roster, &prices).map_err(|problems| Refusal::Plan { problems })?;
        entries.commands = self.commands_of(plan)?;
        if let Some(history) = &self.history {
            let most = || {
                let around = ForecastContext {
                    roster: &roster,
                    prices: &prices,
                    has_key: &|_| true,
                    pace: &|_, _| None,
                };
                spending::most_of(plan, &entries, &around)
            };
            spending::check_cap(history, most, may_exceed_cap)?;
        }
        Ok(entries)
    }

    /// What asking the judge of a kept run's plan would take: see [`Run::to_be_judged`].
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn judge_forecast(&self, run: &Run) -> Result<JudgeForecast, HistoryError> {
        let (roster, prices) = (self.roster()?, self.prices()?);
        let left = run.judge_requests_left();
        let has_key = |provider: &Provider| self.has_key(provider);
        Ok(race::judge_forecast(&run.plan, left, &roster, &prices, has_key))
    }

    /// Admits the judge of a kept run's plan and returns it with its key. One that could exceed the user's daily cap needs
    /// `may_exceed_cap`, which is called only if there is a cap.
    ///
    /// # Errors
    /// The reason why it may not be asked. Nothing was sent.
    pub fn admit_judge(
        &self,
        run: &Run,
        may_exceed_cap: impl FnOnce() -> bool,
    ) -> Result<Entry, Refusal> {
        let (roster, prices) = (self.roster()?, self.prices()?);
        let of_plan = |message: &str| Refusal::Plan { problems: vec![problem(None, message)] };
        let problems = |problems| Refusal::Plan { problems };
        // Whether there is a key is found when it is taken.
        let left = run.judge_requests_left();
        let forecast = race::judge_forecast(&run.plan, left, &roster, &prices, |_| true);
        if !forecast.problems.is_empty() {
            return Err(problems(forecast.problems));
        }
        let judge = race::judge_of(&run.plan, &roster, &prices);
        let judge = judge.map_err(|problem| problems(vec![problem]))?;
        let contender = judge.ok_or_else(|| of_plan("There is no judge."))?;
        let keys = self.key_source(&roster).map_err(|all| of_plan(&all.join(" ")))?;
        let provider = &contender.request.provider;
        let key = keys.key(provider).map_err(|message| of_plan(&message))?;
        let proxy_login = keys.proxy_login(provider).map_err(|message| of_plan(&message))?;
        let entry = Entry::new(contender, key, proxy_login);
        if let Some(history) = &self.history {
            let most = || spending::most_of_judge(&entry, &forecast);
            spending::check_cap(history, most, may_exceed_cap)?;
        }
        Ok(entry)
    }

    /// The commands that may be run on this machine.
    pub(crate) fn allowed(&self) -> AllowedCommands {
        AllowedCommands::of(self.commands.iter().cloned().chain(allowed_commands()))
    }

    /// The network settings in effect.
    pub(crate) fn network(&self, history: &History) -> Result<Network, HistoryError> {
        self.network.as_ref().map_or_else(|| history.network(), |network| Ok(network.clone()))
    }

    /// The commands of a plan, all of which may be run.
    fn commands_of(&self, plan: &Plan) -> Result<AllowedCommands, Refusal> {
        let commands = plan.commands();
        if commands.is_empty() {
            return Ok(AllowedCommands::default());
        }
        let allowed = self.allowed();
        let missing = allowed.missing(&commands);
        if missing.is_empty() { Ok(allowed) } else { Err(Refusal::Commands { commands: missing }) }
    }

    fn entries(
        &self,
        plan: &Plan,
        roster: &Roster,
        prices: &Prices,
    ) -> Result<Admitted, Vec<Problem>> {
        let keys = self.key_source(roster);
        let contenders = race::check(plan, roster, prices).and_then(|contenders| {
            let judge = race::judge_of(plan, roster, prices).map_err(|problem| vec![problem])?;
            Ok((contenders, race::later_steps(plan, roster, prices)?, judge))
        });
        let (keys, (contenders, steps, judge)) = match (keys, contenders) {
            (Ok(keys), Ok(contenders)) => (keys, contenders),
            (keys, contenders) => {
                let of_keys = keys.err().unwrap_or_default();
                let of_keys = of_keys.into_iter().map(|message| problem(None, &message));
                return Err(of_keys.chain(contenders.err().unwrap_or_default()).collect());
            }
        };
        // Lanes of one provider share its key, so a keyring that asks the user asks once.
        let mut taken = BTreeMap::new();
        let mut problems = Vec::new();
        let mut entry = |contender: Contender, lane: Option<u32>| {
            let provider = &contender.request.provider;
            let key =
                taken.entry(provider.id.clone()).or_insert_with(|| keys.key(provider)).clone();
            match key.and_then(|key| Ok((key, keys.proxy_login(provider)?))) {
                Ok((key, proxy_login)) => Some(Entry::new(contender, key, proxy_login)),
                Err(message) => {
                    problems.push(problem(lane, &message));
                    None
                }
            }
        };
        let mut lanes = Vec::with_capacity(contenders.len());
        for contender in contenders {
            let place = contender.place;
            lanes.extend(entry(contender, Some(place)));
        }
        let mut later = Vec::with_capacity(steps.len());
        for steps in steps {
            let mut entries = Vec::with_capacity(steps.len());
            for contender in steps {
                let place = contender.place;
                entries.extend(entry(contender, Some(place)));
            }
            later.push(entries);
        }
        let mut judge = judge.and_then(|judge| entry(judge, None));
        let all = lanes.iter_mut().chain(later.iter_mut().flatten()).chain(&mut judge);
        Entry::hide_of_all(&mut all.collect::<Vec<_>>());
        if problems.is_empty() {
            Ok(Admitted { lanes, later, judge, ..Admitted::default() })
        } else {
            Err(problems)
        }
    }
}

/// A problem with a key, in the words of the keyring.
fn problem(lane: Option<u32>, words: &str) -> Problem {
    Problem { lane, message: Phrase::verbatim(words) }
}

#[cfg(test)]
mod tests {
    use checks::{Check, OwnCommand};
    use race::LanePlan;

    use super::*;

    fn plan(commands: &[&str]) -> Plan {
        let check = |command: &&str| {
            Check::Command(OwnCommand { command: (*command).to_owned(), json: false })
        };
        let lane = LanePlan {
            provider: "simulated".into(),
            model: "scripted?ttft=1ms&tps=1000&tokens=5".into(),
            ..LanePlan::default()
        };
        let checks = commands.iter().map(check).collect();
        Plan { prompt: "Why?".into(), checks, lanes: vec![lane], ..Plan::default() }
    }

    #[test]
    fn a_plan_with_commands_is_admitted_only_with_leave_for_their_exact_text() {
        let [one, other] = ["true # nobody ever allowed this", "false # nor this"];
        let with = |allowed: &[&str]| {
            Application::new(Host::Window, None)
                .with_simulator(Simulator::start(None).expect("a free port"))
                .with_commands(allowed.iter().map(|text| (*text).to_owned()).collect())
        };
        let refused = |allowed: &[&str], commands: &[&str]| match with(allowed)
            .admit(&plan(commands), || false)
        {
            Err(Refusal::Commands { commands }) => commands,
            Err(other) => panic!("{other}"),
            Ok(_) => Vec::new(),
        };
        assert_eq!(refused(&[], &[one, other]), [one, other], "each is named");
        assert_eq!(refused(&[one], &[one, other]), [other], "but what is allowed");
        assert_eq!(refused(&[&one.to_uppercase(), "true"], &[one]), [one], "word for word");
        assert_eq!(refused(&[one, other], &[one, other]), [""; 0], "with leave for both");
        assert_eq!(refused(&[], &[]), [""; 0], "without commands nobody is asked");
        let told = Refusal::Commands { commands: vec![one.to_owned()] }.to_string();
        assert!(told.contains(&format!("\n    {one}\n")) && told.contains("paceline checks allow"));
    }
}
