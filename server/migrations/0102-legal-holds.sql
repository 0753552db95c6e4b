-- Orders of administrators that nothing of a user's mail and channels is deleted. They outlive the account.
create table legal_holds (
  id text primary key,
  user_id text not null,
  username text not null,
  reason text not null,
  set_by text not null,
  set_at timestamptz not null,
  released_by text,
  released_at timestamptz,
  release_reason text
);
create unique index legal_holds_open on legal_holds (user_id) where released_at is null;
