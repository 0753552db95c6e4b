-- Who ships are. A row is a ship as one transmitter or one register knew her; those of one ship share a head. Of all rows
-- of one IMO number one is its anchor.
-- The number that the next row gets; one row, which a backup brings along.
create table vessel_numbers (
  is_only boolean primary key check (is_only),
  next integer not null
);
create table vessels (
  id integer primary key,
  head_id integer not null,
  imo integer,
  made_at timestamptz not null,
  -- the import that made it; null when it was heard
  import_id text
);
create unique index vessels_imo on vessels (imo) where imo is not null;
create index vessels_head on vessels (head_id);
create index vessels_import on vessels (import_id) where import_id is not null;

-- Which ship a contact of the picture is, since when. A number that is given to another ship begins a new row.
create table vessel_contacts (
  mmsi integer not null,
  split smallint not null,
  since timestamptz not null,
  vessel_id integer not null,
  -- the IMO number it stands for
  imo integer,
  last_at timestamptz not null,
  primary key (mmsi, split, since)
);
create index vessel_contacts_vessel on vessel_contacts (vessel_id);

-- What a source said of who a ship is, all of it that came in one message or row; said again it is the same row. It is
-- told twice: where and when it was said first and last.
create table vessel_claims (
  vessel_id integer not null,
  head_id integer not null,
  -- 0 where none was said
  mmsi integer not null,
  split smallint not null,
  source_id smallint not null,
  -- the message of AIS: 5, 19, 24 for its part A and 25 for its part B, 1 for positions alone; 0 is a row of a register
  form smallint not null,
  hash bigint not null,
  -- nothing else came in this form since
  is_latest boolean not null,
  name text,
  -- the name in capitals, without accents and punctuation; a tilde, which comes last, where none was said
  plain text collate "C" not null,
  call_sign text,
  imo integer,
  country text,
  ship_type smallint,
  length real,
  beam real,
  owner text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  known_from timestamptz not null,
  first_lat integer,
  first_lon integer,
  last_lat integer,
  last_lon integer,
  import_id text
);
create unique index vessel_claims_said on vessel_claims (mmsi, split, source_id, form, hash, vessel_id);
create index vessel_claims_vessel on vessel_claims (vessel_id);
create index vessel_claims_head on vessel_claims (head_id, is_latest);
create index vessel_claims_imo on vessel_claims (imo) where imo is not null;
create index vessel_claims_call_sign on vessel_claims (call_sign text_pattern_ops) where call_sign is not null;
create index vessel_claims_plain on vessel_claims (plain, head_id);
create index vessel_claims_country on vessel_claims (country, plain, head_id) where is_latest;
create index vessel_claims_letters on vessel_claims using gin (plain gin_trgm_ops);
create index vessel_claims_import on vessel_claims (import_id) where import_id is not null;

-- Which rows are one ship: by their IMO number (`by_id` is null) or because somebody said so. In force until it ends.
create table vessel_joins (
  id integer primary key,
  vessel_id integer not null,
  into_id integer not null,
  at timestamptz not null,
  by_id text,
  by_name text not null,
  reason text not null,
  ended_at timestamptz,
  ended_by_id text,
  ended_by_name text,
  end_reason text
);
create unique index vessel_joins_in_force on vessel_joins (vessel_id) where ended_at is null;
create index vessel_joins_vessel on vessel_joins (vessel_id);
create index vessel_joins_into on vessel_joins (into_id);
