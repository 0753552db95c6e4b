-- Key of a notification that stands in place of the one before with the same key, such as of alerts that wait.
alter table notices add column rolls text;
create index notices_rolls on notices (rolls) where rolls is not null;
