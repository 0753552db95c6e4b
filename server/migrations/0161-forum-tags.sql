-- Tags are listed from the latest topics that have some.
create index forum_topics_tagged on forum_topics (category_id, last_post_at desc, id desc)
  where tags <> '{}' and deleted_at is null;
