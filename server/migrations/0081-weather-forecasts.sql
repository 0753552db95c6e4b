-- What runs of the weather model said of the region, layer by layer for the hours in which rules read it; one row a field, however many
-- servers fetched it.
create table weather_forecasts (
  -- What is made up for the simulated sea is never read as a forecast.
  is_simulated boolean not null,
  run timestamptz not null,
  valid_at timestamptz not null,
  layer text not null,
  -- From here on the run is read, so that whoever looks back reads what was read then; of a later run later than of an earlier.
  counts_from timestamptz not null,
  -- Value = number / scale. The numbers of 16 bits stand in the body, packed.
  scale smallint not null,
  body bytea not null,
  primary key (is_simulated, run, valid_at, layer)
);
