-- Files of boundaries that were read and not committed yet. What became of them are objects of type eez.
create table eez_imports (
  id text primary key,
  state text not null check (state in ('CHECKED', 'COMMITTED')),
  checked_by text not null,
  checked_at timestamptz not null,
  -- what the administrator was told, and the shapes it is about
  report jsonb not null,
  plan jsonb not null
);
