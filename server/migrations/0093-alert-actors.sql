-- User by whose action a version of an alert came about, and the action; null for versions by the system and older ones.
alter table alert_versions add column actor text;
alter table alert_versions add column action text;
