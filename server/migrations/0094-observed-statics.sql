-- Time at which a station reported what a version says, and the feed that read it from a recording: what a recording reports
-- counts from then, and not from when it was read.
alter table static_versions
  add column observed_at timestamptz,
  add column recorded_feed integer;
create index static_versions_recorded on static_versions (observed_at) where recorded_feed is not null;
create index static_versions_observed on static_versions (coalesce(observed_at, known_from));
