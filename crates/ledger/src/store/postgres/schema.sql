CREATE TABLE meta (
    key text PRIMARY KEY,
    value text NOT NULL
);

-- The end of the log. Whoever appends holds this row, so the sequence has no gap.
CREATE TABLE head (
    one smallint PRIMARY KEY CHECK (one = 1),
    size bigint NOT NULL,
    frontier bytea NOT NULL,
    last_us bigint
);
INSERT INTO head VALUES (1, 0, '', NULL);

CREATE TABLE entries (
    seq bigint PRIMARY KEY CHECK (seq >= 0),
    leaf bytea NOT NULL,
    at_us bigint NOT NULL,
    kind text NOT NULL,
    name text COLLATE "C",
    document text COLLATE "C",
    record bytea NOT NULL
);
CREATE INDEX entries_name ON entries (name) WHERE name IS NOT NULL;
CREATE INDEX entries_document ON entries (document, seq) WHERE document IS NOT NULL;

-- Roots of complete subtrees of 256, 65536, … leaves: proofs read few rows.
CREATE TABLE subtrees (
    level smallint NOT NULL,
    idx bigint NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (level, idx)
);

CREATE TABLE checkpoints (
    size bigint NOT NULL,
    note text NOT NULL,
    PRIMARY KEY (size, note)
);

CREATE TABLE once (
    key text PRIMARY KEY,
    input text NOT NULL,
    seq bigint NOT NULL,
    at_us bigint NOT NULL
);

-- A commit whose answer was lost is found here instead of being made twice.
CREATE TABLE batches (
    token bytea PRIMARY KEY,
    outcomes text NOT NULL,
    at_us bigint NOT NULL
);

CREATE TABLE reservations (
    id bigserial PRIMARY KEY,
    principal text NOT NULL,
    budget text NOT NULL,
    at_us bigint NOT NULL,
    deadline_us bigint NOT NULL,
    settled boolean NOT NULL,
    calls bigint NOT NULL,
    units bigint NOT NULL,
    bytes bigint NOT NULL
);
CREATE INDEX reservations_principal ON reservations (principal, at_us);
CREATE INDEX reservations_budget ON reservations (budget);

CREATE TABLE kept (
    shelf text NOT NULL,
    key text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    at_us bigint NOT NULL,
    expires_us bigint,
    bytes bytea NOT NULL,
    PRIMARY KEY (shelf, key)
);

CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'what the ledger holds is never changed or removed'; END $$;
CREATE FUNCTION grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.size < OLD.size OR NEW.last_us < OLD.last_us THEN
        RAISE EXCEPTION 'a log only grows';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION stays();
CREATE TRIGGER subtrees_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON subtrees
    FOR EACH STATEMENT EXECUTE FUNCTION stays();
CREATE TRIGGER checkpoints_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION stays();
CREATE TRIGGER head_lasts BEFORE DELETE OR TRUNCATE ON head
    FOR EACH STATEMENT EXECUTE FUNCTION stays();
CREATE TRIGGER head_grows BEFORE UPDATE ON head
    FOR EACH ROW EXECUTE FUNCTION grows();
