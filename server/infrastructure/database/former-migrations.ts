/**
 * Some migrations were edited after they had run. A database made by a former version lacks what the current file makes, and later
 * migrations may fail. The repairs add it, before the pending migrations run.
 */
export interface Repair {
  /** The migration that ran in a former version. */
  migration: string
  /** A statement that returns a row if the repair is not needed. */
  unless: string
  sql: string
}

/** The first migration after the edited ones. A database that has it is repaired. */
const FIRST_AFTER_REPAIRS = '0014-links-of-findings-ascend.sql'

/** @param ran the names of the database's migrations */
export function mayNeedRepair(ran: ReadonlySet<string>): boolean {
  return ran.size > 0 && !ran.has(FIRST_AFTER_REPAIRS)
}

const PASSWORDS = '0002-mailed-passwords-and-audit.sql'
const FINDINGS = '0011-findings.sql'

const FINDING_UNSOLVED =
  "create index finding_unsolved on finding (turbine_id, severity, id) where status in ('open', 'monitored')"

const sqliteHas = (name: string) => `select 1 from sqlite_schema where name = '${name}'`
const sqliteHasColumn = (table: string, column: string) =>
  `select 1 from pragma_table_info('${table}') where name = '${column}'`

export const SQLITE_REPAIRS: readonly Repair[] = [
  {
    migration: '0004-last-sign-in-and-audit-of-turbines.sql',
    unless: "select 1 from migration where name = '0005-last-sign-in-and-audit-of-turbines.sql'",
    sql: "update migration set name = '0005-last-sign-in-and-audit-of-turbines.sql' where name = '0004-last-sign-in-and-audit-of-turbines.sql'",
  },
  {
    migration: '0006-uploads-in-parts.sql',
    unless: "select 1 from migration where name = '0007-uploads-in-parts.sql'",
    sql: "update migration set name = '0007-uploads-in-parts.sql' where name = '0006-uploads-in-parts.sql'",
  },
  {
    migration: PASSWORDS,
    unless: sqliteHasColumn('user', 'spent_password_sha256'),
    sql: 'alter table user add column spent_password_sha256 text',
  },
  {
    migration: PASSWORDS,
    unless: sqliteHasColumn('user', 'password_mailed_at'),
    // The first version of the file had one mailed password per user, with the time of its mail.
    sql: `
      alter table user add column password_mailed_at text;
      update user set password_mailed_at = (select sent_at from mailed_password where user_id = user.id);
      alter table mailed_password rename to former_mailed_password;
      create table mailed_password (
        password_sha256 text primary key,
        user_id integer not null references user (id) on delete cascade,
        expires_at text not null
      ) strict, without rowid;
      insert into mailed_password (password_sha256, user_id, expires_at)
      select password_sha256, user_id, expires_at from former_mailed_password;
      drop table former_mailed_password;
      create index mailed_password_by_user on mailed_password (user_id);`,
  },
  {
    migration: PASSWORDS,
    unless: sqliteHas('known_place'),
    sql: `
      create table known_place (
        user_id integer not null references user (id) on delete cascade,
        place text not null,
        seen_at text not null,
        primary key (user_id, place)
      ) strict, without rowid;
      create index known_place_by_time on known_place (seen_at);`,
  },
  {
    migration: PASSWORDS,
    unless: sqliteHas('photo_by_uploader'),
    sql: `
      create index photo_by_uploader on photo (uploader_id);
      create index report_by_uploader on report (uploader_id);
      create index comment_by_user on comment (user_id);
      create index photo_by_time on photo (turbine_id, uploaded_at, id);`,
  },
  { migration: FINDINGS, unless: sqliteHas('finding_unsolved'), sql: FINDING_UNSOLVED },
]

export const POSTGRES_REPAIRS: readonly Repair[] = [
  {
    migration: '0009-photos-of-each-year.sql',
    // A former version of 0009 made what 0013 makes.
    unless: `select 1 from migration where name = '0013-count-photos-by-statement.sql'
      union all select 1 where to_regproc('count_added_photos') is null`,
    sql: `insert into migration (name, ran_at)
      select '0013-count-photos-by-statement.sql', ran_at from migration where name = '0009-photos-of-each-year.sql'`,
  },
  {
    migration: FINDINGS,
    unless: "select 1 where to_regclass('finding_unsolved') is not null",
    sql: FINDING_UNSOLVED,
  },
]
