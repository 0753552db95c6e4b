-- What one of several processes does for all of them at a time. A term is one holder's time, numbered so that what a holder
-- that slept through its end still sends is known by it; `ends_at` is by the database's own clock.
create table leases (
  name text primary key,
  term integer not null,
  holder text,
  ends_at timestamptz not null,
  -- how far the holders have come, kept in one transaction with what they stored
  mark bigint not null default 0
);
