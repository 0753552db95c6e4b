-- Run that was started by a user who saw only some sources or zones.
alter table rule_runs add column is_confined boolean not null default false;
