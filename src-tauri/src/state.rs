//! State shared by the commands: the application, the engine, and the running race or sweep.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use app::{Admitted, Application, CapturedKey, Host, Preferences, Refusal, key_owner};
use keys::{KeyOwner, StoredKey};
use providers::{KeyNeed, Provider, Roster};
use race::{Controls, Entry, Plan, Run, SweepControls, Timeouts};
use secrecy::SecretString;
use simulator::Simulator;
use store::{Comparisons, History, HistoryError, RecoveryLimits, Redefinition};
use tauri::AppHandle;
use tokio::task::JoinHandle;

use crate::failure::Failure;
use crate::leave;
use crate::opening::Opening;
use crate::pages::Pages;
use crate::views::ProviderView;
use crate::watching::{TurnStop, Watching};

/// How long the recomputation of older runs waits during a measurement before it checks again.
const PAUSE: Duration = Duration::from_millis(500);
/// How long after the start the rest of a large history is checked: when the window is there.
const QUIET: Duration = Duration::from_secs(5);

/// Opened once, before the window, and shared by all commands.
pub(crate) struct App {
    pub(crate) history: Arc<History>,
    pub(crate) comparisons: Comparisons,
    pub(crate) data_dir: PathBuf,
    /// The application layer, shared with the command line.
    pub(crate) application: Application,
    /// The engine's own threads, separate from the window's.
    pub(crate) engine: tokio::runtime::Runtime,
    /// Only one race or sweep at a time: two would disturb each other's clocks.
    running: Mutex<Option<OnTrack>>,
    /// The page that the window shows.
    pub(crate) pages: Pages,
    pub(crate) rendering: String,
    /// The first provider list, computed while the web view loads.
    early_providers: Mutex<Option<EarlyProviders>>,
    /// Progress of recomputing older runs; absent if none is running.
    redefinition: Mutex<Option<Redefinition>>,
    /// Whether the user has just allowed the next start to exceed the cap.
    may_overspend: AtomicBool,
    /// The key of the request that was read last. It is never told to the window.
    captured_key: Mutex<Option<CapturedKey>>,
    /// The text of the requests that were read last, if there were several: all of them can be asked.
    captured_batch: Mutex<Option<String>>,
    /// The turns of watches.
    pub(crate) watching: Watching,
}

type EarlyProviders = JoinHandle<Result<Vec<ProviderView>, Failure>>;

/// The running race or sweep, as the handle that stops it.
#[derive(Clone)]
pub(crate) enum ActiveRun {
    Race(Controls),
    Sweep(SweepControls),
    /// A turn of a watch.
    Turn(TurnStop),
}

/// What is on the track.
struct OnTrack {
    id: String,
    what: ActiveRun,
    /// The page that started it.
    page: u32,
}

impl ActiveRun {
    pub(crate) fn stop(&self) {
        match self {
            Self::Race(controls) => controls.stop(),
            Self::Sweep(controls) => controls.stop(),
            Self::Turn(stop) => stop.stop(),
        }
    }
}

impl App {
    pub(crate) fn open(
        data_dir: PathBuf,
        rendering: String,
        opening: &Opening,
    ) -> Result<Self, HistoryError> {
        let engine = app::engine().map_err(|source| HistoryError::Io {
            doing: "start the engine beside",
            file: data_dir.clone(),
            source,
        })?;
        let history = app::usable_history(&data_dir, || opening.found_damage())?;
        let history = Arc::new(history);
        let application = Application::new(Host::Window, Some(Arc::clone(&history)));
        // If the simulator cannot listen on loopback, simulated lanes fail with that error.
        let application = match Simulator::start(None) {
            Ok(simulator) => application.with_simulator(simulator),
            Err(_) => application,
        };
        Ok(Self {
            comparisons: Comparisons::over(History::clone(&history)),
            history,
            data_dir,
            application,
            engine,
            running: Mutex::new(None),
            pages: Pages::default(),
            rendering,
            early_providers: Mutex::default(),
            redefinition: Mutex::default(),
            may_overspend: AtomicBool::new(false),
            captured_key: Mutex::default(),
            captured_batch: Mutex::default(),
            watching: Watching::default(),
        })
    }

    /// The roster, and which providers have a key.
    pub(crate) fn providers(&self) -> Result<Vec<ProviderView>, Failure> {
        let roster = self.roster()?;
        let stored = self.stored(roster.rows());
        let (network, prices) = (self.history.network()?, self.history.prices()?);
        let named = roster.rows().iter().filter(|row| row.id != "custom");
        Ok(named.map(|row| ProviderView::of(row, &stored, &network, &prices)).collect())
    }

    /// Holds the key of a captured request until it is kept, in place of an earlier one.
    pub(crate) fn hold_captured_key(&self, key: Option<CapturedKey>) {
        *self.captured_key.lock().unwrap_or_else(PoisonError::into_inner) = key;
    }

    /// The key that is held, which is then held no longer.
    pub(crate) fn take_captured_key(&self) -> Option<CapturedKey> {
        self.captured_key.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Holds the text of several requests until the next is read, or `None`.
    pub(crate) fn hold_captured_batch(&self, text: Option<String>) {
        *self.captured_batch.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// The text of several requests that is held, which is then held no longer.
    pub(crate) fn take_captured_batch(&self) -> Option<String> {
        self.captured_batch.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Reconstructs, on its own thread, the runs of a killed process, and then recomputes older runs. The window does
    /// not wait for it. One that can only be read is left as it is.
    pub(crate) fn recover(self: &Arc<Self>) {
        if self.history.is_read_only() {
            return;
        }
        let app = Arc::clone(self);
        std::thread::spawn(move || {
            if let Err(error) = app.history.recover(RecoveryLimits::AT_START) {
                tracing::warn!(%error, "what was left behind is not put together");
            }
            app.compute_anew();
            app.check_rest();
        });
    }

    /// Checks what of a large history was not checked at the start. It would disturb the clocks of a race, here or in another
    /// process: it ends when one begins, and is begun anew after it.
    fn check_rest(&self) {
        std::thread::sleep(QUIET);
        loop {
            self.let_measure();
            let mut looks = 0_u32;
            let is_to_end = || {
                // To ask for other processes takes a question to the history.
                looks = looks.wrapping_add(1);
                let asks = looks.is_multiple_of(10);
                self.is_racing() || asks && self.history.is_measuring().unwrap_or(false)
            };
            match self.history.check_rest(is_to_end) {
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(%error, "the rest of the history is not checked");
                    return;
                }
            }
        }
    }

    /// Waits until nothing is measured, here or in another process.
    fn let_measure(&self) {
        while self.is_racing() || self.history.is_measuring().unwrap_or(false) {
            std::thread::sleep(PAUSE);
        }
    }

    /// Recomputes runs of older definitions on its own thread, unless that is already running.
    pub(crate) fn redefine(self: &Arc<Self>) {
        let app = Arc::clone(self);
        std::thread::spawn(move || app.compute_anew());
    }

    fn compute_anew(&self) {
        let found = self.history.redefinition().inspect_err(|error| {
            tracing::warn!(%error, "runs of older definitions cannot be counted");
        });
        let Some(found) = found.ok().filter(|found| found.waiting > 0) else { return };
        {
            let mut shown = self.shown_redefinition();
            if shown.is_some() {
                return;
            }
            *shown = Some(found);
        }
        let done = self.history.redefine(|so_far| {
            *self.shown_redefinition() = Some(so_far);
            // It would disturb the clocks of a race.
            self.let_measure();
            true
        });
        match done {
            Ok(done) => tracing::info!(?done, "older runs have today's definitions"),
            Err(error) => tracing::warn!(%error, "older runs are not computed anew"),
        }
        *self.shown_redefinition() = None;
    }

    /// Progress of recomputing older runs; `None` if none is running.
    pub(crate) fn redefinition(&self) -> Option<Redefinition> {
        *self.shown_redefinition()
    }

    fn shown_redefinition(&self) -> MutexGuard<'_, Option<Redefinition>> {
        self.redefinition.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes the provider list before the window requests it.
    pub(crate) fn look_ahead(self: &Arc<Self>) {
        let app = Arc::clone(self);
        let early = self.engine.spawn_blocking(move || app.providers());
        *self.early_providers.lock().unwrap_or_else(PoisonError::into_inner) = Some(early);
    }

    /// The provider list computed ahead; only the first time.
    pub(crate) fn take_early_providers(&self) -> Option<EarlyProviders> {
        self.early_providers.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Runs the coordination of a race or a sweep on its own thread. Tasks that it spawns run on the engine's threads,
    /// which only read streams; updates to the window and copies for saving are made elsewhere.
    pub(crate) fn conduct(&self, work: impl Future<Output = ()> + Send + 'static) {
        let engine = self.engine.handle().clone();
        std::thread::spawn(move || engine.block_on(work));
    }

    /// The roster.
    pub(crate) fn roster(&self) -> Result<Roster, Failure> {
        Ok(self.application.roster()?)
    }

    /// Which of these providers have a key. Empty if the keyring cannot be read, which its state explains.
    pub(crate) fn stored(&self, rows: &[Provider]) -> Vec<StoredKey> {
        let mut wanting: Vec<KeyOwner> = Vec::new();
        for row in rows.iter().filter(|row| row.key != KeyNeed::None) {
            let owner = key_owner(row);
            if !wanting.contains(&owner) {
                wanting.push(owner);
            }
        }
        self.application.keys().list(&wanting).unwrap_or_default()
    }

    /// Admits a plan and returns its contenders and its judge with their keys. Commands among its checks that nobody allowed on this
    /// machine are asked about in a dialog of the system, for which this waits; `asking` is called before.
    pub(crate) fn admit(
        &self,
        plan: &Plan,
        handle: &AppHandle,
        asking: impl FnOnce(),
    ) -> Result<Admitted, Failure> {
        let admit = || self.application.admit(plan, || self.take_leave_to_overspend());
        self.asked_once(handle, asking, admit)
    }

    /// Asks, in a dialog of the system, about commands among a plan's checks that nobody allowed on this machine.
    pub(crate) fn may_run(&self, plan: &Plan, handle: &AppHandle) -> Result<(), Failure> {
        // What a day may cost is another day's.
        self.asked_once(handle, || {}, || self.application.admit(plan, || true)).map(drop)
    }

    fn asked_once(
        &self,
        handle: &AppHandle,
        asking: impl FnOnce(),
        admit: impl Fn() -> Result<Admitted, Refusal>,
    ) -> Result<Admitted, Failure> {
        let commands = match admit() {
            Err(Refusal::Commands { commands }) => commands,
            admitted => return Ok(admitted?),
        };
        let language = Preferences::load(&self.history)?.language;
        asking();
        if leave::asked(handle, language, &commands)? {
            return Ok(admit()?);
        }
        Err(Refusal::Commands { commands }.into())
    }

    /// Admits the judge of a race of the history and returns it with its key.
    pub(crate) fn admit_judge(&self, run: &Run) -> Result<Entry, Failure> {
        Ok(self.application.admit_judge(run, || self.take_leave_to_overspend())?)
    }

    /// The timeouts of the requests of a race or sweep that starts now, as set by the user.
    pub(crate) fn timeouts(&self) -> Result<Timeouts, HistoryError> {
        Ok(Preferences::load(&self.history)?.timeouts.into())
    }

    /// A provider's key and proxy login, if any.
    pub(crate) fn key_and_login(
        &self,
        provider: &Provider,
    ) -> Result<(Option<SecretString>, Option<SecretString>), Failure> {
        let keys = self.application.key_source(&self.roster()?);
        // The window names no variables, so this cannot fail.
        let keys = keys.map_err(|all| Failure::NotFound { message: all.join(" ") })?;
        Ok((keys.kept_key(provider)?, keys.kept_proxy_login(provider)?))
    }

    /// Reserves the track for a race or a sweep, if nothing else runs.
    pub(crate) fn take_track(&self, id: &str, what: ActiveRun) -> Result<(), Failure> {
        let mut running = self.running();
        if let Some(now) = running.as_ref() {
            let what = match now.what {
                ActiveRun::Race(_) => "A race",
                ActiveRun::Sweep(_) => "A sweep",
                ActiveRun::Turn(_) => "A turn of a watch",
            };
            let message = format!("{what} is running. Stop it, or wait until it ends.");
            return Err(Failure::Busy { message });
        }
        *running = Some(OnTrack { id: id.to_owned(), what, page: self.pages.now() });
        Ok(())
    }

    /// Another page is shown from now on: what the one before was allowed or had pasted is not its own.
    pub(crate) fn turn_page(&self) {
        self.pages.turn();
        self.take_captured_key();
        self.take_captured_batch();
        self.take_leave_to_overspend();
    }

    /// The id of the race or the sweep that a page before this one started, if it is still running.
    pub(crate) fn left_running(&self) -> Option<String> {
        let (running, page) = (self.running(), self.pages.now());
        let left = running.as_ref().filter(|running| running.page != page);
        // A turn is nobody's of a page.
        let left = left.filter(|running| !matches!(running.what, ActiveRun::Turn(_)));
        left.map(|running| running.id.clone())
    }

    pub(crate) fn free_track(&self) {
        *self.running() = None;
    }

    pub(crate) fn is_racing(&self) -> bool {
        self.running().is_some()
    }

    /// Allows one start to exceed the cap.
    pub(crate) fn give_leave_to_overspend(&self) {
        self.may_overspend.store(true, Ordering::Relaxed);
    }

    /// Whether the user allowed it. The permission holds for one start.
    fn take_leave_to_overspend(&self) -> bool {
        self.may_overspend.swap(false, Ordering::Relaxed)
    }

    /// The handle of the run with this id, or of any run.
    pub(crate) fn track(&self, id: Option<&str>) -> Option<ActiveRun> {
        let running = self.running();
        running
            .as_ref()
            .filter(|running| id.is_none_or(|id| id == running.id))
            .map(|running| running.what.clone())
    }

    fn running(&self) -> MutexGuard<'_, Option<OnTrack>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
