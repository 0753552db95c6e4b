-- Work that is done in the background or by the clock. `due_at` is when a row is taken next: of a running one, when its
-- runner has not been heard for too long; it is by the database's own clock, the others are by the server's.
create table jobs (
  id text primary key,
  name text not null,
  -- of the jobs that come by themselves each has one row, for ever
  is_scheduled boolean not null,
  input jsonb not null,
  -- what the last step of it left, for whoever goes on with it
  mark jsonb,
  state text not null,
  tries integer not null default 0,
  progress real not null default 0,
  due_at timestamptz,
  -- the same as people are told it: null while it runs
  next_at timestamptz,
  runner text,
  why text,
  asked_by text not null,
  cancelled_by text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index jobs_due on jobs (due_at) where due_at is not null;
create unique index jobs_scheduled on jobs (name) where is_scheduled;
