-- What users were told. Who was meant is kept with it: what is hidden from somebody now is not shown from before.
create table notices (
  id text primary key,
  at timestamptz not null,
  kind text not null,
  severity text not null,
  text text not null,
  link jsonb,
  audience jsonb not null
);
create index notices_at on notices (at);
create index notices_about on notices ((link ->> 'id'));
-- Each who was told, by which channels, and whether in quiet hours.
create table notice_readers (
  user_id text not null references users (id) on delete cascade,
  notice_id text not null references notices (id) on delete cascade,
  channels text[] not null,
  is_quiet boolean not null,
  read_at timestamptz,
  primary key (user_id, notice_id)
);
create index notice_readers_unread on notice_readers (user_id, notice_id) where read_at is null;
-- How a user wants to be told; who said nothing has none.
create table notice_settings (
  user_id text primary key references users (id) on delete cascade,
  channels jsonb not null,
  quiet jsonb,
  breaks text not null,
  version integer not null
);
