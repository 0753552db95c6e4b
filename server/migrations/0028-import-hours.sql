-- Fixes of imports by hour, which counts of what was heard leave out: how many were observed in it and how many arrived.
create table import_hours (
  hour timestamptz not null,
  feed smallint not null,
  source_id smallint not null,
  observed bigint not null default 0,
  arrived bigint not null default 0,
  primary key (hour, feed, source_id)
);

-- Those that lie in rows are counted now; nearly all of them are off time, so an index finds them.
insert into import_hours (hour, feed, source_id, observed, arrived)
select hour, feed, source_id, sum(observed), sum(arrived) from (
  select date_trunc('hour', part.at, 'UTC') as hour, feed, source_id, part.observed, part.arrived
  from fixes, lateral (values (observed_at, 1, 0), (rec_time, 0, 1)) as part (at, observed, arrived)
  where feed >= 20000 and quality < 2
    and (rec_time - observed_at > interval '10 minutes' or rec_time - observed_at < interval '-61 seconds')
) counted group by hour, feed, source_id;
