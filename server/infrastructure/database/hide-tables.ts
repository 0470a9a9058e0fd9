import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryCreator,
  type QueryResult,
  type RawBuilder,
  SelectQueryNode,
  type UnknownRow,
  type WithNode,
} from 'kysely'
import type { Reader, Writer } from './database.ts'
import type { Schema } from './schema.ts'

/** The replacement of each table, by its name. */
type Replacements = Record<string, RawBuilder<UnknownRow>>

/**
 * The same connection or transaction, whose queries read other rows instead of these tables. A common table expression shadows the table
 * in the whole statement, including subqueries, so no query can forget it.
 */
export function hideTables<Db extends Reader | Writer>(db: Db, tables: Replacements): Db {
  return (db as Writer).withPlugin(new HideTables(db, tables)) as unknown as Db
}

/** Adds common table expressions to every query. */
class HideTables implements KyselyPlugin {
  readonly #with: WithNode

  constructor(db: Reader | Writer, tables: Replacements) {
    let query = db as QueryCreator<Schema>
    for (const [table, rows] of Object.entries(tables)) {
      query = query.with(
        (name) => name(table).notMaterialized(),
        () => rows,
      ) as unknown as QueryCreator<Schema>
    }
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
