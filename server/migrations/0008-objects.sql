-- Every version of every object that people edit: areas, boundaries, manual tracks, exercises, events, lists, rules, profiles.
create table objects (
  type text not null,
  id text not null,
  version integer not null,
  -- when the system believed it; the current version has no end
  known_from timestamptz not null,
  known_to timestamptz,
  -- when it is true in the world
  valid_from timestamptz,
  valid_to timestamptz,
  domain text not null check (domain in ('REAL', 'EXERCISE', 'TEST')),
  visibility text not null check (visibility in ('PRIVATE', 'GROUP', 'CENTRE', 'RELEASED')),
  -- who made it, and who made this version; names as they were then
  owner_id text not null,
  owner text not null,
  group_ids text[] not null default '{}',
  created_at timestamptz not null,
  updated_user_id text not null,
  updated_by text not null,
  -- the last version of what was removed says who did and why
  removed boolean not null default false,
  reason text not null default '',
  body jsonb not null,
  primary key (type, id, version),
  check (known_to > known_from)
);
create unique index objects_current on objects (type, id) where known_to is null;
create index objects_known on objects (type, known_from, known_to);
