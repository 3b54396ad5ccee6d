-- Several servers on one database.

-- The servers, as far as they are open or have been lately.
CREATE TABLE servers (
    id      TEXT    PRIMARY KEY,             -- another one with each start
    beat    BIGINT  NOT NULL,                -- when it last said that it is there, by this database's
                                             -- clock, in milliseconds since 1970; 0: it has closed
    bus     BOOLEAN NOT NULL,                -- whether there may be others beside it
    deaf    BOOLEAN NOT NULL,                -- whether the bus is away from it now
    program TEXT    NOT NULL                 -- its version
);

-- The lease of each table: the one server that asks its bots, keeps its clocks and deals.
CREATE TABLE homes (
    table_id TEXT    PRIMARY KEY REFERENCES tables (id),
    server   TEXT    NOT NULL,               -- empty: none
    fence    BIGINT  NOT NULL,               -- greater with each server that takes it
    idle     BOOLEAN NOT NULL DEFAULT FALSE, -- nobody is connected there: whoever has people may take it
    drafts   TEXT,                           -- how far seats had come with their decisions when it
                                             -- became idle, JSON
    visited  BIGINT  NOT NULL DEFAULT 0      -- when another server last had people there, as servers.beat
);

CREATE INDEX homes_of_server ON homes (server) WHERE server <> '';
