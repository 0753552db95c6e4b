-- What a user is told at the next login: wrong passwords since the last one.
alter table users add column wrong_passwords integer not null default 0;
alter table users add column wrong_password_at timestamptz;

-- Where a user logged in before: asked at every login.
create index sessions_by_user on sessions (user_id, issued_at);
