CREATE TABLE meta (
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The end of the log; kept beside it so that appending reads nothing else.
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    size INTEGER NOT NULL,
    frontier BLOB NOT NULL,
    last_us INTEGER
) STRICT;
INSERT INTO head VALUES (1, 0, x'', NULL);

CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    leaf BLOB NOT NULL,
    at_us INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT,
    document TEXT,
    record BLOB NOT NULL
) STRICT;
CREATE INDEX entries_name ON entries (name) WHERE name IS NOT NULL;
CREATE INDEX entries_document ON entries (document) WHERE document IS NOT NULL;

-- Roots of complete subtrees of 256, 65536, … leaves: proofs read few rows.
CREATE TABLE subtrees (
    level INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoints (
    size INTEGER NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (size, note)
) STRICT, WITHOUT ROWID;

CREATE TABLE once (
    key TEXT PRIMARY KEY NOT NULL,
    input TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_us INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE reservations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    principal TEXT NOT NULL,
    budget TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    deadline_us INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    units INTEGER NOT NULL,
    bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX reservations_principal ON reservations (principal, at_us);
CREATE INDEX reservations_budget ON reservations (budget);

CREATE TABLE kept (
    shelf TEXT NOT NULL,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    at_us INTEGER NOT NULL,
    expires_us INTEGER,
    bytes BLOB NOT NULL,
    PRIMARY KEY (shelf, key)
) STRICT;

CREATE TRIGGER entries_follow BEFORE INSERT ON entries
WHEN NEW.seq <> (SELECT ifnull(max(seq) + 1, 0) FROM entries)
BEGIN SELECT RAISE(ABORT, 'a record must follow the last one'); END;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
CREATE TRIGGER entries_last BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'a record is never removed'); END;
CREATE TRIGGER subtrees_stay BEFORE UPDATE ON subtrees
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
CREATE TRIGGER subtrees_last BEFORE DELETE ON subtrees
BEGIN SELECT RAISE(ABORT, 'a record is never removed'); END;
CREATE TRIGGER checkpoints_stay BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never changed'); END;
CREATE TRIGGER checkpoints_last BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never removed'); END;
CREATE TRIGGER head_grows BEFORE UPDATE ON head
WHEN NEW.size < OLD.size OR NEW.last_us < OLD.last_us
BEGIN SELECT RAISE(ABORT, 'a log only grows'); END;
CREATE TRIGGER head_lasts BEFORE DELETE ON head
BEGIN SELECT RAISE(ABORT, 'a log only grows'); END;
