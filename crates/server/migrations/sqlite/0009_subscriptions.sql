-- The browsers through which people who are not there are called by web push.
CREATE TABLE subscriptions (
    browser  BLOB NOT NULL PRIMARY KEY,      -- SHA-256 of the token in its cookie, as in devices
    endpoint TEXT NOT NULL UNIQUE,           -- its address at its push service
    p256dh   BLOB NOT NULL,                  -- the keys with which only it reads what is sent
    auth     BLOB NOT NULL,
    lang     TEXT NOT NULL                   -- what its person reads: ja or en
) STRICT;
