-- Audio and video calls, with what became of each person in them.
create table calls (
  room_name text primary key,
  kind text not null check (kind in ('AUDIO', 'VIDEO')),
  state text not null,
  host_id text not null,
  host_name text not null,
  channel_id text,
  subject jsonb,
  started_at timestamptz not null,
  answered_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  cause text,
  -- True once its line stands in the chat.
  is_posted boolean not null default false
);
create index calls_open on calls (started_at) where ended_at is null;
create index calls_unposted on calls (ended_at) where ended_at is not null and not is_posted;
create index calls_of_host on calls (host_id, started_at);
create index calls_ended on calls (ended_at) where ended_at is not null;

create table call_participants (
  room_name text not null references calls (room_name) on delete cascade,
  user_id text not null,
  username text not null,
  state text not null,
  peer_id text,
  muted boolean not null default false,
  camera boolean not null default false,
  screen boolean not null default false,
  -- Last report of the window that takes part.
  reported_at timestamptz not null,
  rings_until timestamptz not null,
  joined_at timestamptz,
  left_at timestamptz,
  -- Start of the call, for the log of a person.
  started_at timestamptz not null,
  -- A missed call that the user has not seen yet.
  is_unseen boolean not null default false,
  primary key (room_name, user_id)
);
create unique index call_participants_in_one on call_participants (user_id) where state in ('ACTIVE', 'RECONNECTING');
create index call_participants_ringing on call_participants (user_id) where state = 'RINGING';
create index call_participants_log on call_participants (user_id, started_at desc, room_name desc);
create index call_participants_unseen on call_participants (user_id) where is_unseen;
