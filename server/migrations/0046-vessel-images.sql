-- Pictures of ships; each is a file that hangs on a row of the register.
create table vessel_images (
  file_id text primary key,
  vessel_id integer not null,
  name text not null,
  licence text not null,
  source text not null,
  author text not null,
  taken_at timestamptz,
  by_id text not null,
  by_name text not null,
  uploaded_at timestamptz not null
);
create index vessel_images_vessel on vessel_images (vessel_id, uploaded_at);
