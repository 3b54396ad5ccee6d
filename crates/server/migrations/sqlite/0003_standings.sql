-- What came of each change is stored with it, so that lists, results, records and the words of
-- the log are read and not replayed: they outlive the rules they were played by. A message's id
-- belongs to its seat. SQLite alters no constraint, so the table is made anew.

ALTER TABLE tables ADD COLUMN program   TEXT;  -- the version of the program that set it up
ALTER TABLE tables ADD COLUMN opened_by BLOB;  -- SHA-256 of the token of the guest who opened it
ALTER TABLE tables ADD COLUMN position  TEXT;  -- where it began, JSON; NULL: the game's own start
ALTER TABLE tables ADD COLUMN standing  TEXT;  -- how it stood before any change, JSON as below

CREATE INDEX tables_of_opener ON tables (opened_by, created) WHERE opened_by IS NOT NULL;

DROP TRIGGER changes_are_never_altered;
DROP TRIGGER changes_are_never_deleted;
ALTER TABLE changes RENAME TO changes_before;

CREATE TABLE changes (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    seq       INTEGER NOT NULL,              -- 1, 2, 3 …; the primary key catches a second writer
    seat      INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN
                  ('act', 'undo', 'resign', 'offer', 'withdraw', 'accept', 'decline')),
    action    TEXT    NOT NULL,              -- the notation; empty but for an act
    client_id TEXT    NOT NULL,              -- the sender's own id of the message
    at        INTEGER NOT NULL,
    standing  TEXT,                          -- how the table stood then: whose turn, scores, outcome,
                                             -- and what anybody may know of the step in words, JSON;
                                             -- NULL: written by a program that did not store it
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, seat, client_id)
) STRICT, WITHOUT ROWID;

INSERT INTO changes
    SELECT table_id, seq, seat, kind, action, client_id, at, NULL FROM changes_before;
DROP TABLE changes_before;

CREATE TRIGGER changes_are_never_altered BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never altered'); END;

CREATE TRIGGER changes_are_never_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never deleted'); END;

-- The records of plays that have ended, as they are given out; written with the last change.
CREATE TABLE records (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    record   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What belongs to the whole house, such as the key by which it knows its guests' cookies.
CREATE TABLE house (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
