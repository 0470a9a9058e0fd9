import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Updateable } from 'kysely'
import pino from 'pino'
import type { Env } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { type FileId, fullName, originalOf } from '#server/infrastructure/store/file-store.ts'
import { createApp } from '#server/start/app.ts'
import { openServices } from '#server/start/services.ts'
import { LentImages } from './servers/lent-images.ts'
import { putMigratedDatabase } from './servers/migrated-database.ts'
import { isOnBucket, TestBucket } from './servers/test-bucket.ts'
import { allRows, isOnPostgres, TestDatabase } from './servers/test-databases.ts'
import { timeFactor } from './time/time-factor.ts'

/**
 * The real app over a real database and store in a temporary folder; in the second run of a file, the rows are in PostgreSQL and the files
 * in a bucket.
 */
export class TestApp implements AsyncDisposable {
  readonly dir: string
  readonly services: Services
  readonly app: Hono<Env>
  #lastRead: { revision: number; rows: Rows } | undefined
  readonly #database: TestDatabase | undefined
  readonly #bucket: TestBucket | undefined
  readonly #images: LentImages

  private constructor(
    dir: string,
    services: Services,
    database: TestDatabase | undefined,
    bucket: TestBucket | undefined,
  ) {
    this.dir = dir
    this.services = services
    this.#bucket = bucket
    // Nothing has used its own workers yet.
    services.images.close()
    this.#images = LentImages.lend(services.config.images)
    services.images = this.#images
    this.app = createApp(services)
    this.#database = database
  }

  /**
   * @param env an empty `DATABASE_URL` means SQLite, also in the second run
   * @param store `disk` for a test that looks into the folder, also in the second run
   * @param jobs `wait` for a test in which no job must change a row
   */
  static async open(
    env: Record<string, string> = {},
    store?: 'disk',
    jobs: 'run' | 'wait' = 'run',
  ): Promise<TestApp> {
    const dir = await temporaryFolder()
    const database = isOnPostgres && env.DATABASE_URL === undefined ? await TestDatabase.make() : undefined
    const bucket = isOnBucket && !env.STORE_URL && store !== 'disk' ? await TestBucket.start() : undefined
    if (database === undefined && !env.DATABASE_URL) await putMigratedDatabase(dir)
    const base = {
      DATA_DIR: dir,
      DATABASE_URL: database?.url,
      MIN_FREE_MB: '0',
      RESERVE_MB: '0',
      TIME_FACTOR: timeFactor(env),
    }
    const config = readConfig({ ...base, ...bucket?.env, ...env })
    const services = await openServices(config, pino({ level: 'silent' }))
    const testApp = new TestApp(dir, services, database, bucket)
    if (jobs === 'run') services.jobs.start(services)
    return testApp
  }

  /** Every row except sessions, and every file. A refused call must not change them. */
  async contents(): Promise<{ rows: Rows; files: string[] }> {
    const { db } = this.services
    // While it is the same, all rows are.
    const revision = await db.revision()
    if (this.#lastRead?.revision !== revision) {
      const { session: _, revision: __, limit_count: ___, ...rows } = await allRows(db)
      this.#lastRead = { revision, rows }
    }
    return { rows: this.#lastRead.rows, files: await this.files() }
  }

  /** Everything that the database stores: its files, or the rows of PostgreSQL. */
  async storedText(): Promise<string> {
    if (isOnPostgres) return JSON.stringify(await allRows(this.services.db))
    const files = ['kanat.db', 'kanat.db-wal'].map((name) => readFile(join(this.dir, name), 'latin1'))
    return (await Promise.all(files)).join()
  }

  /** The files of the store, without the database and the token secret. */
  async files(): Promise<string[]> {
    const found: string[] = []
    for await (const file of this.services.store.list()) found.push(fullName(file))
    for (const id of await this.services.partialFiles.list()) found.push(`partial/${id}`)
    const { dataDir } = this.services.config
    const incoming = join(dataDir, 'incoming')
    for (const entry of await readdir(incoming, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) found.push(join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    }
    return found.sort()
  }

  /** Replaces the bytes of a file in the store, or adds the file. */
  async putFile(file: FileId, bytes: Uint8Array): Promise<void> {
    await using incomingFolder = await this.services.incoming.openFolder()
    const path = incomingFolder.newPath()
    await writeFile(path, bytes)
    await this.services.store.keep([{ file, path }])
  }

  /** The bytes of an original. */
  async readOriginal(key: string): Promise<Buffer> {
    await using file = await this.services.store.open(originalOf(key))
    return Buffer.from((await file?.readAll()) ?? [])
  }

  /** Changes the row with the id, without a request. */
  async edit<Table extends EditedTable>(
    table: Table,
    id: number,
    values: Updateable<Schema[Table]>,
  ): Promise<void> {
    const { write } = this.services.db
    await write
      .updateTable(table as 'user')
      .set(values as object)
      .where('id', '=', id)
      .execute()
  }

  /** Closes what is open, and leaves the folder. */
  async close(): Promise<void> {
    await this.services.mailer.close(0)
    this.#images.giveBack()
    await this.services.jobs.close()
    await this.services.panoramaTiles.close()
    await this.services.pointClouds.close()
    await this.services.db.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
    await this.#database?.[Symbol.asyncDispose]()
    await this.#bucket?.[Symbol.asyncDispose]()
    await rm(this.dir, { recursive: true })
  }
}

type EditedTable =
  | 'comment'
  | 'company'
  | 'file_job'
  | 'finding'
  | 'link'
  | 'photo'
  | 'report'
  | 'turbine'
  | 'user'
type Rows = Record<string, unknown[]>

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'kanat-test-'))
}
