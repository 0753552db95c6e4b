-- Runs of report templates: what was run, for which period, as known when, and how it ended.
create table reports (
  id text primary key,
  -- the run of whose template this user is a recipient
  parent_id text,
  template_id text not null,
  -- the template as it was run
  template jsonb not null,
  owner_id text not null,
  owner text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  as_of timestamptz not null,
  -- QUEUED, RUNNING, DONE, FAILED
  state text not null,
  digest text,
  error text,
  -- time of the schedule; null of what a user ran
  due_at timestamptz,
  requested_at timestamptz not null,
  ended_at timestamptz,
  unique (template_id, owner_id, due_at)
);
create index reports_owner on reports (owner_id, id desc);

-- Next run of each template with a schedule.
create table report_schedules (
  template_id text primary key,
  cron text not null,
  zone text not null,
  next_at timestamptz not null
);

-- What is to be sent of a run that ended: each once.
create table report_deliveries (
  report_id text not null,
  -- NOTIFY its owner, run for a USER, mail to an ADDRESS
  kind text not null,
  recipient text not null,
  done_at timestamptz,
  -- why it could not be sent; null where it was
  error text,
  primary key (report_id, kind, recipient)
);
create index report_deliveries_waiting on report_deliveries (report_id) where done_at is null;
