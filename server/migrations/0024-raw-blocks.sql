-- What was received for fixes, as it came: the lines of many fixes packed as one body (history/raw-block.ts). A fix and
-- its lines are stored in one transaction. One partition a UTC day of window_start, made and dropped by the history room.
create table raw_blocks (
  -- when the first of its fixes arrived
  window_start timestamptz not null,
  first_fix bigint not null,
  last_fix bigint not null,
  fixes integer not null,
  -- of the lines, before they are packed
  bytes integer not null,
  -- as it came in with its fixes; several are put together in time
  is_small boolean not null,
  body bytea not null
) partition by range (window_start);
-- The body is packed already.
alter table raw_blocks alter column body set storage external;
create index raw_blocks_fix on raw_blocks (first_fix);
create index raw_blocks_small on raw_blocks (first_fix) where is_small;
