create table sources (
  id smallint primary key,
  code text not null unique,
  name text not null,
  kind text not null default 'AIS_T'
);

create table feeds (
  id text primary key,
  number smallint not null unique,
  version integer not null default 1,
  name text not null,
  kind text not null,
  address text not null,
  source_id smallint not null references sources (id),
  priority smallint not null,
  trust real not null,
  expected_interval_s real not null,
  options jsonb not null default '{}',
  secret text,
  enabled boolean not null default true,
  origin text not null default 'operator',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);

-- Receiving stations as they name themselves; a fix carries the number.
create table stations (
  id integer primary key,
  code text not null unique,
  first_seen_at timestamptz not null
);
