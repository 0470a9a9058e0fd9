-- 0 after somebody has changed the e-mail address, until its owner signs in with the own password or a superadmin confirms it. Until
-- then no password is mailed, because the person who changed the address could read it.
alter table "user" add column email_confirmed bigint not null default 1 check (email_confirmed in (0, 1));

-- The language of mails to the user: that of the last sign-in; null if unknown.
alter table "user" add column language text collate "C" check (language in ('tr', 'en'));
