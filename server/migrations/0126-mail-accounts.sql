-- Accounts of users on other mail servers. The id of an account names its mailbox. Passwords are sealed.
create table mail_accounts (
  id text primary key,
  user_id text not null,
  name text not null,
  address text not null,
  username text not null,
  secret bytea not null,
  imap jsonb not null,
  smtp jsonb not null,
  state text not null default 'CONNECTING' check (state in ('CONNECTING', 'CONNECTED', 'FAILED')),
  why text not null default '',
  synced_at timestamptz,
  -- Counts changes of the login, so that the process that holds the connection makes a new one.
  version integer not null default 1
);
create index mail_accounts_of_user on mail_accounts (user_id);

-- Folders of an account, and how far each is read.
create table mail_account_folders (
  account text not null references mail_accounts on delete cascade,
  path text not null,
  folder text not null,
  uid_validity text not null default '',
  uid_next bigint not null default 0,
  modseq text not null default '',
  primary key (account, path)
);

-- Where the mails of an account lie on its server.
create table mail_account_uids (
  account text not null references mail_accounts on delete cascade,
  path text not null,
  uid bigint not null,
  mail_id text not null,
  primary key (account, path, uid)
);
create index mail_account_uids_of_mail on mail_account_uids (mail_id);

-- Mails of accounts that users changed here, until the other server has the change.
create table mail_account_changes (
  mail_id text primary key,
  account text not null references mail_accounts on delete cascade,
  changed_at timestamptz not null default now()
);
create index mail_account_changes_of_account on mail_account_changes (account, changed_at);

-- A change that comes from the other server is not sent back to it.
create function note_mail_account_change() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('samudra.mail_sync', true), '') = 'on' then return null; end if;
  insert into mail_account_changes (mail_id, account)
    select coalesce(new.id, old.id), a.id from mail_accounts a where a.id = coalesce(new.mailbox, old.mailbox)
    on conflict (mail_id) do update set changed_at = clock_timestamp();
  return null;
end
$$;
create trigger mail_account_changed after update of folder, is_seen, is_starred, is_answered, is_forwarded, state
  on mail_messages for each row when (
    (old.folder, old.is_seen, old.is_starred, old.is_answered, old.is_forwarded, old.state)
    is distinct from (new.folder, new.is_seen, new.is_starred, new.is_answered, new.is_forwarded, new.state))
  execute function note_mail_account_change();
create trigger mail_account_removed after delete on mail_messages for each row execute function note_mail_account_change();
