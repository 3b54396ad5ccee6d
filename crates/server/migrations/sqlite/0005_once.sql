-- A message's id is no longer held unique by an index of its own: whoever writes a change has all
-- the changes before it, by the primary key, and so knows the ids that were used. The index cost as
-- much again as the change itself. SQLite drops no constraint, so the table is made anew.

DROP TRIGGER changes_are_never_altered;
DROP TRIGGER changes_are_never_deleted;
ALTER TABLE changes RENAME TO changes_before;

CREATE TABLE changes (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    seq       INTEGER NOT NULL,              -- 1, 2, 3 …; the primary key catches a second writer
    seat      INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN
                  ('act', 'undo', 'resign', 'offer', 'ask', 'withdraw', 'accept', 'decline')),
    action    TEXT    NOT NULL,              -- the notation; empty but for an act
    client_id TEXT    NOT NULL,              -- the sender's own id of the message
    at        INTEGER NOT NULL,
    standing  TEXT,                          -- how the table stood then: whose turn, scores, outcome,
                                             -- and what anybody may know of the step in words, JSON;
                                             -- NULL: written by a program that did not store it
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO changes
    SELECT table_id, seq, seat, kind, action, client_id, at, standing FROM changes_before;
DROP TABLE changes_before;

CREATE TRIGGER changes_are_never_altered BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never altered'); END;

CREATE TRIGGER changes_are_never_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never deleted'); END;
