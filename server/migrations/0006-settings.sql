-- The administrators' settings that differ from their defaults, and one version over all of them.
create table admin_settings (
  key text primary key,
  value jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null
);
create table admin_settings_version (
  one boolean primary key default true check (one),
  version integer not null
);
insert into admin_settings_version (version) values (1);

create table map_profiles (
  id text primary key,
  version integer not null default 1,
  owner_id text not null,
  name text not null,
  scope text not null check (scope in ('PRIVATE', 'GROUP', 'CENTRE')),
  -- whose profile it is with scope GROUP: the groups of its owner when it was last shared
  group_ids text[] not null default '{}',
  is_default boolean not null default false,
  -- base, center, zoom, rotation, layers and view as they stand in the contract
  fields jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index map_profiles_of_owner on map_profiles (owner_id);
create table active_map_profiles (
  user_id text primary key,
  profile_id text not null references map_profiles (id) on delete cascade,
  chosen_at timestamptz not null
);

create table static_pages (
  key text primary key,
  title text not null,
  body_md text not null,
  version integer not null,
  updated_by text not null,
  updated_at timestamptz not null
);
-- What a page said before; the page itself holds what it says now.
create table static_page_versions (
  key text not null,
  version integer not null,
  title text not null,
  body_md text not null,
  updated_by text not null,
  updated_at timestamptz not null,
  primary key (key, version)
);
create table static_pdfs (
  key text primary key,
  name text not null,
  bytes bytea not null,
  size integer not null,
  sha256 text not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);

create table release_note_reads (
  user_id text not null,
  note_id text not null,
  read_at timestamptz not null,
  primary key (user_id, note_id)
);

-- Keys of feeds, locked with the installation's key; the server locks those that still stand in clear when it starts.
alter table feeds add column secret_locked bytea;

insert into static_pages (key, title, body_md, version, updated_by, updated_at) values
('landing', 'Maritime situational awareness for the Indian Ocean Region', $md$Welcome. Here the operators of a regional information fusion centre see what moves at sea, share what they know of it, and act on it together. The centre was set up in December 2018 to foster collaboration among member countries, national and international agencies and multinational groups.

## Our Mission

To collect, analyse and share critical information to improve regional situation awareness.

## Our Vision

A region in which every partner sees the same sea, in which a ship in distress or in doubt is noticed early, and in which nobody has to keep watch alone.

## Join Us in Our Journey

Countries, agencies and groups that watch over these waters are welcome. Information that one partner shares is worth more to all; speak to the centre about a liaison officer, a feed, or an account.
$md$, 1, 'Samudra', now()),
('notice', 'Data Integrity Notice', $md$We pursue accuracy in all data shown here. Completeness and correctness are not guaranteed: positions, names and other particulars come from transmissions and reports of others and may be late, missing or false.

Independent verification is encouraged before any decision rests on what is shown here.

No liability is accepted for discrepancies or errors.
$md$, 1, 'Samudra', now()),
('motto', 'Motto', 'Vasudhaiva Kutumbakam - The World is One Family', 1, 'Samudra', now()),
('password_guidance', 'Passwords', 'Use a mix of uppercase, lowercase, numbers and special characters; at least 12 characters; avoid common passwords; do not send PDFs with active links.', 1, 'Samudra', now()),
('help', 'Help', $md$## The map

- Drag to move, turn the wheel or pinch to zoom. The chart below comes in three layers: WORLD IMAGERY, DARK and BRIGHT.
- Every mark is a vessel where it was last heard. Its shape shows where it heads, its colour what kind of ship it is; a mark that was not heard for long fades.
- The line at the foot says how many vessels are shown and how old the picture is. When the connection is lost the old picture stays and says its age.

## Search

- Type a name, an MMSI, an IMO number or a call sign into the quick search. Choosing a vessel brings it to the middle of the map and opens its card.

## Vessel card

- Click a vessel to open its card: position, course, speed, particulars and the source that is shown.
- A value that sources disagree about names all of them. Anomalies stand at the top, with the reason.

## Keys

- Tab and Shift+Tab move between the parts of a screen, Enter and Space press what is marked, Esc closes what is on top.
- On the map the arrow keys move the chart, + and - zoom; / searches, B changes the base layer, P the palette, G the grid, ? lists all.
- Ctrl K opens screens, vessels and actions from anywhere.

## Sessions

- A session that nobody touches ends after the time the administrators have set; before that you are asked whether to stay.
- Under your account you see every device you are signed in on and end what you do not know.
- Lost your password or your second factor? An administrator gives you a temporary password and removes the second factor.
$md$, 1, 'Samudra', now());
