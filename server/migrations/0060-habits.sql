-- What is usual, learned day by day from the fixes that arrived on a UTC day; day is its first instant. Bodies are counters
-- as server/src/habits/counters.ts packs them.

-- Which days are learned. From usable_from on they count: never before somebody could have known, and the same when learned anew.
create table habit_days (
  day timestamptz primary key,
  usable_from timestamptz not null,
  learned_at timestamptz not null,
  fixes bigint not null,
  ships int not null
);
-- When learning began, and the first instant that is not learned: days that were over before it began count from their end on.
create table habit_follow (
  one boolean primary key default true check (one),
  began_at timestamptz not null,
  upto timestamptz not null
);
create table habit_ships (
  mmsi int not null,
  split smallint not null,
  day timestamptz not null,
  body bytea not null,
  -- Quarter-degree cells she was heard in.
  cells int[] not null,
  primary key (mmsi, split, day)
);
create index habit_ships_day on habit_ships (day);
-- Cells of 0.25 degree as in coverage_hours.
create table habit_cells (
  day timestamptz not null,
  cell int not null,
  body bytea not null,
  primary key (day, cell)
);
create index habit_cells_cell on habit_cells (cell, day);
create table habit_types (
  day timestamptz not null,
  ship_group smallint not null,
  body bytea not null,
  primary key (day, ship_group)
);
-- What each source heard in a cell, by hour of the day: from coverage_hours.
create table habit_coverage (
  day timestamptz not null,
  source_id smallint not null,
  cell int not null,
  body bytea not null,
  primary key (day, source_id, cell)
);
create index habit_coverage_cell on habit_coverage (cell, day);
-- Fixes equally far apart along the ways of ships of a type, 16 bytes each.
create table lane_points (
  day timestamptz not null,
  ship_group smallint not null,
  body bytea not null,
  primary key (day, ship_group)
);

-- A person said that what was learned before is not to count.
create table habit_resets (
  id text primary key,
  at timestamptz not null,
  -- VESSEL, CELL, TYPE, SOURCE
  subject text not null,
  -- mmsi x 256 + split, cell, ship group, number of a source
  key bigint not null,
  reason text not null,
  by_user text not null
);

-- Lanes of a type as they were made; the newest made before an instant counts for it.
create table lane_builds (
  id text primary key,
  made_at timestamptz not null,
  ship_group smallint not null,
  from_day timestamptz not null,
  to_day timestamptz not null,
  points int not null,
  ships int not null,
  -- Array of { points, ships, spread, strength }, the first is lane 0.
  lanes jsonb not null,
  -- Scales and sizes it was made with.
  made_with jsonb not null,
  body bytea not null
);
create index lane_builds_of on lane_builds (ship_group, made_at desc);
