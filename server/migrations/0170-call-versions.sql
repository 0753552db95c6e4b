-- Number of changes of a call, by which pages know the newer of two states.
alter table calls add column version integer not null default 1;
