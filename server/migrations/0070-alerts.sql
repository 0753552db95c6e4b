-- Live results of rules that changed and were not looked at for alerts yet; written with the results.
create table rule_result_news (
  mmsi int not null,
  result_id text not null,
  noted_at timestamptz not null,
  primary key (mmsi, result_id)
);
create index rule_result_news_noted on rule_result_news (noted_at);

-- What somebody has to look at, as it stands. The columns of who may know of it are those of the hit it was raised by.
create table alerts (
  id text not null,
  version int not null,
  definition_id text,
  rule_id text not null,
  rule_version int not null,
  type text not null,
  severity text not null,
  title text not null,
  text text not null,
  -- What makes hits of one definition one alert; its window and grace in minutes, as they were when it was raised.
  dedupe text not null,
  window_min double precision not null,
  grace_min double precision not null,
  auto_clear_min double precision,
  -- 0 for what was found of an area.
  mmsi int not null,
  split smallint not null,
  other_mmsi int,
  other_split smallint,
  ship_name text,
  aoi_id text,
  lat_udeg int not null,
  lon_udeg int not null,
  sources jsonb not null,
  of_past boolean not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  known_at timestamptz not null,
  changed_at timestamptz not null,
  count int not null,
  condition text not null,
  -- When it is over, unless it holds again until then.
  clears_at timestamptz,
  state text not null,
  owner_id text,
  owner text,
  acked_by text,
  acked_at timestamptz,
  escalates boolean not null,
  escalation_level int not null,
  next_escalation_at timestamptz,
  shelved_until timestamptz,
  shelved_by text,
  disposition text,
  comments jsonb not null,
  explanation jsonb,
  evidence jsonb not null,
  group_key text,
  feed_degraded boolean not null,
  primary key (mmsi, id)
);
create index alerts_id on alerts (id);
create index alerts_known on alerts (known_at desc, id desc);
create index alerts_open on alerts (known_at desc, id desc) where state in ('NEW', 'ACKNOWLEDGED', 'IN_PROGRESS', 'SHELVED');
create index alerts_vessel on alerts (mmsi, known_at desc, id desc);
create index alerts_other on alerts (other_mmsi, known_at desc, id desc) where other_mmsi is not null;
create index alerts_definition on alerts (definition_id, known_at desc, id desc);
create index alerts_dedupe on alerts (dedupe, last_at desc);
create index alerts_group on alerts (group_key) where group_key is not null;
create index alerts_escalating on alerts (next_escalation_at) where next_escalation_at is not null;
create index alerts_shelved on alerts (shelved_until) where shelved_until is not null;
create index alerts_clearing on alerts (clears_at) where clears_at is not null;

-- Every version of an alert, without its explanation, which stays.
create table alert_versions (
  id text not null,
  version int not null,
  known_from timestamptz not null,
  known_to timestamptz,
  body jsonb not null,
  primary key (id, version)
);
create index alert_versions_current on alert_versions (id) where known_to is null;
create index alert_versions_known on alert_versions (known_from, known_to);

-- The hits that alerts stand on; one hit counts once in an alert however often it is looked at.
create table alert_hits (
  alert_id text not null,
  mmsi int not null,
  result_id text not null,
  definition_id text not null,
  again int not null,
  status text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  fix_ids jsonb not null,
  primary key (mmsi, result_id, definition_id)
);
create index alert_hits_alert on alert_hits (alert_id);

-- One row, locked by who raises alerts: of two servers one after the other.
create table alert_raising (
  one boolean primary key default true check (one),
  -- The flood that goes on, null outside of one, and the definitions that have a group of their own in it.
  flood text,
  flood_groups text[] not null default '{}'
);
