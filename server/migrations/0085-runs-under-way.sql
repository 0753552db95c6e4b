-- Historical runs that are under way are counted for each user before another begins.
create index rule_runs_under_way on rule_runs (started_by_id) where state in ('QUEUED', 'RUNNING');
