-- People, as far as they set something: who did not has no row, and is known by the cookie alone.

CREATE TABLE people (
    person      BLOB PRIMARY KEY,            -- as in seats.guest
    name        TEXT NOT NULL DEFAULT '',    -- empty: none chosen
    crest       TEXT,
    colour      TEXT,
    rated_from  INTEGER,                     -- since when the person wants to be rated; NULL: never did
    rated_until INTEGER,                     -- and until when; NULL: still
    code        BLOB UNIQUE                  -- SHA-256 of the recovery code
) STRICT, WITHOUT ROWID;

-- Whose browser it is. A browser that is not here is a person of its own: the SHA-256 of its token.
CREATE TABLE devices (
    id     INTEGER PRIMARY KEY,
    token  BLOB    NOT NULL UNIQUE,          -- SHA-256 of the token in its cookie
    person BLOB    NOT NULL,
    since  INTEGER NOT NULL                  -- milliseconds since 1970
) STRICT;

CREATE INDEX devices_of_person ON devices (person);

-- How strong people and bots are, as results say; what follows from counted plays and nothing else.
CREATE TABLE ratings (
    game        TEXT    NOT NULL,
    seats       INTEGER NOT NULL,
    person      BLOB    NOT NULL,            -- empty: a bot
    bot         TEXT    NOT NULL,            -- its id; empty: a person
    rating      REAL    NOT NULL,
    uncertainty REAL    NOT NULL,
    plays       INTEGER NOT NULL,
    PRIMARY KEY (game, seats, person, bot)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of_person ON ratings (person) WHERE person <> x'';

-- The rated plays whose results have been taken in, so that none is taken in twice.
CREATE TABLE counted (table_id TEXT PRIMARY KEY REFERENCES tables (id)) STRICT, WITHOUT ROWID;

CREATE INDEX rated_tables ON tables (id) WHERE json_extract(terms, '$.rated');
