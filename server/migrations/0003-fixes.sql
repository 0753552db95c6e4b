-- Every fix that arrived, kept off the picture or not. One partition a UTC day of rec_time, made by the
-- history room. No primary key: fixes are only appended; (mmsi, fix_id) names one.
create table fixes (
  mmsi integer not null,
  split smallint not null,
  fix_id bigint not null,
  observed_at timestamptz not null,
  rec_time timestamptz not null,
  lat_udeg integer,
  lon_udeg integer,
  sog_tenths smallint,
  cog_tenths smallint,
  true_heading smallint,
  rot_ais smallint,
  nav_status smallint,
  msg_type smallint not null,
  bits smallint not null,
  feed smallint not null,
  source_id smallint not null,
  station_id integer,
  quality smallint not null,
  reject_reasons smallint not null
) partition by range (rec_time);
create index fixes_track on fixes (mmsi, observed_at);
create index fixes_arrival on fixes using brin (rec_time) with (pages_per_range = 32, autosummarize = on);

-- Other receivers of a transmission whose fix is already kept.
create table receptions (
  mmsi integer not null,
  fix_id bigint not null,
  rec_time timestamptz not null,
  feed smallint not null,
  source_id smallint not null,
  station_id integer
) partition by range (rec_time);
create index receptions_fix on receptions (mmsi, fix_id);

-- The last fix of every source for every contact; the picture is built from it after a start.
create table latest_fixes (
  mmsi integer not null,
  split smallint not null,
  source_id smallint not null,
  fix_id bigint not null,
  observed_at timestamptz not null,
  rec_time timestamptz not null,
  lat_udeg integer not null,
  lon_udeg integer not null,
  sog_tenths smallint,
  cog_tenths smallint,
  true_heading smallint,
  rot_ais smallint,
  nav_status smallint,
  msg_type smallint not null,
  bits smallint not null,
  feed smallint not null,
  station_id integer,
  primary key (mmsi, split, source_id)
) with (fillfactor = 70);

-- Static and voyage data per field with its source and time.
create table statics (
  mmsi integer not null,
  split smallint not null,
  fields jsonb not null,
  -- IMO_MISMATCH and NAME_MISMATCH as bits of the picture's flags
  marks smallint not null,
  updated_at timestamptz not null,
  primary key (mmsi, split)
) with (fillfactor = 70);

-- Counts by hour of rec_time, added to once a minute from the fixes that came since.
create table vessel_hours (
  mmsi integer not null,
  hour timestamptz not null,
  source_id smallint not null,
  fixes integer not null,
  first_rec timestamptz not null,
  last_rec timestamptz not null,
  primary key (mmsi, hour, source_id)
);
create index vessel_hours_by_hour on vessel_hours (hour, source_id);

create table source_hours (
  source_id smallint not null,
  hour timestamptz not null,
  fixes bigint not null,
  quarantined bigint not null,
  -- fixes by latency: bucket n holds latencies below 0.25 s x 2^n, the last one the rest
  latency_buckets bigint[] not null,
  primary key (source_id, hour)
);

-- Cells of 0.25 degree: (row from the south) * 1440 + column from 180 west.
create table coverage_hours (
  source_id smallint not null,
  hour timestamptz not null,
  cell integer not null,
  fixes integer not null,
  -- gaps between fixes of one vessel in the cell: bucket n holds gaps below 1 min x 2^n, the last one the rest
  gap_buckets integer[] not null,
  primary key (source_id, hour, cell)
);

create index coverage_hours_cell on coverage_hours (cell, hour);
create index coverage_hours_hour on coverage_hours (hour);

-- How far the derived tables have come: every fix up to this fix_id is in them.
create table derivations (
  name text primary key,
  upto_fix_id bigint not null
);

create table blacklisted_vessels (
  mmsi integer primary key,
  reason text not null,
  added_by text not null,
  added_at timestamptz not null
);
