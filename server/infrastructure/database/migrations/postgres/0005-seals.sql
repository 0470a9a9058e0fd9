-- From this time on the signatures of the key are no proof. Its private half is in a file now: the next start moves it there.
alter table signing_key add column revoked_from text collate "C";

-- The public register of sealed versions. The next start enters the existing ones. It has no link to a version: an entry stays.
create table seal (
  number bigint primary key,
  -- Of the document.
  sha256 text collate "C" not null,
  -- The SHA-256 of the entry before as canonical JSON, so that none can be inserted or changed later.
  previous text collate "C",
  at text collate "C" not null
);
create unique index seal_by_sha256 on seal (sha256);
