-- Escalation policy that an alert follows: its id, or null for the steps of the watch.
alter table alerts add column escalation_policy text;
-- Notices that come aloud in the quiet hours of their readers.
alter table notices add column breaks_quiet boolean not null default false;
-- Time since which a reader waits for a mail, where the notice stands in place of earlier ones.
alter table notice_readers add column mail_since timestamptz;
