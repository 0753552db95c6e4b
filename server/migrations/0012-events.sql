-- Files that belong to events: in the database, so that a backup holds them and nothing but the server can read them.
create table event_files (
  id text primary key,
  name text not null,
  type text not null,
  size integer not null,
  sha256 text not null,
  is_map boolean not null,
  bytes bytea not null,
  preview jsonb,
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  -- null until an event names it; then it stays with that event
  event_id text
);
create index event_files_waiting on event_files (uploaded_by, uploaded_at) where event_id is null;
