-- Where the receivers on land of a feed stand: a list of name, lat and lon in degrees.
alter table feeds add column stations jsonb not null default '[]';
-- How far stations are of the source that heard a ship is asked of the past, too.
alter table feed_versions
  add column source_id smallint references sources (id),
  add column kind text,
  add column stations jsonb not null default '[]';
update feed_versions v set source_id = f.source_id, kind = f.kind from feeds f where f.number = v.number;
