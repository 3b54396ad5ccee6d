-- The passkeys by which people come to other devices, and the look with which somebody sat down.
CREATE TABLE passkeys (
    id     BLOB    NOT NULL PRIMARY KEY,     -- as the device calls it
    person BLOB    NOT NULL,                 -- as in seats.guest
    key    BLOB    NOT NULL,                 -- its public key, as in RFC 5280 (SubjectPublicKeyInfo)
    since  INTEGER NOT NULL                  -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_of_person ON passkeys (person);

ALTER TABLE seats ADD COLUMN crest TEXT;
ALTER TABLE seats ADD COLUMN colour TEXT;
