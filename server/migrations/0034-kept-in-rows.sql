-- Who is on a vessel list, from which version of the list until which: who comes or goes writes one row.
create table vessel_list_members (
  mmsi integer not null,
  list_id text not null,
  from_version integer not null,
  -- the first version without; null while the ship is on it
  to_version integer,
  -- the order of those that came with one version
  place integer not null,
  reason text not null,
  added_by text not null,
  added_by_id text not null,
  added_at timestamptz not null,
  expires_at timestamptz,
  primary key (list_id, mmsi, from_version),
  check (to_version > from_version)
);
-- Before, every version of a list had all of them in its body; so has a backup of that time.
create function take_members_from_bodies() returns void language sql as $$
  insert into vessel_list_members
    with entry as (
      select list.id as list_id, list.version, one.value as said, one.ordinality as place
      from objects list, jsonb_array_elements(list.body -> 'members') with ordinality one
      where list.type = 'vessel_list'
    ), stay as (
      -- versions in a row that say the same of a ship are one stay
      select *, version - row_number() over (partition by list_id, said order by version) as stay from entry
    ), last as (
      select id, max(version) as version from objects where type = 'vessel_list' group by id
    )
    select (said ->> 'mmsi')::integer, list_id, min(stay.version), nullif(max(stay.version), max(last.version)) + 1,
      (array_agg(place order by stay.version))[1], said ->> 'reason', said ->> 'added_by', said ->> 'added_by_id',
      (said ->> 'added_at')::timestamptz, (said ->> 'expires_at')::timestamptz
    from stay join last on last.id = list_id
    group by list_id, said, stay;
  update objects set body = body - 'members' where type = 'vessel_list' and body ? 'members';
$$;
select take_members_from_bodies();

-- Who sees the last version of objects that are not held in memory: everybody, a user, a group, administrators. A page of
-- what somebody sees is read by it in order.
create table object_seers (
  type text not null,
  seer text not null,
  domain text not null,
  removed boolean not null,
  id text not null,
  primary key (type, seer, domain, removed, id)
);
create index object_seers_of on object_seers (type, id);
