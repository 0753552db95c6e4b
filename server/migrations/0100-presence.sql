-- Servers that hold connections; a server that was killed does not renew its beat.
create table presence_servers (
  id text primary key,
  beat_at timestamptz not null
);

-- Open connections of a user at one server, of any kind.
create table presence_connections (
  server text not null references presence_servers (id) on delete cascade,
  user_id text not null,
  -- Last input on any of them; null when none was seen.
  active_at timestamptz,
  -- End of the last period of activity; null when all are idle.
  active_until timestamptz,
  -- Time of closing of the last one; null while one is open.
  closed_at timestamptz,
  primary key (server, user_id)
);
create index presence_connections_user on presence_connections (user_id);

-- Status of a user: the chosen one, the displayed one, and the last activity.
create table presences (
  user_id text primary key references users (id) on delete cascade,
  chosen text,
  dnd_ends_at timestamptz,
  status text not null default 'offline',
  is_connected boolean not null default false,
  last_activity_at timestamptz
);
create index presences_shown on presences (user_id) where status <> 'offline' or is_connected or chosen is not null;
