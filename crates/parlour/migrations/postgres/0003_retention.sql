-- Retention: old tables are deleted, and finished games are compacted to their record and their last
-- change. The triggers allow deletions in no other way.

ALTER TABLE tables ADD COLUMN compacted BIGINT;  -- number of changes that the record stands for; of
                                                 -- these the last alone is kept. NULL: all are kept
ALTER TABLE tables ADD COLUMN removed BOOLEAN NOT NULL DEFAULT FALSE;  -- deleted by this transaction

-- Tables that retention still has to look at.
CREATE INDEX tables_not_compacted ON tables (created, id) WHERE compacted IS NULL;

CREATE FUNCTION tables_are_compacted_once() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    IF OLD.compacted IS NOT NULL OR NEW.compacted IS NULL
        OR NEW.compacted IS DISTINCT FROM (SELECT MAX(seq) FROM changes WHERE table_id = NEW.id)
        OR NOT EXISTS (SELECT 1 FROM records WHERE table_id = NEW.id)
    THEN RAISE EXCEPTION 'only a finished game with its record is compacted, and once';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_are_compacted_once BEFORE UPDATE OF compacted ON tables
FOR EACH ROW EXECUTE FUNCTION tables_are_compacted_once();

DROP TRIGGER changes_stay ON changes;
CREATE TRIGGER changes_stay BEFORE UPDATE OR TRUNCATE ON changes
FOR EACH STATEMENT EXECUTE FUNCTION changes_stay();

CREATE FUNCTION changes_are_deleted_by_retention_alone() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND (removed OR OLD.seq < compacted))
    THEN RAISE EXCEPTION 'changes are deleted with their table or compacted, and not otherwise';
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER changes_are_deleted_by_retention_alone BEFORE DELETE ON changes
FOR EACH ROW EXECUTE FUNCTION changes_are_deleted_by_retention_alone();

CREATE FUNCTION records_of_compacted_games_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    IF EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND compacted IS NOT NULL AND NOT removed)
    THEN RAISE EXCEPTION 'the record of a compacted game is all that is left of it';
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER records_of_compacted_games_stay BEFORE DELETE ON records
FOR EACH ROW EXECUTE FUNCTION records_of_compacted_games_stay();
