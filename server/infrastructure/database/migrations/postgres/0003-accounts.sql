-- Second factors, sessions that their user can recognise, and invitations.

-- A token now carries the session's secret instead of its id, so tokens of earlier versions have no session.
delete from session;

-- 1 from the password until the second factor.
alter table session add column awaits_factor bigint not null default 0 check (awaits_factor in (0, 1));
-- The mailed password of the sign-in, which the second factor consumes.
alter table session add column mailed_password_sha256 text collate "C";
-- The last time the user proved their identity, with a password or a factor. Null until the second factor.
alter table session add column proved_at text collate "C";
-- The browser's description of itself, and the client's network.
alter table session add column device text collate "C" not null default '';
alter table session add column place text collate "C" not null default '';

-- 1 if each user of the company needs a second factor.
alter table company add column second_factor_required bigint not null default 0 check (second_factor_required in (0, 1));

-- An authenticator app. The secrets are encrypted with the factor key, which is not in the database.
create table totp (
  user_id bigint primary key references "user" (id) on delete cascade,
  -- Null before its first code.
  secret text collate "C",
  -- The secret that waits for its first code.
  next_secret text collate "C",
  -- The time step of the last accepted code: a code works once.
  last_step bigint not null default 0
);

create table passkey (
  -- The credential id in Base64url.
  id text collate "C" primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  name text collate "C" not null,
  -- COSE, in Base64url.
  public_key text collate "C" not null,
  counter bigint not null,
  -- JSON.
  transports text collate "C" not null,
  created_at text collate "C" not null,
  last_used_at text collate "C"
);
create index passkey_by_user on passkey (user_id);

create table recovery_code (
  code_sha256 text collate "C" primary key,
  user_id bigint not null references "user" (id) on delete cascade
);
create index recovery_code_by_user on recovery_code (user_id);

-- Challenges of passkeys, each for one answer.
create table passkey_challenge (
  challenge text collate "C" primary key,
  -- Null for a sign-in.
  session_id text collate "C" references session (id) on delete cascade,
  expires_at text collate "C" not null
);
create index passkey_challenge_by_session on passkey_challenge (session_id);

create table invitation (
  -- Of the token in the mailed link.
  token_sha256 text collate "C" primary key,
  user_id bigint not null unique references "user" (id) on delete cascade,
  expires_at text collate "C" not null
);
