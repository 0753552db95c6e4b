-- Fixes whose arrival and observation lie apart: what was observed in a period is found without opening all that
-- arrived in the days after it.
create index fixes_off_time on fixes (observed_at, rec_time)
  where rec_time - observed_at > interval '10 minutes' or rec_time - observed_at < interval '-61 seconds';
create index receptions_arrival on receptions using brin (rec_time) with (pages_per_range = 32, autosummarize = on);

-- Fixes of one contact that arrived within one hour, all columns as bytes. One partition a month of window_start,
-- made by the history room. A fix is in fixes or in a chunk, never in both.
create table fix_chunks (
  -- the hour of arrival
  window_start timestamptz not null,
  first_observed timestamptz not null,
  last_observed timestamptz not null,
  mmsi integer not null,
  -- how many
  fixes integer not null,
  -- null when none has a place
  west_udeg integer,
  south_udeg integer,
  east_udeg integer,
  north_udeg integer,
  -- 0 accepted and on time, 1 accepted and off time (all observed within one hour), 2 kept off the picture (the same)
  kind smallint not null,
  body bytea not null
) partition by range (window_start);
create index fix_chunks_contact on fix_chunks (mmsi, first_observed);
create index fix_chunks_arrival on fix_chunks using brin (window_start) with (pages_per_range = 16, autosummarize = on);
create index fix_chunks_off_time on fix_chunks (first_observed, window_start) where kind > 0;
create index fix_chunks_off_time_contact on fix_chunks (mmsi, window_start) where kind > 0;

-- Receptions of the fixes of one contact that arrived within one hour.
create table reception_chunks (
  window_start timestamptz not null,
  first_fix bigint not null,
  last_fix bigint not null,
  mmsi integer not null,
  receptions integer not null,
  body bytea not null
) partition by range (window_start);
create index reception_chunks_contact on reception_chunks (mmsi, first_fix);

-- The last fix of every source of every contact as it was believed at an instant: a read of that instant begins here.
create table fix_keyframes (
  at timestamptz not null,
  part smallint not null,
  -- every fix up to this one is in it
  upto_fix_id bigint not null,
  fixes integer not null,
  from_mmsi integer not null,
  to_mmsi integer not null,
  body bytea not null,
  primary key (at, part)
);

alter table latest_fixes add column quality smallint not null default 0;
alter table latest_fixes add column reject_reasons smallint not null default 0;
