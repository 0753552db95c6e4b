-- Team chat. Ids are 26 characters of a-z and 0-9; those of users are their ids in lower case. Times are epoch ms.
create table chat_channels (
  id text primary key,
  type text not null check (type in ('O', 'P', 'D', 'G')),
  name text not null unique,
  display_name text not null,
  header text not null default '',
  purpose text not null default '',
  creator_id text not null default '',
  props jsonb not null default '{}',
  create_at bigint not null,
  update_at bigint not null,
  delete_at bigint not null default 0,
  last_post_at bigint not null default 0,
  last_root_post_at bigint not null default 0,
  total_msg_count bigint not null default 0,
  total_msg_count_root bigint not null default 0,
  -- Grows with each member that is added or removed.
  members_version bigint not null default 0
);

create table chat_members (
  channel_id text not null references chat_channels on delete cascade,
  user_id text not null,
  is_admin boolean not null default false,
  last_viewed_at bigint not null default 0,
  -- Create time of the last post that reached an open screen of the member.
  delivered_at bigint not null default 0,
  msg_count bigint not null default 0,
  msg_count_root bigint not null default 0,
  mention_count bigint not null default 0,
  mention_count_root bigint not null default 0,
  urgent_mention_count bigint not null default 0,
  notify_props jsonb not null default '{}',
  last_update_at bigint not null default 0,
  primary key (channel_id, user_id)
);
create index chat_members_of_user on chat_members (user_id);

create function count_chat_members_version() returns trigger language plpgsql as $$
begin
  update chat_channels set members_version = members_version + 1
    where id in (select distinct channel_id from changed);
  return null;
end
$$;
create trigger chat_members_added after insert on chat_members referencing new table as changed
  for each statement execute function count_chat_members_version();
create trigger chat_members_removed after delete on chat_members referencing old table as changed
  for each statement execute function count_chat_members_version();

create table chat_posts (
  id text primary key,
  channel_id text not null references chat_channels on delete cascade,
  user_id text not null,
  root_id text not null default '',
  message text not null,
  type text not null default '',
  props jsonb not null default '{}',
  priority text not null default '' check (priority in ('', 'important', 'urgent')),
  requested_ack boolean not null default false,
  file_ids text[] not null default '{}',
  -- Users mentioned, by the rules at the time of the post.
  mentions text[] not null default '{}',
  pending_post_id text not null default '',
  create_at bigint not null,
  update_at bigint not null,
  edit_at bigint not null default 0,
  delete_at bigint not null default 0,
  deleted_by text,
  is_pinned boolean not null default false,
  reply_count integer not null default 0,
  last_reply_at bigint not null default 0,
  participants text[] not null default '{}',
  -- Names of its files, found by their words.
  file_names text not null default ''
);
create unique index chat_posts_of_channel on chat_posts (channel_id, create_at) where delete_at = 0;
create index chat_posts_changed on chat_posts (channel_id, update_at);
create index chat_posts_of_thread on chat_posts (root_id, create_at) where root_id <> '';
create index chat_posts_pinned on chat_posts (channel_id) where is_pinned;
create index chat_posts_of_user on chat_posts (user_id, create_at);
-- Found by the words of the message and of the names of files; `posts/search.sql.ts` has the same expression.
create index chat_posts_words on chat_posts
  using gin (to_tsvector('simple', message || ' ' || translate(file_names, '._-', '   ')));
create index chat_posts_with_files on chat_posts (channel_id) where cardinality(file_ids) > 0;
-- The latest posts with a common word are found without sorting all of them.
create index chat_posts_by_time on chat_posts (create_at desc, id);
create unique index chat_posts_pending on chat_posts (user_id, pending_post_id) where pending_post_id <> '';

-- Earlier texts of posts that were edited, with the time until which each stood.
create table chat_post_edits (
  post_id text not null references chat_posts on delete cascade,
  until bigint not null,
  message text not null,
  primary key (post_id, until)
);

create table chat_reactions (
  post_id text not null references chat_posts on delete cascade,
  user_id text not null,
  emoji_name text not null,
  create_at bigint not null,
  primary key (post_id, user_id, emoji_name)
);

create table chat_acks (
  post_id text not null references chat_posts on delete cascade,
  user_id text not null,
  acknowledged_at bigint not null,
  primary key (post_id, user_id)
);

create table chat_threads (
  root_id text not null references chat_posts on delete cascade,
  user_id text not null,
  following boolean not null default true,
  last_viewed_at bigint not null default 0,
  unread_mentions integer not null default 0,
  last_update_at bigint not null,
  primary key (root_id, user_id)
);
create index chat_threads_of_user on chat_threads (user_id, last_update_at) where following;

create table chat_preferences (
  user_id text not null,
  category text not null,
  name text not null,
  value text not null,
  primary key (user_id, category, name)
);

create table chat_drafts (
  user_id text not null,
  channel_id text not null references chat_channels on delete cascade,
  root_id text not null default '',
  message text not null,
  file_ids text[] not null default '{}',
  props jsonb not null default '{}',
  create_at bigint not null,
  update_at bigint not null,
  primary key (user_id, channel_id, root_id)
);

-- Texts that users show of themselves in chat, and their settings there.
create table chat_people (
  user_id text primary key,
  nickname text not null default '',
  props jsonb not null default '{}',
  notify_props jsonb not null default '{}',
  update_at bigint not null
);

-- Files of chat: the channel a file was uploaded to, and the size of a picture in pixels.
create table chat_files (
  file_id text primary key,
  channel_id text not null references chat_channels on delete cascade,
  width integer not null,
  height integer not null
);
