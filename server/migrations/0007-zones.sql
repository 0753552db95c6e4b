-- Areas users may be confined to: reference data, small, never distributed.
create table zones (
  id text primary key,
  name text not null,
  geometry jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index zones_name on zones (lower(name));
