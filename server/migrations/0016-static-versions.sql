-- What was known of a contact besides its fixes, each time it changed: the past is read from here.
create table static_versions (
  mmsi integer not null,
  split smallint not null,
  known_from timestamptz not null,
  fields jsonb not null,
  marks smallint not null
);
create index static_versions_contact on static_versions (mmsi, split, known_from);
create index static_versions_known on static_versions (known_from);
insert into static_versions (mmsi, split, known_from, fields, marks)
  select mmsi, split, updated_at, fields, marks from statics;
