-- Of a committed file it is kept what it brought, so that all of it can be undone.
alter table dry_runs drop constraint dry_runs_state_check;
alter table dry_runs add constraint dry_runs_state_check check (state in ('CHECKED', 'COMMITTED', 'UNDONE'));
