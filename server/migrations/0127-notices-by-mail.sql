-- Notices that wait to be sent by mail to their readers.
alter table notice_readers add column awaits_mail boolean not null default false;
create index notice_readers_awaiting_mail on notice_readers (user_id, notice_id) where awaits_mail;
