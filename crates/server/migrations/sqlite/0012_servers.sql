-- Several servers on one database.

-- The servers, as far as they are open or have been lately.
CREATE TABLE servers (
    id      TEXT    PRIMARY KEY,             -- another one with each start
    beat    INTEGER NOT NULL,                -- when it last said that it is there, by this database's
                                             -- clock, in milliseconds since 1970; 0: it has closed
    bus     INTEGER NOT NULL,                -- whether there may be others beside it
    deaf    INTEGER NOT NULL,                -- whether the bus is away from it now
    program TEXT    NOT NULL                 -- its version
) STRICT;

-- The lease of each table: the one server that asks its bots, keeps its clocks and deals.
CREATE TABLE homes (
    table_id TEXT    PRIMARY KEY REFERENCES tables (id),
    server   TEXT    NOT NULL,               -- empty: none
    fence    INTEGER NOT NULL,               -- greater with each server that takes it
    idle     INTEGER NOT NULL DEFAULT 0, -- nobody is connected there: whoever has people may take it
    drafts   TEXT,                           -- how far seats had come with their decisions when it
                                             -- became idle, JSON
    visited  INTEGER NOT NULL DEFAULT 0      -- when another server last had people there, as servers.beat
) STRICT;

CREATE INDEX homes_of_server ON homes (server) WHERE server <> '';
