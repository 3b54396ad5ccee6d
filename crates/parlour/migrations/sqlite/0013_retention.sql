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
