-- Users and sessions: reference data, small, never distributed.
create table users (
  id text primary key,
  username text not null,
  email text not null default '',
  password_hash text not null,
  is_default_password boolean not null default false,
  role smallint not null check (role in (1, 2)),
  status text not null default 'ACTIVE',
  sources text[] not null default '{*}',
  zone_access text[] not null default '{*}',
  settings jsonb not null default '{}',
  failed_logins integer not null default 0,
  locked_until timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_username on users (lower(username));

create table sessions (
  id text primary key,
  user_id text not null references users (id),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  address text not null default '',
  device_name text not null default '',
  user_agent text not null default '',
  ended_at timestamptz,
  ended_reason text
);
create index sessions_of_user on sessions (user_id) where ended_at is null;

-- What this installation made for itself once: the key of the tokens, the number of the data folder.
create table installation_secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null
);
