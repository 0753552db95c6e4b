-- What was done, by whom, in a chain: each record is bound to the one before it. Small: one row a change. Never distributed.
create table audit_records (
  seq bigint primary key,
  at timestamptz not null,
  actor_id text not null,
  actor text not null,
  session_id text not null,
  action text not null,
  object_type text not null,
  object_id text not null,
  -- Canonical JSON (RFC 8785) as text, so that the bytes the chain was made of are the bytes kept.
  before text,
  after text,
  reason text not null,
  ip text not null,
  request_id text not null,
  result text not null,
  prev_hash text not null,
  hash text not null
);
create index audit_records_at on audit_records (at);
create index audit_records_actor on audit_records (actor_id, seq desc);
create index audit_records_object on audit_records (object_type, object_id, seq desc);
create index audit_records_action on audit_records (action, seq desc);

-- The end of the chain, so that records missing from its end are noticed.
create table audit_head (
  id boolean primary key default true check (id),
  seq bigint not null,
  hash text not null,
  -- of both, under a key that is not in the database; empty while there is no record
  mac text not null
);
insert into audit_head (seq, hash, mac) values (0, '', '');
