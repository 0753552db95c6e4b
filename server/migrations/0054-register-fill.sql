-- Up to when the register has taken what ships said before it stood; whole once it reached the end.
create table vessel_fills (
  is_only boolean primary key check (is_only),
  upto timestamptz not null,
  until timestamptz not null
);
