//! The application layer: the rules around the engine that the window and the command line share.
//!
//! **Invariant:** neither host starts anything that [`Application::admit`] has not admitted, so both refuse the same
//! plans with the same messages, and both respect the daily spending cap.

mod admitted;
mod alarms;
mod application;
mod attachment;
mod calibration;
mod captured_request;
mod captured_set;
mod certificates;
mod command_leave;
mod data_dir;
mod desktop_notice;
mod engine;
mod first_race;
mod gate_budget;
mod given_key;
mod key_owner;
mod key_source;
mod keyring_words;
mod log;
mod machine;
mod origin;
mod other_machine;
mod own_command;
mod preferences;
mod problem_report;
mod process;
mod proxy_login;
mod record;
mod refusal;
mod spending;
mod text;
mod watch_service;
mod watches;

/// The templates of this crate's phrases, module by module.
pub const PHRASES: &[&[measure::Template]] = &[
    captured_request::PHRASES,
    given_key::PHRASES,
    keyring_words::PHRASES,
    own_command::PHRASES,
    watches::cause_sentences::PHRASES,
    watches::new_watch::PHRASES,
    watches::sentence::PHRASES,
    watches::zone::PHRASES,
];

pub use admitted::Admitted;
pub use alarms::delivery::{Deliveries, Delivery, Telling, deliver, target_name, try_alarm};
pub use alarms::message::{AlarmDocument, AlarmSubject};
pub use alarms::secret::{forget_webhook, keep_webhook};
pub use application::Application;
pub use attachment::{AttachmentError, attachment, attachment_of_base64};
pub use calibration::{CalibrationError, calibrate};
pub use captured_request::{CapturedKey, CapturedKeyOwner, CapturedRequest, read_request};
pub use captured_set::{CapturedSet, read_captured_set};
pub use certificates::{CertificateError, choose_ca_file, chosen_ca_file};
pub use command_leave::{LeaveError, allow_command, allowed_commands, forget_command};
pub use data_dir::{
    MoveError, NoDataDir, data_dir, default_dir, delete_for_good, existing_history,
    may_move_data_dir, move_data_dir, open_history, repair_history, stay_in_usual_dir,
    usable_history, whole_history,
};
pub use desktop_notice::desktop_notice;
pub use engine::engine;
pub use first_race::{first_race, is_simulated};
pub use gate_budget::GateBudget;
pub use given_key::{KeyRefusal, keep_key, key_in_variable, key_variable, takes_key};
pub use key_owner::{
    forget_key, is_at_home, key_owner, left_owners, may_keep_local, take_key_along,
};
pub use key_source::{Host, KeySource, unknown_provider};
pub use keyring_words::{KeyringView, keyring_failure, of_keyring};
pub use log::{log_dir, start_log};
pub use machine::machine;
pub use origin::{export, import, origin};
pub use other_machine::leads_to_another_machine;
pub use preferences::{
    Language, NumberFormat, PreferenceProblem, Preferences, PreferencesError, RaceDefaults,
    RequestTimeouts, Theme, TimeUnit,
};
pub use problem_report::problem_report;
pub use process::harden;
pub use proxy_login::{
    forget_proxy_login, has_proxy_login, keep_proxy_login, proxy_login_owner, proxy_login_owners,
};
pub use record::judged::{judge_kept, judging_now};
pub use record::sweeps::{record_sweep, sweep_now};
pub use record::unsaved::SaveFailure;
pub use record::{days_since, fresh_id, race_now, record, today};
pub use refusal::{OverCap, Refusal};
pub use text::sentence;
pub use watch_service::{ServiceError, WatchService};
pub use watches::document::{
    ContenderNumbers, TurnCount, TurnDocument, WatchDocument, WatchList, WatchSummary,
};
pub use watches::due::next_due_s;
pub use watches::metrics::{OPENMETRICS, WatchMetrics};
pub use watches::new_watch::{
    AddedWatch, BudgetProblem, WatchRefusal, WatchRemovalError, remove_watch,
};
pub use watches::page::{PageFile, PageOptions, watch_pages};
pub use watches::runner::{AskedTurn, WatchEnd, WatchHost, WatchNews, WatchRunner, Which};
pub use watches::sentence::change_sentence;
pub use watches::shown::{
    ShownAlarm, ShownChange, ShownContender, ShownHour, ShownMoment, ShownOutage, ShownStretch,
    WatchShown,
};
pub use watches::turns::{Look, Moment, NextTurn, TakenTurn, WatchTurns};
pub use watches::zone::Zone;
