-- Stands on what was told of a ship elsewhere and by whomever: who does not see everything is not told.
alter table rule_results add column of_past boolean not null default false;
