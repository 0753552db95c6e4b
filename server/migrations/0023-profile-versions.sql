-- Map profiles become objects like all others that people edit: each version stays with when it was known and who made it.
insert into objects (type, id, version, known_from, domain, visibility, owner_id, owner, group_ids, created_at,
    updated_user_id, updated_by, body)
  select 'map_profile', profile.id, profile.version, profile.updated_at, 'REAL', profile.scope, profile.owner_id,
    coalesce(users.username, ''), profile.group_ids, profile.created_at, profile.owner_id, coalesce(users.username, ''),
    jsonb_build_object('name', profile.name, 'is_default', profile.is_default, 'fields', profile.fields)
  from map_profiles profile left join users on users.id = profile.owner_id;
alter table active_map_profiles drop constraint active_map_profiles_profile_id_fkey;
drop table map_profiles;
