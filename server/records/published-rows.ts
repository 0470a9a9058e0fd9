import { sql, type UnknownRow } from 'kysely'
import { PERMISSIONS, type Role } from '#domain/permissions.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import { hideTables } from '#server/infrastructure/database/hide-tables.ts'
import type { PhotoTable } from '#server/infrastructure/database/photo-schema.ts'

/**
 * What customers and viewers read instead of the tables of these names. A common table expression shadows the table in the whole statement,
 * including subqueries, so no query can forget to hide unpublished rows.
 *
 * @see docs/decisions/pictures-and-findings/releases.md
 */
function hidingTables(db: Reader | Writer) {
  // SQLite resolves the bare name to the expression itself, PostgreSQL does not.
  const table = (name: string) => sql.raw(isPostgres(db) ? `"${name}"` : `main."${name}"`)
  const isWithdrawn = (
    name: string,
    version: string,
  ) => sql`exists (select 1 from inspection_version as version_of_file
    where version_of_file.turbine_id = ${sql.ref(`${name}.turbine_id`)}
      and version_of_file.year = ${sql.ref(`${name}.year`)}
      and version_of_file.version = ${sql.ref(`${name}.${version}`)}
      and version_of_file.withdrawn_at is not null)`
  return {
    photo: sql<UnknownRow>`(select ${PHOTO_COLUMNS} from ${table('photo')})`,
    finding: sql<UnknownRow>`(select * from published_finding where is_current = 1)`,
    report: sql<UnknownRow>`(select * from ${table('report')} as stored_report
      where is_draft = 0 and not ${isWithdrawn('stored_report', 'inspection_version')})`,
    // Files of an unpublished inspection, and their jobs, are for the team.
    file_job: sql<UnknownRow>`(select * from ${table('file_job')} as stored_job
      where version is not null and not ${isWithdrawn('stored_job', 'version')})`,
    // Each is looked up by id: a list of all published findings would be made for every statement.
    comment: sql<UnknownRow>`(select * from ${table('comment')} as stored_comment
      where audience = 'all' and (finding_id is null or exists (select 1 from published_finding as said_about
        where said_about.id = stored_comment.finding_id and said_about.is_current = 1)))`,
  }
}

/** The columns of photos. Who inspected one, and when, is for the team. */
const PHOTO_COLUMNS = sql.join(
  Object.entries({
    id: true,
    turbine_id: true,
    key: true,
    original_name: true,
    category: true,
    room: true,
    blade: true,
    year: true,
    month: true,
    media_type: true,
    size: true,
    width: true,
    height: true,
    sha256: true,
    uploaded_at: true,
    uploader_id: true,
    uploader_name: true,
    uploader_email: true,
    gpano: true,
    exif: true,
    orientation: true,
    original_shown: true,
    scale: true,
    looked_at: false,
    looked_by: false,
  } satisfies Record<keyof PhotoTable, boolean>).map(([name, isShown]) =>
    isShown ? sql.ref(name) : sql`null as ${sql.ref(name)}`,
  ),
)

/** True for the roles that see published data only. */
export function seesOnlyPublished(role: Role): boolean {
  return !(role in PERMISSIONS['inspection.work'])
}

/** The queries of a user, restricted to published data for some roles. @param role undefined for the server itself */
export function shownTo<Db extends Reader | Writer>(role: Role | undefined, db: Db): Db {
  if (role === undefined || !seesOnlyPublished(role)) return db
  return hideTables(db, hidingTables(db))
}

/** A published version by its row. */
interface VersionRow {
  id: number
  turbine_id: number
  year: number
}

/**
 * The queries about a turbine find the findings of one version as it states them, even after a later one, and those of other years as
 * published now.
 */
export function shownAsVersion(db: Reader, { id, turbine_id, year }: VersionRow): Reader {
  const own = sql`(select id from published_finding where version_id = ${id})`
  const finding = sql<UnknownRow>`(select * from published_finding
    where version_id = ${id} or (turbine_id = ${turbine_id} and is_current = 1 and year <> ${year} and id not in ${own}))`
  return hideTables(db, { finding })
}
