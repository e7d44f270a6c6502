"""Prints the accessible tree of one process as JSON, as a screen reader gets it: over AT-SPI.

    /usr/bin/python3 accessible.py PID

A node is {role, name, text, states, children}; `text` is its own text with U+FFFC where a child stands. What is not shown is left
out, as a screen reader leaves it out. Needs at-spi2-core, python3-gi and gir1.2-atspi-2.0.
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

STATES = ("focusable", "focused", "showing", "modal", "pressed", "selected", "expanded")
WITHIN_S = 20
# More than any screen has; otherwise an endless tree would be read endlessly.
NODES = 20_000


def application(pid):
    desktop = Atspi.get_desktop(0)
    for at in range(desktop.get_child_count()):
        each = desktop.get_child_at_index(at)
        if each is not None and each.get_process_id() == pid:
            return each
    return None


def states_of(node):
    held = node.get_state_set()
    return [name for name in STATES if held.contains(getattr(Atspi.StateType, name.upper()))]


def text_of(node):
    try:
        text = node.get_text_iface()
        return text.get_text(0, text.get_character_count()) if text is not None else ""
    except (AttributeError, GLib.Error):
        return ""


def read(node, left):
    left[0] -= 1
    if left[0] < 0:
        raise SystemExit(f"the tree has more than {NODES} nodes")
    try:
        children = (node.get_child_at_index(at) for at in range(node.get_child_count()))
        return {
            "role": node.get_role_name(),
            "name": node.get_name() or "",
            "description": node.get_description() or "",
            "text": text_of(node),
            "states": states_of(node),
            "children": [each for each in (read(child, left) for child in children if child is not None) if each],
        }
    except GLib.Error:
        # The node disappeared while it was being read: the page keeps changing.
        return None


def document(node):
    if node["role"] == "document web":
        return node
    return next((found for found in map(document, node["children"]) if found), None)


def main():
    pid = int(sys.argv[1])
    Atspi.init()
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        app = application(pid)
        tree = read(app, [NODES]) if app is not None else None
        found = document(tree) if tree else None
        if found and found["children"]:
            print(json.dumps(found))
            return
        time.sleep(0.2)
    raise SystemExit(f"process {pid} shows no page to a screen reader within {WITHIN_S} s")


main()
