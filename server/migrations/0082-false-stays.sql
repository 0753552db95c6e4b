-- Where a ship said she was between two jumps, or where many jumped to, and when: what makes alerts of one jam one group.
alter table alerts add column false_stays jsonb not null default '[]';
create index alerts_false_stays on alerts (last_at) where false_stays <> '[]';
