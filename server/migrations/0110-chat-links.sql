-- Accounts of users at a chat server of another vendor, with the token that this server uses there for them.
create table chat_links (
  user_id text primary key references users (id) on delete cascade,
  remote_id text not null,
  -- Encrypted with the key of the installation.
  token bytea not null,
  linked_at timestamptz not null default now()
);
