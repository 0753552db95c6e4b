-- The blacklist becomes a vessel list like others: its entries are members, and every instant at which one was added or
-- removed is a version of it. A backup of the time before is taken over at the next start.
create function take_blacklist_from_entries() returns void language sql as $$
  with instant as (
    select known_from as at, min(updated_user_id) as updated_user_id, min(updated_by) as updated_by,
      row_number() over (order by known_from) as version, lead(known_from) over (order by known_from) as until
    from objects where type = 'blacklisted_vessel' group by known_from
  ), versions as (
    insert into objects (type, id, version, known_from, known_to, domain, visibility, owner_id, owner, created_at,
        updated_user_id, updated_by, body)
      select 'vessel_list', 'blacklist', version, at, until, 'REAL', 'CENTRE', '', '', (select min(at) from instant),
        updated_user_id, updated_by, '{"name": "Blacklist", "kind": "STATIC", "color": "#c62828"}'::jsonb
      from instant
  )
  insert into vessel_list_members (mmsi, list_id, from_version, to_version, place, reason, added_by, added_by_id, added_at)
    select (entry.body ->> 'mmsi')::integer, 'blacklist', came.version, gone.version,
      row_number() over (partition by came.version order by entry.id), entry.body ->> 'reason', entry.owner,
      entry.owner_id, entry.known_from
    from objects entry
    join instant came on came.at = entry.known_from
    left join instant gone on gone.at = entry.known_to
    where entry.type = 'blacklisted_vessel' and not entry.removed
  on conflict do nothing;
  delete from objects where type = 'blacklisted_vessel';
$$;
select take_blacklist_from_entries();
