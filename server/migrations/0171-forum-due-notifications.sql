-- Posts whose users are not notified yet: stored with the post, deleted with the notifications.
create table forum_due_notifications (
  post_id text primary key references forum_posts on delete cascade,
  mentioned text[] not null,
  quoted text[] not null,
  replied_to text,
  created_at timestamptz not null
);
create index forum_due_notifications_age on forum_due_notifications (created_at);
