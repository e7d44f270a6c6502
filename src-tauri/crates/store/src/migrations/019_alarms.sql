-- Whom a watch tells what it noticed: see `tables/alarms.rs`.
CREATE TABLE alarms (
    id        TEXT    PRIMARY KEY NOT NULL, -- sorts by time
    watch     TEXT    NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    created_s INTEGER NOT NULL,             -- seconds since 1970
    document  TEXT    NOT NULL              -- JSON: to whom, and the quiet hours; never the address of a webhook
) STRICT;

CREATE INDEX alarms_of ON alarms (watch);

-- What is to be told, one row for each alarm, written in one transaction with what it tells.
CREATE TABLE alarm_messages (
    id       INTEGER PRIMARY KEY NOT NULL,
    alarm    TEXT    NOT NULL REFERENCES alarms (id) ON DELETE CASCADE,
    made_s   INTEGER NOT NULL, -- seconds since 1970
    document TEXT    NOT NULL, -- JSON
    state    TEXT    NOT NULL CHECK (state IN ('waiting', 'told', 'given_up')),
    tries    INTEGER NOT NULL, -- how many have failed
    next_s   INTEGER NOT NULL, -- not before this time; seconds since 1970
    ended_s  INTEGER,          -- when it was told or given up, likewise; NULL while it waits
    trouble  TEXT              -- why the last try failed, in a sentence; NULL of none
) STRICT;

CREATE INDEX alarm_messages_of ON alarm_messages (alarm, state, next_s);
