-- What each source last said of each aircraft, written down every quarter of a minute while it changes: the past of the
-- sky. One partition a UTC day of rec_time, made and dropped by the aircraft room.
create table aircraft_reports (
  rec_time timestamptz not null,
  address integer not null,
  source_id smallint not null,
  feed smallint not null,
  lat_udeg integer,
  lon_udeg integer,
  placed_at timestamptz,
  heard_at timestamptz not null,
  altitude integer,
  altitude_at timestamptz,
  is_geometric boolean not null,
  ground_speed integer,
  track integer,
  vertical_rate integer,
  squawk integer,
  on_ground integer,
  category integer,
  source_type smallint not null,
  call_sign text
) partition by range (rec_time);
create index aircraft_reports_arrival on aircraft_reports using brin (rec_time) with (pages_per_range = 16, autosummarize = on);
create index aircraft_reports_address on aircraft_reports (address, rec_time);
