//! Rendering of WebKitGTK. Its default renderer needs a GPU: without one a race runs at a few frames a second, and with
//! some drivers the window stays blank. The web view reads its switches once, so they are set before the window is
//! created.

/// Uses the switches that are safest on every machine.
#[cfg(target_os = "linux")]
const SAFE_FLAG: &str = "--safe-rendering";

/// The facts that decide the renderer's switches.
#[cfg(any(target_os = "linux", test))]
#[derive(Debug, Clone, Copy, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "five facts that are true or not, each by itself"
)]
struct Machine {
    /// The user or the packager has set a switch.
    decided: bool,
    /// A render node is there.
    gpu: bool,
    /// It is NVIDIA's.
    nvidia: bool,
    /// The app runs from an `AppImage`, with libraries that may not fit the system's drivers.
    app_image: bool,
    /// Requested with `--safe-rendering`.
    safe: bool,
}

#[cfg(any(target_os = "linux", test))]
const NO_DMABUF: (&str, &str) = ("WEBKIT_DISABLE_DMABUF_RENDERER", "1");
#[cfg(any(target_os = "linux", test))]
const NO_COMPOSITING: (&str, &str) = ("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
/// GTK asks the display for its GL visuals before it opens a first window. Without a GPU, a shader compiler is loaded
/// to answer that and is never used again, which takes a tenth of the whole start.
#[cfg(any(target_os = "linux", test))]
const NO_GTK_GL: (&str, &str) = ("GDK_GL", "disable");

/// The switches to set, and the reason, in words for the user.
#[cfg(any(target_os = "linux", test))]
fn policy(machine: Machine) -> (Vec<(&'static str, &'static str)>, &'static str) {
    match machine {
        Machine { decided: true, .. } => (vec![], "as the environment says"),
        Machine { safe: true, .. } => {
            (vec![NO_DMABUF, NO_COMPOSITING, NO_GTK_GL], "safe, as asked")
        }
        Machine { gpu: false, .. } => {
            (vec![NO_DMABUF, NO_GTK_GL], "without DMA-BUF: there is no GPU")
        }
        Machine { nvidia: true, .. } => (vec![NO_DMABUF], "without DMA-BUF: the GPU is NVIDIA's"),
        Machine { app_image: true, .. } => {
            (vec![NO_DMABUF], "without DMA-BUF: this is an AppImage")
        }
        _ => (vec![], "as WebKit does by default"),
    }
}

/// Sets the switches in the environment, where the web view and its processes read them. Call it first of all, while
/// nothing else is running that could read the environment. Returns how the window will be rendered.
#[cfg(target_os = "linux")]
pub(crate) fn prepare() -> String {
    let (switches, why) = policy(machine());
    for (name, value) in switches {
        // Switches already set are the user's own. A name and a value without a zero byte are always accepted.
        let _set = glib::setenv(name, value, false);
    }
    why.to_owned()
}

/// The web views of other systems need no switches.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare() -> String {
    "as the system does".to_owned()
}

#[cfg(target_os = "linux")]
fn machine() -> Machine {
    use std::fs;

    let entries = |folder: &str| fs::read_dir(folder).into_iter().flatten().flatten();
    let name_starts =
        |entry: &fs::DirEntry, start: &str| entry.file_name().to_string_lossy().starts_with(start);
    Machine {
        decided: std::env::vars_os().any(|(name, _)| {
            let name = name.to_string_lossy();
            name == "GDK_BACKEND"
                || (name.starts_with("WEBKIT_DISABLE") || name.starts_with("WEBKIT_SKIA"))
        }),
        gpu: entries("/dev/dri").any(|entry| name_starts(&entry, "renderD")),
        nvidia: entries("/sys/class/drm").any(|card| {
            fs::read_to_string(card.path().join("device/vendor"))
                .is_ok_and(|vendor| vendor.trim() == "0x10de")
        }),
        app_image: std::env::var_os("APPIMAGE").is_some(),
        safe: std::env::args_os().any(|argument| argument == SAFE_FLAG),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switches(machine: Machine) -> Vec<&'static str> {
        policy(machine).0.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn the_renderer_is_left_alone_where_it_works_and_where_somebody_has_decided() {
        let fine = Machine { gpu: true, ..Machine::default() };
        assert!(switches(fine).is_empty(), "turning it off on some GPUs gives a blank window");
        let decided = Machine { decided: true, safe: true, ..Machine::default() };
        assert!(switches(decided).is_empty(), "the user's own environment takes precedence");
    }

    #[test]
    fn without_a_gpu_that_works_the_window_draws_without_it() {
        for machine in [
            Machine::default(),
            Machine { gpu: true, nvidia: true, ..Machine::default() },
            Machine { gpu: true, app_image: true, ..Machine::default() },
        ] {
            assert!(
                switches(machine).contains(&"WEBKIT_DISABLE_DMABUF_RENDERER"),
                "{machine:?} would draw a few frames a second"
            );
        }
        let safe = Machine { gpu: true, safe: true, ..Machine::default() };
        assert!(
            switches(safe).contains(&"WEBKIT_DISABLE_COMPOSITING_MODE"),
            "safe turns compositing off too"
        );
    }

    #[test]
    fn gtk_looks_for_gl_only_where_there_is_a_gpu() {
        let looks = |machine| !switches(machine).contains(&"GDK_GL");
        assert!(!looks(Machine::default()), "what it would find is slower than drawing without");
        let gpu = Machine { gpu: true, ..Machine::default() };
        assert!(looks(gpu), "a GPU that works is left alone");
        let nvidia = Machine { nvidia: true, ..gpu };
        assert!(looks(nvidia), "only WebKit's way to the screen fails with its drivers");
    }
}
