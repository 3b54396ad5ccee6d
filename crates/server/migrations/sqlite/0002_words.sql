-- Changes that are no action of a game: resigning, and what is said about a draw. SQLite
-- alters no check, so the table is made anew; its rows stay as they are.

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
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, client_id)
) STRICT, WITHOUT ROWID;

INSERT INTO changes SELECT table_id, seq, seat, kind, action, client_id, at FROM changes_before;
DROP TABLE changes_before;

CREATE TRIGGER changes_are_never_altered BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never altered'); END;

CREATE TRIGGER changes_are_never_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never deleted'); END;
