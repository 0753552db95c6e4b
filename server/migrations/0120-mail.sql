-- Mail. A mailbox is named by the id of its user or the code of its duty role; it has a row from its first mail on.
create table mail_boxes (
  mailbox text primary key,
  next_uid bigint not null default 1,
  used_bytes bigint not null default 0
);

-- Folders with their counts. Own folders have an id and a name; the others are named by their key.
create table mail_folders (
  mailbox text not null,
  folder text not null,
  name text,
  total bigint not null default 0,
  unread bigint not null default 0,
  primary key (mailbox, folder)
);
create unique index mail_folders_name on mail_folders (mailbox, lower(name)) where name is not null;

-- Mails as they lie in mailboxes. Raw messages are files named by `raw_hash`, shared by the mailboxes that have them.
create table mail_messages (
  id text primary key,
  mailbox text not null,
  uid bigint not null,
  folder text not null,
  -- Folder before Trash or Spam.
  prior_folder text,
  -- Null of a mail that is not sent yet.
  raw_hash text,
  -- Hash of what another server sent, so that a mail that comes twice is stored once.
  incoming_hash text,
  size bigint not null default 0,
  message_id text not null,
  conversation_id text not null,
  sender jsonb not null,
  recipients jsonb not null default '{}',
  subject text not null default '',
  preview text not null default '',
  at timestamptz not null,
  sent_at timestamptz,
  received_at timestamptz,
  read_at timestamptz,
  state text not null check (state in ('RECEIVED', 'DRAFT', 'QUEUED', 'SENT', 'FAILED')),
  is_seen boolean not null default false,
  is_starred boolean not null default false,
  is_answered boolean not null default false,
  is_forwarded boolean not null default false,
  is_important boolean not null default false,
  is_task boolean not null default false,
  has_attachments boolean not null default false,
  priority text not null default 'NORMAL' check (priority in ('LOW', 'NORMAL', 'HIGH')),
  links jsonb not null default '[]',
  marks jsonb not null default '[]',
  verdict jsonb,
  spam_score real not null default 0,
  -- Address that a receipt goes to; null when none is wanted.
  receipt_to text,
  receipt_answered_at timestamptz,
  receipts jsonb not null default '[]',
  version integer not null default 0,
  -- Content of a mail that is not sent yet.
  draft jsonb,
  undo_until timestamptz,
  send_at timestamptz,
  purge_at timestamptz,
  answering_by text,
  answering_since timestamptz,
  -- Words of addresses, subject, names of files and text; those of sender, recipients and subject also with a tag before each.
  search_text text not null default ''
);
create index mail_messages_list on mail_messages (mailbox, folder, at desc, id desc);
create index mail_messages_unread on mail_messages (mailbox, folder, at desc, id desc) where not is_seen;
create index mail_messages_starred on mail_messages (mailbox, at desc, id desc) where is_starred;
create index mail_messages_time on mail_messages (mailbox, at desc, id desc);
create index mail_messages_conversation on mail_messages (mailbox, conversation_id, folder, at desc, id desc);
create index mail_messages_message_id on mail_messages (message_id);
create unique index mail_messages_incoming on mail_messages (mailbox, incoming_hash) where incoming_hash is not null;
create index mail_messages_raw on mail_messages (raw_hash);
create index mail_messages_queued on mail_messages (coalesce(send_at, undo_until)) where state = 'QUEUED';
create index mail_messages_purge on mail_messages (purge_at) where purge_at is not null;
-- Found by words within one mailbox; `store/mail-search.sql.ts` has the same expression.
create index mail_messages_words on mail_messages
  using gin (to_tsvector('simple', 'mb' || translate(mailbox, '_-', '') || ' ' || search_text));

-- Bodies of raw messages as they are shown, and their parts by place in the raw message.
create table mail_bodies (
  raw_hash text primary key,
  body_html text not null,
  body_text text not null,
  remote_pictures integer not null default 0,
  attachments jsonb not null default '[]'
);

-- Recipients on other servers, each until its server took the mail.
create table mail_outgoing (
  id text primary key,
  -- Mail of the sender; null of receipts and reports.
  mail_id text,
  raw_hash text not null,
  envelope_from text not null,
  recipient text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'DEFERRED')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  -- End of the lease of the process that sends it.
  leased_until timestamptz,
  last_answer text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mail_outgoing_due on mail_outgoing (next_at) where state in ('QUEUED', 'SENDING', 'DEFERRED');
create index mail_outgoing_of_mail on mail_outgoing (mail_id);
create index mail_outgoing_raw on mail_outgoing (raw_hash);

create table mail_texts (
  id text primary key,
  mailbox text not null,
  kind text not null check (kind in ('SIGNATURE', 'TEMPLATE')),
  name text not null,
  subject text not null default '',
  body text not null,
  is_default boolean not null default false
);
create unique index mail_texts_name on mail_texts (mailbox, kind, lower(name));

create table mail_contacts (
  id text primary key,
  user_id text not null,
  name text not null,
  address text not null
);
create unique index mail_contacts_address on mail_contacts (user_id, lower(address));

create table mail_blocked (
  mailbox text not null,
  address text not null,
  since timestamptz not null,
  primary key (mailbox, address)
);

-- Counts of folders and bytes of mailboxes, within the transaction of each change. The row of the mailbox is locked first.
create function add_mail_counts(changes jsonb) returns void language plpgsql as $$
begin
  -- A backup brings the counts with it.
  if current_setting('samudra.restoring', true) = 'on' then
    return;
  end if;
  insert into mail_boxes (mailbox, used_bytes)
    select c.mailbox, sum(c.bytes) from jsonb_to_recordset(changes) as c (mailbox text, bytes bigint)
      group by c.mailbox having sum(c.bytes) <> 0 order by c.mailbox
    on conflict (mailbox) do update set used_bytes = mail_boxes.used_bytes + excluded.used_bytes;
  insert into mail_folders (mailbox, folder, total, unread)
    select c.mailbox, c.folder, sum(c.total), sum(c.unread)
      from jsonb_to_recordset(changes) as c (mailbox text, folder text, total bigint, unread bigint)
      group by c.mailbox, c.folder having sum(c.total) <> 0 or sum(c.unread) <> 0 order by c.mailbox, c.folder
    on conflict (mailbox, folder) do update
      set total = mail_folders.total + excluded.total, unread = mail_folders.unread + excluded.unread;
end
$$;
create function count_added_mail() returns trigger language plpgsql as $$
begin
  perform add_mail_counts(jsonb_agg(r)) from (
    select mailbox, folder, sum(size) as bytes, count(*) as total, count(*) filter (where not is_seen) as unread
    from added group by mailbox, folder) r;
  return null;
end
$$;
create function count_changed_mail() returns trigger language plpgsql as $$
begin
  perform add_mail_counts(jsonb_agg(r)) from (
    select mailbox, folder, sum(size) as bytes, count(*) as total, count(*) filter (where not is_seen) as unread
    from added group by mailbox, folder
    union all
    select mailbox, folder, -sum(size), -count(*), -count(*) filter (where not is_seen)
    from removed group by mailbox, folder) r;
  return null;
end
$$;
create function count_removed_mail() returns trigger language plpgsql as $$
begin
  perform add_mail_counts(jsonb_agg(r)) from (
    select mailbox, folder, -sum(size) as bytes, -count(*) as total, -count(*) filter (where not is_seen) as unread
    from removed group by mailbox, folder) r;
  return null;
end
$$;
create trigger mail_added after insert on mail_messages referencing new table as added
  for each statement execute function count_added_mail();
create trigger mail_changed after update on mail_messages referencing new table as added old table as removed
  for each statement execute function count_changed_mail();
create trigger mail_removed after delete on mail_messages referencing old table as removed
  for each statement execute function count_removed_mail();
