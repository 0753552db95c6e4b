-- Files that were read and not committed yet, of whatever kind; what became of them are objects.
create table dry_runs (
  id text primary key,
  kind text not null,
  state text not null check (state in ('CHECKED', 'COMMITTED')),
  checked_by text not null,
  checked_at timestamptz not null,
  -- what the administrator was told, and what it is about
  report jsonb not null,
  plan jsonb not null
);
-- Dry runs are good for a day: those of boundaries begin anew here. Their table stays for backups that have it.
delete from eez_imports;
