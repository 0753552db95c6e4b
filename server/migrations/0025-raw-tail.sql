-- Blocks as they came in with their fixes, a small one a batch. They are put together in raw_blocks within the hour, so
-- that that table is only added to and what is deleted leaves its holes in this small one.
create table raw_tail (
  window_start timestamptz not null,
  first_fix bigint not null,
  last_fix bigint not null,
  fixes integer not null,
  bytes integer not null,
  body bytea not null
);
alter table raw_tail alter column body set storage external;
create index raw_tail_fix on raw_tail (first_fix);
-- With the index over it.
alter table raw_blocks drop column is_small;
