-- Files of tracks that were brought in. Fixes of an import carry its number as their feed; it is given once.
create table imports (
  id text primary key,
  feed smallint not null unique,
  state text not null,
  -- everything else that is told of it, as the contract writes it
  report jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  -- when the first of its fixes was stored, and after the last
  stored_from timestamptz,
  stored_to timestamptz
);
