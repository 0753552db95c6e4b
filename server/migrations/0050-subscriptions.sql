-- What happened to ships, told to those who subscribed. Whoever finds that something happened notes it in the transaction that stores it;
-- an occasion is noted once and stays noted while it could be found again.
create table happenings (
  -- 0 for what is of no ship alone
  mmsi integer not null,
  split smallint not null,
  occasion text not null,
  -- ARRIVAL, DEPARTURE, ENTRY, EXIT, DARK, IDENTITY, NEAR, FEED_SILENT
  type text not null,
  at timestamptz not null,
  -- what it is about beside the ship: a port, an area; and the words it is told with
  facts jsonb not null,
  -- who may know: of each group of sources one, and every place
  sources jsonb not null,
  places jsonb not null,
  noted_at timestamptz not null,
  told_at timestamptz,
  primary key (mmsi, occasion)
);
create index happenings_untold on happenings (noted_at) where told_at is null;
create index happenings_noted on happenings (noted_at);

-- Ships nearer to one another than somebody who subscribed wants to know, until they part.
create table happening_pairs (
  mmsi integer not null,
  other integer not null,
  near_nm real not null,
  primary key (mmsi, other, near_nm)
);
-- When ships were looked at last, since when without a gap, and since when each source has been heard (epoch ms by number).
create table happening_follow (
  one boolean primary key default true check (one),
  ran_at timestamptz not null,
  watching_since timestamptz not null,
  sources_up jsonb not null
);

-- How often each subscription was told of something.
create table subscription_told (
  subscription_id text primary key,
  told integer not null,
  last_at timestamptz not null
);

-- A notice of ships says which; and what else its reader must still be told of to read it.
alter table notices add column vessel jsonb;
alter table notices add column about jsonb;
alter table notices add column seers jsonb;
create index notices_told_about on notices ((about ->> 'id')) where about is not null;
-- When it came to a screen of the reader, and whether it waits to be summed up.
alter table notice_readers add column arrived_at timestamptz;
alter table notice_readers add column awaits_digest boolean not null default false;
create index notice_readers_awaiting on notice_readers (user_id) where awaits_digest;

-- Channels by kind and severity; what is critical always comes by the page.
update notice_settings set channels = (
  select coalesce(jsonb_object_agg(key, jsonb_build_object('INFO', value, 'WARNING', value, 'CRITICAL', '["PAGE"]'::jsonb)), '{}')
  from jsonb_each(channels));
alter table notice_settings add column digest jsonb;
alter table notice_settings add column digested_at timestamptz;
