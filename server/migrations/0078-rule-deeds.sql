-- What rules do of what they found besides alerts: one row for each live result and action of its rule, so that none is done twice.
create table rule_deeds (
  mmsi int not null,
  result_id text not null,
  -- Which of the actions of its rule, counted from 0.
  place smallint not null,
  rule_id text not null,
  action jsonb not null,
  -- WAITS, DONE or REFUSED.
  state text not null default 'WAITS',
  why text not null default '',
  noted_at timestamptz not null,
  -- When the record of what was done has it.
  recorded_at timestamptz,
  primary key (mmsi, result_id, place)
);
create index rule_deeds_open on rule_deeds (noted_at) where recorded_at is null;
create index rule_deeds_noted on rule_deeds (noted_at);
