-- Groups of users. The ids in users.group_ids and objects.group_ids are ids of groups.
create table user_groups (
  id text primary key,
  name text not null,
  color text not null default '#1565c0',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index user_groups_name on user_groups (lower(name));

-- Groups were free strings before: each becomes a group with that id and name.
insert into user_groups (id, name, created_at, updated_at)
select min(id), min(id), now(), now()
from (select unnest(group_ids) as id from users union select unnest(group_ids) from objects) used
group by lower(id);
insert into user_groups (id, name, created_at, updated_at)
select id, id || ' (' || row_number() over (partition by lower(id) order by id) || ')', now(), now()
from (select unnest(group_ids) as id from users union select unnest(group_ids) from objects) used
where not exists (select from user_groups g where g.id = used.id);
create index users_groups on users using gin (group_ids);
