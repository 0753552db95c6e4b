-- What feeds were called and how they were ranked, each time that changed: the fix shown of the past is chosen by it.
-- The server gives feeds that have none, of an older version or backup, their first one when it starts.
create table feed_versions (
  number smallint not null,
  known_from timestamptz not null,
  -- until when; of a feed that is deleted the last version ends
  known_to timestamptz,
  name text not null,
  priority smallint not null,
  trust real not null,
  primary key (number, known_from),
  check (known_to > known_from)
);
