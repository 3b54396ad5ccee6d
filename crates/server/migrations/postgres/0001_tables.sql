-- The stored truth: how each table was set up, who sits there, and every change in order, as in
-- SQLite (../sqlite). Times are milliseconds since 1970.

CREATE TABLE tables (
    id            TEXT    PRIMARY KEY,
    game          TEXT    NOT NULL,
    rules_version BIGINT  NOT NULL,
    options       TEXT    NOT NULL,          -- the complete options, JSON
    components    TEXT,                      -- the components file; NULL: the game's own
    seed          BIGINT  NOT NULL,          -- the 64 bits of the seed, as a signed number
    created       BIGINT  NOT NULL,
    rematch_of    TEXT    UNIQUE REFERENCES tables (id),
    program       TEXT,                      -- the version of the program that set it up
    opened_by     BYTEA,                     -- SHA-256 of the token of the guest who opened it
    position      TEXT,                      -- where it began, JSON; NULL: the game's own start
    standing      TEXT,                      -- how it stood before any change, JSON as in changes
    terms         TEXT,                      -- what it agreed on, JSON; NULL: the defaults
    timed         BOOLEAN NOT NULL DEFAULT FALSE,  -- whether the terms limit the time
    rated         BOOLEAN NOT NULL DEFAULT FALSE,  -- whether the result counts for the ratings
    begun         BIGINT,                    -- the time of the house when the play began; 0: unknown
    cancelled     BOOLEAN NOT NULL DEFAULT FALSE,
    arranged      BIGINT  NOT NULL DEFAULT 0,      -- how often it was arranged anew
    secret        BYTEA,                     -- 32 random bytes until the play begins; NULL: it has
    deal          TEXT                       -- what the seed followed from, JSON; NULL: not begun
);

CREATE INDEX tables_of_opener ON tables (opened_by, created) WHERE opened_by IS NOT NULL;
CREATE INDEX tables_with_clocks ON tables (created) WHERE timed;
CREATE INDEX rated_tables ON tables (created) WHERE rated;

CREATE TABLE seats (
    table_id TEXT   NOT NULL REFERENCES tables (id),
    seat     BIGINT NOT NULL,
    guest    BYTEA,                          -- SHA-256 of the guest's token; NULL: open or a bot
    name     TEXT   NOT NULL,                -- empty while the seat is open
    bot      TEXT,                           -- the bot's id, if a bot sits there
    crest    TEXT,                           -- the look with which somebody sat down
    colour   TEXT,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX seats_of_guest ON seats (guest) WHERE guest IS NOT NULL;

CREATE TABLE changes (
    table_id  TEXT   NOT NULL REFERENCES tables (id),
    seq       BIGINT NOT NULL,               -- 1, 2, 3 …; the primary key catches a second writer
    seat      BIGINT NOT NULL,
    kind      TEXT   NOT NULL,               -- act, undo, resign, leave, … see ChangeKind
    action    TEXT   NOT NULL,               -- the notation; empty but for an act
    client_id TEXT   NOT NULL,               -- the sender's own id of the message
    at        BIGINT NOT NULL,
    standing  TEXT,                          -- how the table stood then: whose turn, scores, outcome,
                                             -- and what anybody may know of the step in words, JSON
    time      BIGINT,                        -- the time of the house
    PRIMARY KEY (table_id, seq)
);

CREATE FUNCTION changes_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'changes are never altered or deleted'; END $$;

CREATE TRIGGER changes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
FOR EACH STATEMENT EXECUTE FUNCTION changes_stay();

-- The records of plays that have ended, as they are given out; written with the last change.
CREATE TABLE records (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    record   TEXT NOT NULL
);

-- What belongs to the whole house, such as the key by which it knows its guests' cookies.
CREATE TABLE house (
    name  TEXT  PRIMARY KEY,
    value BYTEA NOT NULL
);

-- How long the house has been open, in milliseconds: the time by which clocks run. It stands still
-- while no server is open.
CREATE TABLE time (time BIGINT NOT NULL);
INSERT INTO time VALUES (1);

-- What people add to a deal, until the play begins; then it is part of the deal (ADR 24).
CREATE TABLE shares (
    table_id TEXT  NOT NULL REFERENCES tables (id),
    guest    BYTEA NOT NULL,                 -- who: SHA-256 of the guest's token
    hash     BYTEA NOT NULL,                 -- the hash of it, by which it was promised
    share    BYTEA,                          -- it, once it was asked for and came
    PRIMARY KEY (table_id, guest)
);

-- People, as far as they set something: who did not has no row, and is known by the cookie alone.
CREATE TABLE people (
    person      BYTEA  PRIMARY KEY,          -- as in seats.guest
    name        TEXT   NOT NULL DEFAULT '',  -- empty: none chosen
    crest       TEXT,
    colour      TEXT,
    rated_from  BIGINT,                      -- since when the person wants to be rated; NULL: never did
    rated_until BIGINT,                      -- and until when; NULL: still
    code        BYTEA  UNIQUE                -- SHA-256 of the recovery code
);

-- Whose browser it is. A browser that is not here is a person of its own: the SHA-256 of its token.
CREATE TABLE devices (
    id     BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    token  BYTEA  NOT NULL UNIQUE,           -- SHA-256 of the token in its cookie
    person BYTEA  NOT NULL,
    since  BIGINT NOT NULL
);

CREATE INDEX devices_of_person ON devices (person);

-- The passkeys by which people come to other devices.
CREATE TABLE passkeys (
    id     BYTEA  NOT NULL PRIMARY KEY,      -- as the device calls it
    person BYTEA  NOT NULL,
    key    BYTEA  NOT NULL,                  -- its public key, as in RFC 5280 (SubjectPublicKeyInfo)
    since  BIGINT NOT NULL
);

CREATE INDEX passkeys_of_person ON passkeys (person);

-- How strong people and bots are, as results say; what follows from counted plays and nothing else.
CREATE TABLE ratings (
    game        TEXT             NOT NULL,
    seats       BIGINT           NOT NULL,
    person      BYTEA            NOT NULL,   -- empty: a bot
    bot         TEXT             NOT NULL,   -- its id; empty: a person
    rating      DOUBLE PRECISION NOT NULL,
    uncertainty DOUBLE PRECISION NOT NULL,
    plays       BIGINT           NOT NULL,
    PRIMARY KEY (game, seats, person, bot)
);

CREATE INDEX ratings_of_person ON ratings (person) WHERE person <> '';

-- The rated plays whose results have been taken in, so that none is taken in twice.
CREATE TABLE counted (table_id TEXT PRIMARY KEY REFERENCES tables (id));

-- The browsers through which people who are not there are called by web push.
CREATE TABLE subscriptions (
    rowid    BIGINT GENERATED BY DEFAULT AS IDENTITY,  -- as SQLite calls it: in the order they came
    browser  BYTEA NOT NULL PRIMARY KEY,     -- SHA-256 of the token in its cookie, as in devices
    endpoint TEXT  NOT NULL UNIQUE,          -- its address at its push service
    p256dh   BYTEA NOT NULL,                 -- the keys with which only it reads what is sent
    auth     BYTEA NOT NULL,
    lang     TEXT  NOT NULL                  -- what its person reads: ja or en
);
