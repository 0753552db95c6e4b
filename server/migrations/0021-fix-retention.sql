-- What is left of fixes whose retention as they came has ended: the points that matter to each track. One row a contact
-- and UTC day; columns as in fix_chunks. One partition a month of window_start.
create table thin_chunks (
  -- the day of arrival
  window_start timestamptz not null,
  first_observed timestamptz not null,
  last_observed timestamptz not null,
  mmsi integer not null,
  fixes integer not null,
  west_udeg integer,
  south_udeg integer,
  east_udeg integer,
  north_udeg integer,
  -- 0 on time, 1 off time (all observed on one day)
  kind smallint not null,
  body bytea not null
) partition by range (window_start);
create index thin_chunks_contact on thin_chunks (mmsi, first_observed);
create index thin_chunks_arrival on thin_chunks using brin (window_start) with (pages_per_range = 16, autosummarize = on);
create index thin_chunks_off_time on thin_chunks (first_observed, window_start) where kind > 0;
create index thin_chunks_off_time_contact on thin_chunks (mmsi, window_start) where kind > 0;

-- Days of arrival that are written to a file, and those that were read back from one.
create table fix_archives (
  day date primary key,
  -- what is to be done or was done: a job that is interrupted is done anew
  state text not null check (state in ('WRITING', 'WRITTEN', 'REMOVING', 'REMOVED', 'RESTORING', 'RESTORED', 'FAILED')),
  -- whether the fixes leave the database once they are in the file
  removes boolean not null,
  fixes bigint not null,
  bytes bigint not null,
  why text,
  asked_by text not null,
  changed_at timestamptz not null
);

-- Bytes of all stored positions, once an hour: growth is measured from it.
create table storage_samples (
  at timestamptz primary key,
  bytes bigint not null
);
