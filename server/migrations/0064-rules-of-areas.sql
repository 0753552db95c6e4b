-- Of what was found of an area the ships counted, by MMSI and split; its mmsi is 0.
alter table rule_results add column ships jsonb;
-- What is told of areas, as rules remember it, by rule and version.
alter table rule_watch add column areas jsonb not null default '[]';
