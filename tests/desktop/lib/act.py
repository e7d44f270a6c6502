"""Presses what one process shows under a name, over AT-SPI, as a screen reader does for its user.

    /usr/bin/python3 act.py PID PATTERN

Waits for a button whose name begins like the pattern, in the page or in a dialog of the system, and presses it. Needs at-spi2-core, python3-gi and
gir1.2-atspi-2.0.
"""

import re
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

BUTTONS = ("push button", "button")
WITHIN_S = 20


def below(node):
    for at in range(node.get_child_count()):
        child = node.get_child_at_index(at)
        if child is not None:
            yield child
            yield from below(child)


def main():
    pid, wanted = int(sys.argv[1]), sys.argv[2]
    Atspi.init()
    desktop = Atspi.get_desktop(0)
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        try:
            apps = (desktop.get_child_at_index(at) for at in range(desktop.get_child_count()))
            for app in apps:
                if app is None or app.get_process_id() != pid:
                    continue
                for node in below(app):
                    is_wanted = node.get_role_name() in BUTTONS and re.match(wanted, node.get_name() or "")
                    if is_wanted and node.get_state_set().contains(Atspi.StateType.SHOWING):
                        node.get_action_iface().do_action(0)
                        return
        except GLib.Error:
            # It is being drawn or has just gone.
            pass
        time.sleep(0.1)
    raise SystemExit(f"process {pid} shows no button {wanted!r} within {WITHIN_S} s")


main()
