"""Answers a dialog of the system that belongs to one process, over AT-SPI, as a person at the screen does.

    /usr/bin/python3 dialog.py PID BUTTON

Waits for the dialog, presses the button of that name and prints what the dialog said as JSON: its texts and its buttons. With "-" as
the button it presses none. Needs at-spi2-core, python3-gi and gir1.2-atspi-2.0.
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

DIALOGS = ("alert", "dialog")
BUTTONS = ("push button", "button")
WITHIN_S = 20


def below(node):
    for at in range(node.get_child_count()):
        child = node.get_child_at_index(at)
        # What the page shows is not the system's.
        if child is None or child.get_role_name() == "document web":
            continue
        yield child
        yield from below(child)


def dialog_of(pid):
    desktop = Atspi.get_desktop(0)
    for at in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(at)
        if app is None or app.get_process_id() != pid:
            continue
        # A dialog is a window of its own; below another may be a page whose process is gone.
        windows = (app.get_child_at_index(at) for at in range(app.get_child_count()))
        for window in windows:
            if window is not None and window.get_role_name() in DIALOGS:
                return window
    return None


def main():
    pid, wanted = int(sys.argv[1]), sys.argv[2]
    Atspi.init()
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        try:
            dialog = dialog_of(pid)
            parts = list(below(dialog)) if dialog is not None else []
            buttons = {part.get_name(): part for part in parts if part.get_role_name() in BUTTONS}
            texts = [part.get_name() for part in parts if part.get_role_name() == "label"]
            if buttons and (wanted == "-" or wanted in buttons):
                said = {"texts": texts, "buttons": list(buttons)}
                if wanted != "-":
                    buttons[wanted].get_action_iface().do_action(0)
                print(json.dumps(said))
                return
        except GLib.Error:
            # It is being built or has just gone.
            pass
        time.sleep(0.1)
    raise SystemExit(f"process {pid} shows no dialog with such a button within {WITHIN_S} s")


main()
