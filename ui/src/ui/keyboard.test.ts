import { describe, expect, it } from "vitest";
import { strings } from "../strings/strings";
import {
  chordOf,
  chordPressed,
  inForce,
  keysOf,
  meaning,
  ownerOf,
  type Press,
  shortcuts,
} from "./keyboard";

function press(key: string, held: Partial<Press> = {}): Press {
  const code = /^[0-9]$/.test(key) ? `Digit${key}` : "";
  return { key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

describe("the keyboard", () => {
  it("starts and stops a race from inside the prompt", () => {
    expect(
      meaning(press("Enter", { ctrlKey: true }), true, false)?.action,
      "Ctrl+Enter races",
    ).toBe("race");
    expect(meaning(press(".", { ctrlKey: true }), true, false)?.action, "Ctrl+. stops all").toBe(
      "stopAll",
    );
  });

  it("takes Cmd for Ctrl on a Mac and leaves Ctrl alone there", () => {
    expect(meaning(press("Enter", { metaKey: true }), false, true)?.action).toBe("race");
    expect(meaning(press("Enter", { ctrlKey: true }), false, true), "Ctrl is not Cmd").toBeNull();
  });

  it("leaves digits and letters to a text field", () => {
    expect(meaning(press("1"), true, false), "a digit typed is a digit").toBeNull();
    expect(meaning(press("?"), true, false), "a question mark typed is one").toBeNull();
    expect(meaning(press("3"), false, false), "outside it names a lane").toEqual({
      action: "focusLane",
      lane: 2,
    });
  });

  it("stops a lane with Esc, but not while the user writes", () => {
    expect(meaning(press("Escape"), false, false)?.action).toBe("stopLane");
    expect(meaning(press("Escape"), true, false), "Esc in the prompt stops nothing").toBeNull();
  });

  it("mutes by the key of the digit, whatever Shift makes of it", () => {
    const shifted = press("!", { code: "Digit1", shiftKey: true });
    expect(meaning(shifted, false, false)).toEqual({ action: "muteLane", lane: 0 });
  });

  it("turns the track and plays a replay with plain keys, but never while the user writes", () => {
    expect(meaning(press("t"), false, false), "the axis").toEqual({ action: "trackAxis" });
    expect(meaning(press("m"), false, false), "Markdown").toEqual({ action: "markdown" });
    expect(meaning(press(" "), false, false), "play").toEqual({ action: "playPause" });
    expect(meaning(press("ArrowLeft"), false, false), "a step").toMatchObject({
      action: "scrub",
      direction: -1,
    });
    expect(meaning(press("ArrowRight", { shiftKey: true }), false, false), "a leap").toMatchObject({
      direction: 1,
      far: true,
    });
    expect(meaning(press("End"), false, false)).toEqual({ action: "ends", end: "end" });
    for (const key of ["t", "m", " ", "ArrowLeft", "Home"])
      expect(meaning(press(key), true, false), `${key} in a field is the field's`).toBeNull();
  });

  it("races again with Shift beside the keys that race", () => {
    const held = { ctrlKey: true, shiftKey: true };
    expect(meaning(press("Enter", held), true, false)?.action).toBe("raceAgain");
  });

  it("keeps AltGr characters for the user", () => {
    expect(
      meaning(press("1", { ctrlKey: true, altKey: true }), false, false),
      "AltGr is Ctrl+Alt",
    ).toBeNull();
  });

  it("explains every shortcut on the sheet", () => {
    for (const shortcut of shortcuts) {
      expect(strings.shortcuts[shortcut.action], `${shortcut.action} needs words`).toBeTruthy();
    }
  });

  it("gives no key to two actions", () => {
    const chords = shortcuts.flatMap(({ keys, also }) => [keys, ...(also ? [also] : [])]);
    const written = chords.map(chordOf);
    expect(new Set(written).size, written.join(", ")).toBe(written.length);
  });

  it("leaves macOS what is its own", () => {
    const taken = shortcuts.map(({ keys }) => chordOf(keys));
    for (const own of ["Mod+H", "Mod+M", "Mod+Q"]) expect(taken, own).not.toContain(own);
  });
});

describe("a user's own chords", () => {
  const table = inForce({ race: "F5", stopLane: "Mod+J", zoomIn: "Mod++" });

  it("stand in the place of the first ones", () => {
    expect(meaning(press("F5"), true, false, table)?.action, "also in a field").toBe("race");
    expect(
      meaning(press("Enter", { ctrlKey: true }), true, false, table),
      "the first keys are free",
    ).toBeNull();
  });

  it("cannot take the place of what belongs to a key", () => {
    expect(meaning(press("Escape"), false, false, table)?.action).toBe("stopLane");
    expect(meaning(press("j", { ctrlKey: true }), false, false, table)).toBeNull();
  });

  it("are read as they were pressed, and written as they were read", () => {
    const pressed = (key: string, held: Partial<Press> = {}) =>
      chordPressed(press(key, held), false);
    expect(pressed("k", { ctrlKey: true, shiftKey: true })).toBe("Mod+Shift+K");
    expect(pressed("+", { ctrlKey: true, shiftKey: true }), "Shift made the plus").toBe("Mod++");
    expect(pressed("?", { shiftKey: true }), "and the question mark").toBe("?");
    expect(pressed(" ")).toBe("Space");
    expect(pressed("Control", { ctrlKey: true }), "not yet a chord").toBeNull();
    expect(pressed("k", { altKey: true }), "Alt writes characters").toBeNull();
    for (const chord of ["Mod+Shift+K", "Mod++", "+", "F5", "Mod+,"]) {
      expect(chordOf(keysOf(chord)), chord).toBe(chord);
    }
  });

  it("tell who has them already", () => {
    expect(ownerOf("F5", "prompt", table)?.action, "the race's own").toBe("race");
    expect(ownerOf("F5", "race", table), "it may keep it").toBeUndefined();
    expect(ownerOf("Mod+=", "race", inForce())?.action, "a second way counts too").toBe("zoomIn");
  });
});
