-- Calls of ships at ports, each version of what was believed of them; known_to is null for what is believed now.
create table port_calls (
  id text not null,
  version int not null,
  known_from timestamptz not null,
  known_to timestamptz,
  mmsi int not null,
  split smallint not null,
  port_id text not null,
  -- EXPECTED, ANCHORED, BERTHED, DEPARTED, MISSED, CANCELLED
  state text not null,
  -- When she came in, or is expected: calls are in order of it.
  began_at timestamptz not null,
  -- The last instant it is of, infinity while it goes on.
  ended_at timestamptz not null,
  expected_at timestamptz,
  -- AIS_ETA, NOTICE, MANUAL
  expected_by text,
  expected_text text,
  entered_at timestamptz,
  anchored_at timestamptz,
  berthed_at timestamptz,
  departed_at timestamptz,
  berth text,
  -- 1 to 4; null of what is only expected
  confidence smallint,
  evidence bigint[] not null,
  -- Numbers of the sources that tell of it, and where she lay: who may see it.
  sources smallint[] not null,
  lat_udeg int,
  lon_udeg int,
  ship_name text,
  ship_type smallint,
  draught_in smallint,
  draught_out smallint,
  next_port text,
  next_text text,
  -- LIVE, BACKFILL, MANUAL
  computed_from text not null,
  -- Who corrected it and why; null of what the fixes tell.
  changed_by text,
  reason text,
  primary key (mmsi, id, version)
);
create index port_calls_id on port_calls (id, version);
create index port_calls_port on port_calls (port_id, began_at desc, id);
create index port_calls_vessel on port_calls (mmsi, began_at desc, id);
create index port_calls_began on port_calls (began_at desc, id) where known_to is null;
create index port_calls_open on port_calls (state) where known_to is null and state in ('EXPECTED', 'ANCHORED', 'BERTHED');

-- What is remembered of ships in ports between two looks at the fixes that arrived, and how far was looked; epoch ms.
create table port_call_stays (
  mmsi int not null,
  split smallint not null,
  last_t double precision not null,
  stay jsonb not null,
  primary key (mmsi, split)
);
create table port_call_follow (
  one boolean primary key default true check (one),
  upto double precision not null
);
