-- The stored truth: how each table was set up, who sits there, and every change in order.
-- Nothing that follows from these is stored; a play is rebuilt by replaying its changes.

CREATE TABLE tables (
    id            TEXT    PRIMARY KEY,
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT    NOT NULL,          -- the complete options, JSON
    components    TEXT,                      -- the components file; NULL: the game's own
    seed          INTEGER NOT NULL,          -- the 64 bits of the seed, as a signed number
    created       INTEGER NOT NULL,          -- milliseconds since 1970, as all times here
    rematch_of    TEXT    UNIQUE REFERENCES tables (id)
) STRICT;

CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    guest    BLOB,                           -- SHA-256 of the guest's token; NULL: open or a bot
    name     TEXT    NOT NULL,               -- empty while the seat is open
    bot      TEXT,                           -- the bot's id, if a bot sits there
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_guest ON seats (guest) WHERE guest IS NOT NULL;

CREATE TABLE changes (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    seq       INTEGER NOT NULL,              -- 1, 2, 3 …; the primary key catches a second writer
    seat      INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN ('act', 'undo')),
    action    TEXT    NOT NULL,              -- the notation; empty for an undo
    client_id TEXT    NOT NULL,              -- the sender's own id of the message
    at        INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, client_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER changes_are_never_altered BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never altered'); END;

CREATE TRIGGER changes_are_never_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are never deleted'); END;
