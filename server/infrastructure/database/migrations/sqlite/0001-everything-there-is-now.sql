-- Times are ISO 8601 texts in UTC; sizes are bytes; *_folded columns hold what uniqueness compares.

create table company (
  id integer primary key,
  name text not null,
  name_folded text not null unique,
  contact_email text not null default '',
  authorized_number text not null default '',
  phone text not null default '',
  address text not null default '',
  created_at text not null,
  updated_at text not null
) strict;

-- The operator's own company: its people look after everybody's turbines. No list shows it.
insert into company (id, name, name_folded, created_at, updated_at)
values (999, 'Kanat', 'kanat', strftime('%Y-%m-%dT%H:%M:%fZ'), strftime('%Y-%m-%dT%H:%M:%fZ'));

create table user (
  id integer primary key autoincrement,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_folded text not null unique,
  role text not null check (role in ('superadmin', 'admin', 'company_manager', 'operator', 'customer', 'viewer')),
  company_id integer not null references company (id),
  is_active integer not null default 1 check (is_active in (0, 1)),
  password_hash text not null,
  created_at text not null,
  updated_at text not null
) strict;
create index user_by_company on user (company_id);

-- id is the SHA-256 of the session's secret: whoever reads this table cannot sign in with it.
create table session (
  id text primary key,
  user_id integer not null references user (id) on delete cascade,
  expires_at integer not null,
  created_at text not null
) strict, without rowid;
create index session_by_user on session (user_id);
create index session_by_expiry on session (expires_at);

create table turbine (
  id integer primary key autoincrement,
  turbine_name text not null default '',
  city text not null,
  code text not null,
  location text not null,
  site_name text not null default '',
  coordinates text,
  rooms integer not null default 3 check (rooms >= 1),
  status text not null default 'active'
    check (status in ('active', 'maintenance', 'faulty', 'offline', 'inactive', 'unknown')),
  company_id integer not null references company (id),
  created_at text not null,
  updated_at text not null
) strict;
create index turbine_by_company on turbine (company_id);

-- The uploader's name and address stay when the user goes.
create table photo (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  key text not null unique,
  original_name text not null,
  category text not null check (category in ('blade', 'drone', 'operator', 'robot')),
  room text,
  blade text check (blade in ('A', 'B', 'C')),
  year integer not null,
  month integer not null check (month between 1 and 12),
  media_type text not null,
  size integer not null,
  width integer,
  height integer,
  sha256 text not null,
  uploaded_at text not null,
  uploader_id integer references user (id) on delete set null,
  uploader_name text not null,
  uploader_email text not null,
  unique (turbine_id, original_name)
) strict;

create table report (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  key text not null unique,
  original_filename text not null,
  file_size_bytes integer not null,
  sha256 text not null,
  year integer not null,
  uploaded_at text not null,
  uploader_id integer references user (id) on delete set null,
  first_name text not null,
  last_name text not null
) strict;
create index report_by_turbine on report (turbine_id, year);

create table comment (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  user_id integer references user (id) on delete set null,
  user_name text not null,
  comment text not null,
  created_at text not null,
  updated_at text not null
) strict;
create index comment_by_turbine on comment (turbine_id, created_at);
