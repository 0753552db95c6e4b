-- Entries of the blacklist become objects like all others that people edit: a ship taken off it was on it then.
insert into objects (type, id, version, known_from, domain, visibility, owner_id, owner, created_at,
    updated_user_id, updated_by, body)
  select 'blacklisted_vessel', lpad(entry.mmsi::text, 9, '0'), 1, entry.added_at, 'REAL', 'CENTRE',
    coalesce(who.id, ''), entry.added_by, entry.added_at, coalesce(who.id, ''), entry.added_by,
    jsonb_build_object('mmsi', entry.mmsi, 'reason', entry.reason)
  from blacklisted_vessels entry left join lateral (
    select id from users where username = entry.added_by order by status = 'DELETED', id limit 1
  ) who on true;
drop table blacklisted_vessels;
