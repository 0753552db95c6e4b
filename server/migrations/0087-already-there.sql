-- True of a vessel that was lying in the port when it was first received, or received again after a long silence: its
-- times of arrival are the first position, and it did not arrive then. Null of calls of before this release.
alter table port_calls add column already_there boolean;
