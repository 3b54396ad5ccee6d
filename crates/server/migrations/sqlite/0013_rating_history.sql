-- Ratings after each result that counted, and withdrawn commitments to deals (ADR 53, ADR 54).

-- A line for each person and each bot of a result. Those of bots stay for a few days: they say with
-- whom people played. A line outlives its table.
CREATE TABLE rating_history (
    game        TEXT    NOT NULL,
    seats       INTEGER NOT NULL,
    person      BLOB    NOT NULL,            -- as in ratings; empty: a bot
    bot         TEXT    NOT NULL,            -- its id; empty: a person
    at          INTEGER NOT NULL,            -- when the game ended, milliseconds since 1970
    table_id    TEXT    NOT NULL,
    rating      REAL    NOT NULL,            -- after it, as in ratings
    uncertainty REAL    NOT NULL,
    plays       INTEGER NOT NULL,
    newcomer    INTEGER NOT NULL,            -- whether the rating before it was provisional
    PRIMARY KEY (game, seats, person, bot, at, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_history_of_table ON rating_history (table_id);
CREATE INDEX rating_history_of_person ON rating_history (person) WHERE person <> x'';

-- Bots have the ratings that matches between them have shown, not those of whoever lost to them.
DELETE FROM ratings WHERE bot <> '';

-- Whether what was promised is void, since a seat was open again after the shares were asked for.
ALTER TABLE shares ADD COLUMN void INTEGER NOT NULL DEFAULT 0;
