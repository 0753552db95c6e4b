-- Whether a user may take the watch without an administrator; null: users whose sources and zones are not restricted may.
alter table users add column takes_watch boolean;
