-- How far the clocks of receiving stations are off, as it was learned; those that are right are not here.
create table station_clocks (
  feed smallint not null,
  -- -1 for what names no station.
  station_id integer not null,
  ahead_ms bigint not null,
  primary key (feed, station_id)
);
