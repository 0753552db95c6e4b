-- What is found of an aircraft has no ship, its mmsi is 0: it is named by the ICAO address.
alter table rule_results add column icao24 text;
create index rule_results_icao24 on rule_results (icao24, first_at desc, id) where icao24 is not null;
alter table alerts add column icao24 text;
alter table rule_disputes add column icao24 text not null default '';
alter table rule_disputes drop constraint rule_disputes_pkey, add primary key (mmsi, source, icao24, rule_id, rule_version);
-- Aircraft as rules remember them, and up to when the sky that is written down is accounted for; one row.
create table rule_sky (
  one boolean primary key default true check (one),
  sky jsonb not null
);
