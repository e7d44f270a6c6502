//! A service of the system that takes the turns of all watches whenever the user is logged in: a systemd user unit, a launchd agent
//! or a task of the Task Scheduler. Its file can be read before anything is installed.

mod launchd;
mod step;
mod systemd;
mod task_scheduler;

use std::path::{Path, PathBuf};

use directories::BaseDirs;
use report::write_over;

pub use self::step::ServiceError;
use self::step::Step;

/// Which of the system's programs runs the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ServiceSystem {
    Systemd,
    Launchd,
    TaskScheduler,
}

impl ServiceSystem {
    const fn here() -> Self {
        if cfg!(target_os = "macos") {
            Self::Launchd
        } else if cfg!(windows) {
            Self::TaskScheduler
        } else {
            Self::Systemd
        }
    }

    fn file(self, places: &BaseDirs) -> PathBuf {
        match self {
            Self::Systemd => places.config_dir().join("systemd/user").join(systemd::UNIT),
            Self::Launchd => {
                places.home_dir().join("Library/LaunchAgents").join(launchd::file_name())
            }
            Self::TaskScheduler => {
                places.data_local_dir().join("Paceline").join(task_scheduler::FILE)
            }
        }
    }
}

/// The service, as it would be installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchService {
    system: ServiceSystem,
    file: PathBuf,
    text: String,
    install: Vec<Step>,
}

impl WatchService {
    /// The service that runs `program`, this command line, over the history of `data_dir` or, if that is absent, of the usual folder.
    ///
    /// # Errors
    /// If there is no home folder, or a path is not absolute text on one line.
    pub fn of(program: &Path, data_dir: Option<&Path>) -> Result<Self, ServiceError> {
        let places = BaseDirs::new().ok_or(ServiceError::NoHome)?;
        let system = ServiceSystem::here();
        let file = system.file(&places);
        let mut words = vec![text_of(program)?];
        if let Some(dir) = data_dir {
            words.extend(["--data-dir".to_owned(), text_of(dir)?]);
        }
        words.extend(["watch", "run", "--stay"].map(str::to_owned));
        let text = match system {
            ServiceSystem::Systemd => systemd::unit(&words),
            ServiceSystem::Launchd => launchd::agent(&words, &text_of(places.home_dir())?),
            ServiceSystem::TaskScheduler => task_scheduler::task(&words, &task_scheduler::user()),
        };
        let install = match system {
            ServiceSystem::Systemd => systemd::install(),
            ServiceSystem::Launchd => launchd::install(&text_of(&file)?),
            ServiceSystem::TaskScheduler => task_scheduler::install(&text_of(&file)?),
        };
        Ok(Self { system, file, text, install })
    }

    /// Where its file is, or would be.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What the file says.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The commands that install it, one a line, as they can be typed.
    pub fn commands(&self) -> String {
        self.install.iter().map(Step::line).collect::<Vec<_>>().join("\n")
    }

    /// What the user should know about when it runs.
    pub const fn conditions(&self) -> &'static str {
        match self.system {
            ServiceSystem::Systemd => {
                "It runs while you are logged in, since only then your keyring is open. For watches that need no key, `loginctl \
                 enable-linger` lets it run always. What it prints: journalctl --user --unit paceline-watch"
            }
            ServiceSystem::Launchd | ServiceSystem::TaskScheduler => {
                "It runs while you are logged in, since only then your keys can be read."
            }
        }
    }

    /// Writes the file, replacing that of an earlier installation, and starts the service.
    ///
    /// # Errors
    /// If the file cannot be written, or the system does not take it. The file is removed again then.
    pub fn install(&self) -> Result<(), ServiceError> {
        let failed = |error| ServiceError::File { file: self.file.clone(), done: "written", error };
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let bytes = match self.system {
            ServiceSystem::TaskScheduler => task_scheduler::encoded(&self.text),
            ServiceSystem::Systemd | ServiceSystem::Launchd => self.text.clone().into_bytes(),
        };
        write_over(&self.file, &bytes).map_err(failed)?;
        for step in &self.install {
            if let Err(error) = step.run() {
                let _the_first_error_is_told = self.remove();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Stops the service and removes its file; `false` if there is none.
    ///
    /// # Errors
    /// If the file cannot be removed, or the system still has the service: the file is removed all the same.
    pub fn remove(&self) -> Result<bool, ServiceError> {
        if self.file.symlink_metadata().is_err() {
            return Ok(false);
        }
        let (stop, after) = match self.system {
            ServiceSystem::Systemd => (vec![systemd::stop()], vec![systemd::reload()]),
            ServiceSystem::Launchd => (vec![launchd::stop()], Vec::new()),
            ServiceSystem::TaskScheduler => (task_scheduler::stop(), Vec::new()),
        };
        let stopped = stop.iter().try_for_each(Step::run);
        std::fs::remove_file(&self.file).map_err(|error| ServiceError::File {
            file: self.file.clone(),
            done: "removed",
            error,
        })?;
        stopped.and(after.iter().try_for_each(Step::run)).map(|()| true)
    }
}

/// A path that every one of the files can hold.
fn text_of(path: &Path) -> Result<String, ServiceError> {
    let text = path.to_str().filter(|text| !text.contains(char::is_control));
    let text = text.filter(|_| path.is_absolute());
    text.map(str::to_owned).ok_or_else(|| ServiceError::Path(path.to_string_lossy().into_owned()))
}

#[cfg(test)]
#[path = "watch_service_tests.rs"]
mod tests;
