-- Forum. Who sees a category is decided by one clause, `sees.sql.ts`, which every query over topics and posts has.
create table forum_categories (
  id text primary key,
  name text not null,
  slug text not null,
  description text not null default '',
  color text not null default '#1565c0',
  position integer not null default 0,
  visibility text not null default 'ALL' check (visibility in ('ALL', 'GROUPS', 'PEOPLE')),
  group_ids text[] not null default '{}',
  user_ids text[] not null default '{}',
  posting text not null default 'SEERS' check (posting in ('SEERS', 'GROUPS', 'PEOPLE', 'MODERATORS')),
  poster_group_ids text[] not null default '{}',
  poster_ids text[] not null default '{}',
  moderator_group_ids text[] not null default '{}',
  moderator_ids text[] not null default '{}',
  topic_count integer not null default 0,
  post_count integer not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz,
  deleted_by text
);
create unique index forum_categories_name on forum_categories (lower(name)) where deleted_at is null;

create table forum_topics (
  id text primary key,
  category_id text not null references forum_categories,
  title text not null,
  slug text not null,
  author_id text not null,
  created_at timestamptz not null,
  last_post_at timestamptz not null,
  last_poster_id text not null,
  -- Posts that are not deleted, and the number of the last post.
  post_count integer not null default 0,
  last_number integer not null default 0,
  like_count integer not null default 0,
  views integer not null default 0,
  tags text[] not null default '{}',
  links jsonb not null default '[]',
  pinned text not null default 'NONE' check (pinned in ('NONE', 'CATEGORY', 'GLOBAL')),
  pinned_until timestamptz,
  is_locked boolean not null default false,
  answer_post_id text,
  -- Topic that has its posts now.
  merged_into text,
  version integer not null default 1,
  deleted_at timestamptz,
  deleted_by text,
  delete_reason text
);
create index forum_topics_latest on forum_topics (category_id, last_post_at desc, id desc) where deleted_at is null;
create index forum_topics_newest on forum_topics (category_id, created_at desc, id desc) where deleted_at is null;
create index forum_topics_top on forum_topics (category_id, like_count desc, id desc) where deleted_at is null;
create index forum_topics_pinned on forum_topics (category_id) where pinned <> 'NONE' and deleted_at is null;
create index forum_topics_deleted on forum_topics (category_id, deleted_at desc) where deleted_at is not null;
create index forum_topics_tags on forum_topics using gin (tags) where deleted_at is null;
create index forum_topics_links on forum_topics using gin (links jsonb_path_ops) where deleted_at is null;
create index forum_topics_of_author on forum_topics (author_id, created_at desc);

create table forum_posts (
  id text primary key,
  topic_id text not null references forum_topics on delete cascade,
  number integer not null,
  parent_id text,
  author_id text not null,
  body text not null,
  -- Title and tags, of the first post of a topic.
  head text not null default '',
  file_ids text[] not null default '{}',
  file_names text not null default '',
  mentions text[] not null default '{}',
  links jsonb not null default '[]',
  quotes text[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  edited_by text,
  version integer not null default 1,
  like_count integer not null default 0,
  reply_count integer not null default 0,
  deleted_at timestamptz,
  deleted_by text,
  delete_reason text,
  -- Key under which its client sends it again.
  client_key text not null default '',
  -- Words of title, tags, text and names of files, by which it is found; stored, since a search looks through many.
  words tsvector generated always as
    (to_tsvector('simple', head || ' ' || body || ' ' || translate(file_names, '._-', '   '))) stored
);
create unique index forum_posts_place on forum_posts (topic_id, number);
create index forum_posts_replies on forum_posts (parent_id, number) where parent_id is not null;
create index forum_posts_of_author on forum_posts (author_id, created_at desc, id desc);
create index forum_posts_with_files on forum_posts (topic_id, number) where cardinality(file_ids) > 0;
create unique index forum_posts_client_key on forum_posts (author_id, client_key) where client_key <> '';
create index forum_posts_words on forum_posts using gin (words);
-- The latest posts with a common word are found without sorting all of them.
create index forum_posts_by_time on forum_posts (created_at desc, id desc) where deleted_at is null;

-- Earlier texts of posts that were edited, by the version that each was.
create table forum_post_edits (
  post_id text not null references forum_posts on delete cascade,
  version integer not null,
  at timestamptz not null,
  edited_by text not null,
  body text not null,
  primary key (post_id, version)
);

create table forum_likes (
  post_id text not null references forum_posts on delete cascade,
  user_id text not null,
  at timestamptz not null,
  primary key (post_id, user_id)
);
create index forum_likes_of_user on forum_likes (user_id);

create table forum_bookmarks (
  user_id text not null,
  post_id text not null references forum_posts on delete cascade,
  at timestamptz not null,
  primary key (user_id, post_id)
);
create index forum_bookmarks_of_post on forum_bookmarks (post_id);

-- Read position of a user in a topic, and the level at which the user follows it: 0 muted, 1 normal, 2 tracking,
-- 3 watching; null follows the category.
create table forum_reads (
  user_id text not null,
  topic_id text not null references forum_topics on delete cascade,
  read_number integer not null default 0,
  level smallint check (level between 0 and 3),
  visited_at timestamptz not null,
  primary key (user_id, topic_id)
);
create index forum_reads_of_topic on forum_reads (topic_id, level);
create table forum_category_levels (
  user_id text not null,
  category_id text not null references forum_categories on delete cascade,
  level smallint not null check (level between 0 and 3),
  primary key (user_id, category_id)
);
create index forum_category_levels_watched on forum_category_levels (category_id) where level = 3;

-- Users of the forum: the name stays when the account is deleted.
create table forum_people (
  user_id text primary key,
  username text not null,
  muted_until timestamptz,
  mute_reason text not null default ''
);
-- Times before which topics that were never opened do not count as new; of all categories under the empty id.
create table forum_read_all (
  user_id text not null,
  category_id text not null,
  at timestamptz not null,
  primary key (user_id, category_id)
);
create table forum_drafts (
  user_id text not null,
  key text not null,
  content jsonb not null,
  device text not null,
  version integer not null,
  updated_at timestamptz not null,
  primary key (user_id, key)
);

create table forum_flags (
  id text primary key,
  post_id text not null references forum_posts on delete cascade,
  user_id text not null,
  reason text not null,
  note text not null default '',
  at timestamptz not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'UPHELD', 'DISMISSED')),
  decided_by text,
  decided_at timestamptz,
  decision_note text not null default '',
  unique (post_id, user_id)
);
create index forum_flags_open on forum_flags (at) where state = 'OPEN';

-- Users who have a topic open, each until it is renewed.
create table forum_open (
  topic_id text not null,
  user_id text not null,
  until timestamptz not null,
  primary key (topic_id, user_id)
);
create index forum_open_until on forum_open (until);
-- Topics whose title resembles one that is being written.
create index forum_topics_similar on forum_topics using gin (lower(title) gin_trgm_ops) where deleted_at is null;
