-- Who dynamic vessel lists found, from when until when: kept apart from versions, of which a sea in motion would make one a second.
create table vessel_list_finds (
  mmsi integer not null,
  list_id text not null,
  joined_at timestamptz not null,
  joined_why text not null,
  -- null while the ship is on it
  left_at timestamptz,
  left_why text,
  primary key (list_id, mmsi, joined_at),
  check (left_at > joined_at)
);
create unique index vessel_list_finds_now on vessel_list_finds (list_id, mmsi) where left_at is null;
create index vessel_list_finds_left on vessel_list_finds (list_id, left_at);
create index vessel_list_finds_joined on vessel_list_finds (list_id, joined_at);
