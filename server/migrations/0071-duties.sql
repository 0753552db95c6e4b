-- Who is on duty as what, and until when; what is over stays.
create table duties (
  id text primary key,
  user_id text not null,
  role text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  assigned_by text not null,
  ended_by text
);
create index duties_time on duties (to_at, from_at);
