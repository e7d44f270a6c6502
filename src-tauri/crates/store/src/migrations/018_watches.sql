-- Plans that are raced again and again: see `tables/watches.rs`.
CREATE TABLE watches (
    id        TEXT    PRIMARY KEY NOT NULL, -- sorts by time
    name      TEXT    NOT NULL UNIQUE,
    created_s INTEGER NOT NULL,             -- seconds since 1970
    since_s   INTEGER NOT NULL,             -- since when its turns count: since it was made or resumed; seconds since 1970
    paused    INTEGER NOT NULL CHECK (paused IN (0, 1)),
    tested    INTEGER,                      -- the latest turn that was tested for changes; NULL before the first
    document  TEXT    NOT NULL              -- JSON: plan, rhythm, budget, site, conditions, tags
) STRICT;

-- One row per turn that was begun or refused, written before its race; turns that were missed in a row have one together.
CREATE TABLE watch_turns (
    watch     TEXT    NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    number    INTEGER NOT NULL, -- of its slot; of turns missed in a row that of the last
    asked     INTEGER NOT NULL CHECK (asked IN (0, 1)), -- 1: taken when somebody asked, and not by the rhythm
    due_s     INTEGER NOT NULL, -- seconds since 1970
    started_s INTEGER,          -- likewise; NULL of one that was not begun
    ended_s   INTEGER,          -- likewise; NULL of one that was not begun or is under way
    run_id    TEXT,             -- its race, which may have been deleted; NULL of one that was not begun
    outcome   TEXT    NOT NULL CHECK (outcome IN ('running', 'done', 'stopped', 'cut_off', 'missed', 'overrun', 'over_budget', 'refused')),
    why       TEXT,             -- a sentence
    turns     INTEGER NOT NULL, -- how many were missed in a row; 1 of any other
    most      TEXT              -- JSON: what it could cost and answer at most; NULL of one that was not begun
) STRICT;

-- The rhythm's own turns are there once each, which is what keeps any from being taken twice.
CREATE UNIQUE INDEX watch_turns_once ON watch_turns (watch, number) WHERE asked = 0;
CREATE INDEX watch_turns_started ON watch_turns (watch, started_s);

-- Changes of a watched number, as they were noticed.
CREATE TABLE watch_changes (
    watch    TEXT    NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    at_turn  INTEGER NOT NULL, -- the turn after which it was noticed
    document TEXT    NOT NULL  -- JSON
) STRICT;

CREATE INDEX watch_changes_of ON watch_changes (watch, at_turn);
