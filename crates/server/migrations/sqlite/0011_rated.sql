-- Whether the result counts for the ratings is a column of its own, so that it is asked for alike in
-- every database.

ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET rated = 1 WHERE json_extract(terms, '$.rated');

DROP INDEX rated_tables;
CREATE INDEX rated_tables ON tables (created) WHERE rated;
