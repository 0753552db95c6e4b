-- Beginning and end of the behaviour that an alert and each of its hits are of; of older ones they are not known.
alter table alerts add column began_at timestamptz, add column ended_at timestamptz;
alter table alert_hits add column began_at timestamptz, add column ended_at timestamptz;
