-- Hours of observation whose stored fixes changed since they were counted; `touch` differs after every change.
create sequence traffic_touches;
create table traffic_dirty_hours (
  hour timestamptz primary key,
  touch bigint not null,
  touched_at timestamptz not null
) with (fillfactor = 50);

-- Hours of observation of which fixes left the database with the file of a day of arrival: their counts stand until it is restored.
create table traffic_hours_in_files (
  day date not null,
  hour timestamptz not null,
  primary key (day, hour)
);
create index traffic_hours_in_files_hour on traffic_hours_in_files (hour);

-- Days to be counted after one of their hours was.
create table traffic_dirty_days (
  day timestamptz primary key,
  touched_at timestamptz not null
);

-- Numbers of the areas in the counts; 0 is anywhere.
create table traffic_areas (
  id text primary key,
  number integer generated always as identity,
  -- SHA-256 of the outline that hours are counted by; empty of an area that is not counted any more
  outline text not null
);

-- Vessels and fixes of an hour or a day by ship kind, country, area and the sources that received them, as counted last; and the
-- same of all kinds, of all countries and of both, so that an answer reads few rows.
create table traffic_counts (
  -- H or D
  span "char" not null,
  area integer not null,
  at timestamptz not null,
  -- * for all
  kind text not null,
  country text not null,
  level smallint not null generated always as (case when kind = '*' then 1 else 0 end + case when country = '*' then 2 else 0 end) stored,
  sources smallint[] not null,
  vessels integer not null,
  -- fixes of each of these sources
  fixes bigint[] not null,
  -- their sum
  all_fixes bigint not null
);
-- Without the groups, which would make the keys larger than the rows.
create index traffic_counts_area on traffic_counts (span, level, area, at);
create index traffic_counts_at on traffic_counts (span, at);

-- Version of the counts of each hour or day: epoch ms, rising in order of commit.
create table traffic_counted (
  span "char" not null,
  at timestamptz not null,
  since bigint not null,
  primary key (span, at)
);

-- Counts that were replaced, packed: the same version is answered the same.
create table traffic_past_counts (
  span "char" not null,
  at timestamptz not null,
  since bigint not null,
  until bigint not null,
  body bytea not null,
  primary key (span, at, since)
);
create index traffic_past_counts_until on traffic_past_counts (until);
