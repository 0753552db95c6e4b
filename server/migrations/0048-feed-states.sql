-- How feeds did, each time that changed; by the numbers of feeds.
create table feed_states (
  number smallint not null,
  at timestamptz not null,
  state text not null,
  why text,
  primary key (number, at)
);
create index feed_states_at on feed_states (at);
