-- Accounts, their second factors and their sessions: reference data, small, never distributed.
alter table users
  add column version integer not null default 1,
  add column group_ids text[] not null default '{}',
  add column expires_at timestamptz,
  -- of the password in use
  add column password_changed_at timestamptz,
  -- the first wrong password of those counted, and the last one
  add column failed_since timestamptz,
  add column failed_at timestamptz,
  add column deleted_at timestamptz,
  -- what a deleted user is again when restored
  add column status_before text;
update users set password_changed_at = updated_at;
alter table users alter column password_changed_at set not null;
alter table users add constraint users_status check (status in ('ACTIVE', 'BLOCKED', 'DELETED'));
-- The name of a deleted user is free again.
drop index users_username;
create unique index users_username on users (lower(username)) where status <> 'DELETED';
create index users_created_at on users (created_at desc, id desc);
create index users_last_login_at on users (last_login_at desc, id desc);

create table password_history (
  user_id text not null references users (id) on delete cascade,
  set_at timestamptz not null,
  password_hash text not null,
  -- salted, so it is unique
  primary key (user_id, password_hash)
);

alter table sessions
  drop constraint sessions_user_id_fkey,
  add constraint sessions_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  add column end_state text check (end_state in ('EXPIRED', 'REVOKED', 'ENDED')),
  add column ended_by text,
  -- sha-256 of the refresh token that is good now
  add column refresh_hash bytea;
-- Sessions of before carry no refresh token and end with this version.
update sessions set ended_at = now(), end_state = 'REVOKED', ended_by = 'system', ended_reason = 'new version'
  where ended_at is null;
create unique index sessions_refresh_hash on sessions (refresh_hash);
create index sessions_issued_at on sessions (issued_at desc, id desc);
create index sessions_of_user_issued_at on sessions (user_id, issued_at desc, id desc);
-- Refresh tokens that were exchanged: one that comes again was stolen, or its answer was lost.
create table used_refresh_tokens (
  hash bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  attempt text not null,
  used_at timestamptz not null
);
create index used_refresh_tokens_session on used_refresh_tokens (session_id);

create table user_totp (
  user_id text primary key references users (id) on delete cascade,
  -- locked with the installation's key; null until a code was confirmed
  secret bytea,
  last_step bigint not null default 0,
  pending bytea,
  pending_at timestamptz
);
create table user_recovery_codes (
  user_id text not null references users (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
create table user_passkeys (
  -- of the credential, base64url
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index user_passkeys_of_user on user_passkeys (user_id);
create table passkey_challenges (
  challenge text primary key,
  user_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('ADD', 'LOGIN')),
  until timestamptz not null
);

-- Access tokens are signed with the installation's key now.
delete from installation_secrets where name = 'token-key';
