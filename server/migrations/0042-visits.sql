-- When ships were inside waters and areas of interest. Everything here is worked out from stored fixes.

-- An outline that ships are watched against; another outline of the same area or boundary is another row, so that what was
-- judged by an old one keeps it.
create table visit_zones (
  zone integer generated always as identity primary key,
  kind text not null,
  id text not null,
  -- the same for whatever takes the place of another: an area by its id, waters by kind and country
  place text not null,
  -- of an area its geometry_version, of a boundary its version
  geometry_version integer not null,
  shape text not null,
  -- what it is called, and by whose word it lies there
  label jsonb not null,
  -- DUE: the past is to be computed; BACK: computed up to what had arrived at `upto`; LIVE; OVER
  state text not null,
  -- where its log begins
  since timestamptz not null,
  upto timestamptz,
  over_at timestamptz
);
create unique index visit_zones_watched on visit_zones (kind, id) where over_at is null;
create index visit_zones_by_id on visit_zones (kind, id, geometry_version);

create table visits (
  mmsi integer not null,
  split smallint not null,
  zone integer not null,
  entered_at timestamptz not null,
  -- of the entry and the exit: how it is known, where, and the fixes before and after with their sources and times
  entry_claim smallint not null,
  entry_lat integer not null,
  entry_lon integer not null,
  entry_before_id bigint not null,
  entry_before_source smallint not null,
  entry_before_at timestamptz not null,
  entry_after_id bigint not null,
  entry_after_source smallint not null,
  entry_after_at timestamptz not null,
  -- crossed outwards; final once `is_over`
  exited_at timestamptz,
  exit_claim smallint,
  exit_lat integer,
  exit_lon integer,
  exit_before_id bigint,
  exit_before_source smallint,
  exit_before_at timestamptz,
  exit_after_id bigint,
  exit_after_source smallint,
  exit_after_at timestamptz,
  is_over boolean not null,
  -- when the fix was sent by which it was sure
  over_at timestamptz,
  -- 0.1 kn, -1 when none was told; ms without a fix. The second ones are those when it crossed outwards
  min_sog smallint not null,
  silence_ms bigint not null,
  inside_sog smallint not null,
  inside_silence_ms bigint not null,
  is_backfill boolean not null,
  primary key (mmsi, zone, split, entered_at)
);
create index visits_by_entry on visits (zone, entered_at desc, mmsi);
create index visits_by_exit on visits (zone, exited_at desc, mmsi) where is_over;
create index visits_of_ship on visits (mmsi, entered_at desc);
create index visits_under_way on visits (zone) where not is_over;

-- Ships whose visits are to be worked out again from an instant on, because something of it came late.
create table visits_due (
  mmsi integer primary key,
  since timestamptz not null,
  noted_at timestamptz not null
);
