-- Deals that anyone can check (ADR 24). A table has a secret from its opening on; the seed is found
-- when the play begins, from the secret and from what people added. Tables that have begun keep their
-- seed, and nothing is known of how it came about.

ALTER TABLE tables ADD COLUMN secret BLOB;  -- 32 random bytes until the play begins; NULL: it has begun
ALTER TABLE tables ADD COLUMN deal   TEXT;  -- what the seed followed from, JSON (docs/formats.md); NULL:
                                            -- not begun, or dealt by a program that did not store it

UPDATE tables SET secret = randomblob(32), seed = 0 WHERE begun IS NULL;

-- What people add, until the play begins; then it is part of the deal.
CREATE TABLE shares (
    table_id TEXT NOT NULL REFERENCES tables (id),
    guest    BLOB NOT NULL,                 -- who: SHA-256 of the guest's token
    hash     BLOB NOT NULL,                 -- the hash of it, by which it was promised
    share    BLOB,                          -- it, once it was asked for and came
    PRIMARY KEY (table_id, guest)
) STRICT, WITHOUT ROWID;
