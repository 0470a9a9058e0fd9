import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  SelectQueryNode,
  sql,
  type UnknownRow,
  type WithNode,
} from 'kysely'
import { PERMISSIONS, type Role } from '#domain/permissions.ts'
import type { Reader, Writer } from './database.ts'
import { isPostgres } from './differing-sql.ts'
import type { PhotoTable } from './photo-schema.ts'

/**
 * What customers and viewers read instead of the tables of these names. A common table expression hides the table of its name in the whole
 * statement, also in its subqueries, so no query can forget to leave out what is not published.
 *
 * @see docs/decisions/pictures-and-findings/releases.md
 */
function hidingTables(db: Reader | Writer) {
  // SQLite takes the bare name for the expression itself, PostgreSQL does not.
  const table = (name: string) => sql.raw(isPostgres(db) ? `"${name}"` : `main."${name}"`)
  const published = sql`(select id from published_finding where is_current = 1)`
  return {
    photo: sql<UnknownRow>`(select ${PHOTO_COLUMNS} from ${table('photo')})`,
    finding: sql<UnknownRow>`(select * from published_finding where is_current = 1)`,
    report: sql<UnknownRow>`(select * from ${table('report')} where is_draft = 0)`,
    comment: sql<UnknownRow>`(select * from ${table('comment')} where audience = 'all' and (finding_id is null or finding_id in ${published}))`,
  }
}

/** The columns of photos. Who looked at one, and when, is for those who work on the inspection. */
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
    scale: true,
    looked_at: false,
    looked_by: false,
  } satisfies Record<keyof PhotoTable, boolean>).map(([name, isShown]) =>
    isShown ? sql.ref(name) : sql`null as ${sql.ref(name)}`,
  ),
)

class ShowPublished implements KyselyPlugin {
  readonly #with: WithNode

  constructor(db: Reader | Writer) {
    const { photo, finding, report, comment } = hidingTables(db)
    const query = (db as Writer)
      .with(
        (name) => name('photo').notMaterialized(),
        () => photo,
      )
      .with(
        (name) => name('finding').notMaterialized(),
        () => finding,
      )
      .with(
        (name) => name('report').notMaterialized(),
        () => report,
      )
      .with(
        (name) => name('comment').notMaterialized(),
        () => comment,
      )
    const node = query.selectFrom('company').select('id').toOperationNode()
    if (!node.with) throw new Error('Kysely has no expressions here.')
    this.#with = node.with
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (!SelectQueryNode.is(node)) return node
    const own = node.with?.expressions ?? []
    return { ...node, with: { ...this.#with, expressions: [...this.#with.expressions, ...own] } }
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

/** True for the roles that see only what is published. */
export function seesOnlyPublished(role: Role): boolean {
  return !(role in PERMISSIONS['inspection.work'])
}

/** The queries of a user: those who see only what is published find nothing else in it. @param role undefined for the server itself */
export function shownTo<Db extends Reader | Writer>(role: Role | undefined, db: Db): Db {
  if (role === undefined || !seesOnlyPublished(role)) return db
  return (db as Writer).withPlugin(new ShowPublished(db)) as unknown as Db
}
