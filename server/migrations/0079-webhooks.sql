-- Addresses outside that are called; their secrets are locked with the key of the installation.
create table webhooks (
  id text primary key,
  version int not null,
  name text not null,
  url text not null,
  secret_locked bytea not null,
  is_local boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  removed_at timestamptz
);

-- What they are told: one row for each thing, whatever is killed.
create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks,
  event text not null,
  body text not null,
  created_at timestamptz not null,
  -- WAITS, SENT or FAILED.
  state text not null default 'WAITS',
  tries int not null default 0,
  -- When it is tried next; who tries it puts it off, so that nobody else does meanwhile.
  next_at timestamptz,
  status int,
  why text not null default '',
  sent_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'WAITS';
create index webhook_deliveries_of on webhook_deliveries (webhook_id, created_at desc);
