-- Beginning and end of the behaviour that a result is of; of older results they are not known.
alter table rule_results add column began_at timestamptz, add column ended_at timestamptz;
