-- The keys of calls that have made a record, each for two days: a call that is sent again with its key makes nothing.
create table idempotency_key (
  -- The SHA-256 of the user and the key, so that nobody finds the key of another user and no key is in the database.
  id text collate "C" not null primary key,
  -- Null for visitors.
  user_id bigint references "user" (id) on delete cascade,
  -- The method and the address.
  call text collate "C" not null,
  -- The HMAC of the body, made with the key.
  body_hmac text collate "C" not null,
  -- What answers the call again, as JSON: usually the id of the record.
  made text collate "C" not null,
  created_at text collate "C" not null
);
create index idempotency_key_by_user on idempotency_key (user_id);
create index idempotency_key_by_age on idempotency_key (created_at);
