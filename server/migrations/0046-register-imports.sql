-- Tables of ships on their way into the register: looked into, stored, undone.
create table vessel_imports (
  id text primary key,
  state text not null,
  source_id smallint not null,
  -- the job that stores or undoes it
  job_id text,
  progress real not null,
  -- what the dry run found
  report jsonb not null,
  claims integer not null default 0,
  new_ships integer not null default 0,
  trouble text not null default '',
  created_by text not null,
  created_at timestamptz not null
);
