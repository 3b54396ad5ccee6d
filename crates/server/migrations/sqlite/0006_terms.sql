-- What a table agreed on besides its game's options, and when it began. Until then its seats,
-- options and terms may be arranged anew.

ALTER TABLE tables ADD COLUMN terms     TEXT;                        -- JSON; NULL: the defaults
ALTER TABLE tables ADD COLUMN timed     INTEGER NOT NULL DEFAULT 0;  -- whether they limit the time
ALTER TABLE tables ADD COLUMN begun     INTEGER;                     -- the time of the house when the
                                                                     -- play began; 0: not known
ALTER TABLE tables ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN arranged  INTEGER NOT NULL DEFAULT 0;  -- how often it was arranged anew

UPDATE tables SET begun = 0 WHERE NOT EXISTS
    (SELECT 1 FROM seats WHERE table_id = tables.id AND guest IS NULL AND bot IS NULL);

CREATE INDEX tables_with_clocks ON tables (created) WHERE timed;

-- How long the house has been open, in milliseconds: the time by which clocks run. It stands still
-- while the server is down.
CREATE TABLE time (time INTEGER NOT NULL) STRICT;
INSERT INTO time VALUES (1);

-- Leaving, coming back, running out of time and breaking off are changes too, each change has the
-- time of the house, and which kinds there are is the program's to know. SQLite drops no
-- constraint, so the table is made anew; its rows stay as they are.

DROP TRIGGER changes_are_never_altered;
DROP TRIGGER changes_are_never_deleted;
ALTER TABLE changes RENAME TO changes_before;

CREATE TABLE changes (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    seq       INTEGER NOT NULL,              -- 1, 2, 3 …; the primary key catches a second writer
    seat      INTEGER NOT NULL,
    kind      TEXT    NOT NULL,              -- act, undo, resign, leave, … see ChangeKind
    action    TEXT    NOT NULL,              -- the notation; empty but for an act
    client_id TEXT    NOT NULL,              -- the sender's own id of the message
    at        INTEGER NOT NULL,
    standing  TEXT,                          -- how the table stood then: whose turn, scores, outcome,
                                             -- and what anybody may know of the step in words, JSON;
                                             -- NULL: written by a program that did not store it
    time      INTEGER,                       -- the time of the house; NULL: not known
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO changes
    SELECT table_id, seq, seat, kind, action, client_id, at, standing, NULL FROM changes_before;
DROP TABLE changes_before;

CREATE TRIGGER changes_are_never_altered BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never altered'); END;

CREATE TRIGGER changes_are_never_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never deleted'); END;
