-- Retention: old tables are deleted, and finished games are compacted to their record and their last
-- change. The triggers allow deletions in no other way.

ALTER TABLE tables ADD COLUMN compacted INTEGER;  -- number of changes that the record stands for; of
                                                  -- these the last alone is kept. NULL: all are kept
ALTER TABLE tables ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;  -- 1: deleted by this transaction

-- Tables that retention still has to look at.
CREATE INDEX tables_not_compacted ON tables (created, id) WHERE compacted IS NULL;

CREATE TRIGGER tables_are_compacted_once BEFORE UPDATE OF compacted ON tables
WHEN OLD.compacted IS NOT NULL OR NEW.compacted IS NULL
  OR NEW.compacted IS NOT (SELECT MAX(seq) FROM changes WHERE table_id = NEW.id)
  OR NOT EXISTS (SELECT 1 FROM records WHERE table_id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'only a finished game with its record is compacted, and once'); END;

DROP TRIGGER changes_are_never_deleted;
CREATE TRIGGER changes_are_deleted_by_retention_alone BEFORE DELETE ON changes
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND (removed OR OLD.seq < compacted))
BEGIN SELECT RAISE(ABORT, 'changes are deleted with their table or compacted, and not otherwise'); END;

CREATE TRIGGER records_of_compacted_games_stay BEFORE DELETE ON records
WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND compacted IS NOT NULL AND NOT removed)
BEGIN SELECT RAISE(ABORT, 'the record of a compacted game is all that is left of it'); END;

-- What the operator decides about people and networks, what people report, and the log of what the
-- operator did.

ALTER TABLE people ADD COLUMN invited INTEGER NOT NULL DEFAULT 0;  -- 1: opens tables where only those
                                                                   -- who are invited do

CREATE TABLE bans (
    person BLOB    PRIMARY KEY,              -- as in seats.guest
    until  INTEGER,                          -- milliseconds since 1970; NULL: for good
    reason TEXT    NOT NULL,                 -- told to the person
    since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks (
    network TEXT    PRIMARY KEY,             -- such as 192.0.2.0/24
    until   INTEGER,                         -- milliseconds since 1970; NULL: for good
    reason  TEXT    NOT NULL,
    since   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE invitations (
    id    INTEGER PRIMARY KEY,
    code  BLOB    NOT NULL UNIQUE,           -- SHA-256 of the code
    uses  INTEGER NOT NULL,                  -- how many more people it invites
    until INTEGER,                           -- milliseconds since 1970; NULL: until it is used up
    note  TEXT    NOT NULL,
    since INTEGER NOT NULL
) STRICT;

CREATE TABLE reports (
    id       INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    reporter BLOB,                           -- NULL: forgotten
    seat_of  TEXT    NOT NULL,               -- the table, which may be deleted by now
    seat     INTEGER NOT NULL,
    person   BLOB,                           -- who sat there; NULL: forgotten
    name     TEXT    NOT NULL,               -- the name as it was then
    text     TEXT    NOT NULL,
    done     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (reporter, seat_of, seat)
) STRICT;

CREATE INDEX open_reports ON reports (id) WHERE NOT done;

-- What the operator did. Rows are added only; a person who is forgotten is taken out of them.
CREATE TABLE audit (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    actor   TEXT    NOT NULL,                -- as the operator calls themselves
    command TEXT    NOT NULL,
    person  BLOB,                            -- whom it concerned
    details TEXT    NOT NULL                 -- the arguments, JSON
) STRICT;

CREATE TRIGGER audit_stays BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is added to only'); END;

CREATE TRIGGER audit_forgets_people_alone BEFORE UPDATE ON audit
WHEN NEW.person IS NOT NULL OR (NEW.id, NEW.at, NEW.actor, NEW.command)
  IS NOT (OLD.id, OLD.at, OLD.actor, OLD.command)
BEGIN SELECT RAISE(ABORT, 'the audit log is added to only'); END;
