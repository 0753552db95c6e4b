-- How long each vessel was in each cell during an hour of observation, and how often it was heard there. One row an hour and
-- part of the world (30 degrees wide and high); the columns are arrays of 32-bit numbers of one length, little-endian.
create table heat_hours (
  hour timestamptz not null,
  part smallint not null,
  mmsis bytea not null,
  split bytea not null,
  cell bytea not null,
  fixes bytea not null,
  spent_ms bytea not null,
  primary key (hour, part)
);
-- Hours with fixes that are not in there yet.
create table heat_hours_due (
  hour timestamptz primary key
);
