-- What rules found of ships: live, where run_id is empty, or in a look back. A result is named by rule, version, ship and
-- the moment it began, so that it is stored once however often it is found.
create table rule_results (
  mmsi int not null,
  run_id text not null,
  id text not null,
  rule_id text not null,
  rule_version int not null,
  subject text not null,
  split smallint not null,
  -- The other one of a pair.
  other_mmsi int,
  other_split smallint,
  first_at timestamptz not null,
  last_at timestamptz not null,
  known_at timestamptz not null,
  changed_at timestamptz not null,
  lat_udeg int not null,
  lon_udeg int not null,
  severity text not null,
  -- HIT, CLEARED, REVISED
  status text not null,
  again int not null,
  explanation jsonb,
  -- Of each group of sources one must be seen by who is told.
  sources jsonb not null,
  -- CONFIRMED, DISPUTED; of what was disputed before, the name of the result that was.
  judgement text,
  judged_by text,
  judged_at timestamptz,
  judged_reason text,
  primary key (mmsi, run_id, id)
);
create index rule_results_rule on rule_results (rule_id, run_id, first_at desc, id);
create index rule_results_run on rule_results (run_id, first_at desc, id) where run_id <> '';
create index rule_results_vessel on rule_results (mmsi, first_at desc, id);
create index rule_results_other on rule_results (other_mmsi, first_at desc, id) where other_mmsi is not null;
create index rule_results_id on rule_results (id);
create index rule_results_last on rule_results (last_at) where run_id = '';

-- Of which ships what a version of a rule finds is not raised: somebody disputed it.
create table rule_disputes (
  mmsi int not null,
  rule_id text not null,
  rule_version int not null,
  result_id text not null,
  disputed_by text not null,
  disputed_at timestamptz not null,
  reason text not null,
  primary key (mmsi, rule_id, rule_version)
);

create table rule_runs (
  id text primary key,
  rule_id text not null,
  rule_version int not null,
  -- What was run: the rule as it was then.
  rule jsonb not null,
  is_draft boolean not null,
  -- Who sees it: who sees the rule, or of a draft who started it.
  started_by_id text not null,
  started_by text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- AS_KNOWN, CORRECTED
  knowledge text not null,
  dry_run boolean not null,
  area jsonb,
  ships int[],
  -- The last ship that is gone through; null before the first.
  upto_ship int,
  -- QUEUED, RUNNING, SUCCEEDED, PARTIAL, FAILED, CANCELLED
  state text not null,
  progress double precision not null,
  scanned_fixes bigint not null,
  hits int not null,
  truncated boolean not null,
  cost_ms double precision not null,
  error text,
  preview text,
  job_id text
);
create index rule_runs_rule on rule_runs (rule_id, started_at desc);

-- Ships as rules remember them, at instants; and how far fixes are accounted for.
create table rule_states (
  mmsi int not null,
  split smallint not null,
  state jsonb not null,
  primary key (mmsi, split)
);
create table rule_watch (
  one boolean primary key default true check (one),
  upto_fix_id bigint not null,
  -- Ships of these by MMSI and split.
  pairs jsonb not null
);
-- Sent before all that is remembered of a ship: she is gone through again from the history, from an instant on.
create table rule_due (
  mmsi int not null primary key,
  since timestamptz not null,
  noted_at timestamptz not null
);
