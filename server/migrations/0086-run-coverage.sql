-- Share of the period of a run with data, in all and by source: {"share": 0.02, "sources": [[1, 0.02]]}; null of runs of
-- aircraft, and of runs that ended before.
alter table rule_runs add column coverage jsonb;
