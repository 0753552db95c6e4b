-- Files that people brought and what was made of them, whatever they hang on. Their bytes lie under their hashes in the
-- store of files; bytes that no row names any more are let go.
create table files (
  id text primary key,
  hash text not null,
  size bigint not null,
  -- by its content
  type text not null,
  name text not null,
  user_id text not null,
  at timestamptz not null,
  -- false until its bytes are where they stay
  is_whole boolean not null,
  -- whether it was looked through for what acts when it is opened
  is_scanned boolean not null,
  -- what it hangs on; of_id is null while it waits for that
  kind text not null,
  of_id text,
  -- where it comes among what hangs on the same
  place bigint not null default 0,
  -- how long it is kept; null while there is what it hangs on
  until timestamptz,
  -- hash of a small picture of it; empty when there can be none
  thumbnail text,
  -- what the room tells of its content
  preview jsonb
);
create index files_of on files (kind, of_id, place);
create index files_hash on files (hash) include (size);
create index files_thumbnail on files (thumbnail) where thumbnail <> '';
create index files_user on files (user_id);
create index files_until on files (until) where until is not null;

-- Before, files of events and PDFs of pages lay in tables of their own. A backup of that time brings them again; the next
-- start takes over what is in them and drops them.
create function make_tables_before_files() returns void language sql as $$
  create table if not exists event_files (
    id text primary key, name text not null, type text not null, size integer not null, sha256 text not null,
    is_map boolean not null, bytes bytea not null, preview jsonb, uploaded_by text not null,
    uploaded_at timestamptz not null, event_id text
  );
  create table if not exists static_pdfs (
    key text primary key, name text not null, bytes bytea not null, size integer not null, sha256 text not null,
    uploaded_by text not null, uploaded_at timestamptz not null
  );
$$;

-- Events named their files by ids; now they say what each is.
create function take_event_files_into_bodies() returns void language plpgsql as $$
begin
  update objects set body = (body - 'file_ids') || jsonb_build_object('files', coalesce((
    select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type,
      'sha256', f.sha256, 'is_map', f.is_map) order by one.n)
    from jsonb_array_elements_text(body -> 'file_ids') with ordinality one (id, n) join event_files f on f.id = one.id
  ), '[]'))
  where type = 'vessel_event' and body ? 'file_ids';
end $$;

do $$ begin
  if not exists (select from event_files) then drop table event_files; end if;
  if not exists (select from static_pdfs) then drop table static_pdfs; end if;
end $$;
