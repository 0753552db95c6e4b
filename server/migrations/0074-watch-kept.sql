-- Since when nobody is on watch while alerts wait for somebody, as administrators were told; null while the watch is kept.
create table watch_gap (
  one boolean primary key default true check (one),
  since timestamptz
);
