-- What is found of a source has neither a ship, its mmsi is 0, nor a place: it is named by the code of the source.
alter table rule_results add column source text;
alter table rule_results alter column lat_udeg drop not null, alter column lon_udeg drop not null;
create index rule_results_source on rule_results (source, first_at desc, id) where source is not null;
alter table alerts add column source text;
alter table alerts alter column lat_udeg drop not null, alter column lon_udeg drop not null;
-- Of which ships and sources what a version of a rule finds is not raised; of a ship the source is empty.
alter table rule_disputes add column source text not null default '';
alter table rule_disputes drop constraint rule_disputes_pkey, add primary key (mmsi, source, rule_id, rule_version);
-- What is told of sources, as rules remember it.
alter table rule_watch add column sources jsonb;
