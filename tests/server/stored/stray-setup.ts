/** Installations whose server stops and starts again, with another database or other files. */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/infrastructure/config.ts'
import { Bucket } from '#server/infrastructure/store/bucket/bucket.ts'
import { fullName, originalOf } from '#server/infrastructure/store/file-store.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine, readUpload } from '../../support/builders.ts'
import { isOnBucket, TestBucket } from '../../support/servers/test-bucket.ts'
import { isOnPostgres, TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp, temporaryFolder } from '../../support/test-app.ts'

/** Late enough that all files are older than a day. */
export const inTwoDays = () => Date.now() + 2 * 24 * 60 * 60 * 1000

/** A place of files, and databases that are used with it one after the other. */
export class Place implements AsyncDisposable {
  readonly dir: string
  readonly #stack: AsyncDisposableStack
  readonly #bucket: TestBucket | undefined
  #database: string | undefined
  #open: TestApp | undefined

  private constructor(dir: string, stack: AsyncDisposableStack, bucket: TestBucket | undefined) {
    this.dir = dir
    this.#stack = stack
    this.#bucket = bucket
  }

  static async make(): Promise<Place> {
    const stack = new AsyncDisposableStack()
    const dir = await temporaryFolder()
    stack.defer(() => rm(dir, { recursive: true, force: true }))
    return new Place(dir, stack, isOnBucket ? stack.use(await TestBucket.start()) : undefined)
  }

  /** The environment of a server with these files and the present database. */
  get env(): Record<string, string> {
    return {
      DATA_DIR: this.dir,
      ...(this.#database !== undefined && { DATABASE_URL: this.#database }),
      ...this.#bucket?.env,
    }
  }

  /** Stops the server that runs, and starts one. */
  async start(): Promise<TestApp> {
    await this.stop()
    if (isOnPostgres) this.#database ??= this.#stack.use(await TestDatabase.makeWithoutTables()).url
    this.#open = await TestApp.open(this.env, isOnBucket ? undefined : 'disk')
    return this.#open
  }

  /** Removes the id of the files, which files of former versions do not have. */
  async forgetId(): Promise<void> {
    if (!this.#bucket) return rm(join(this.dir, 'installation'))
    const { bucket } = readConfig(this.env)
    if (!bucket) throw new Error('The files are in no bucket.')
    await (await Bucket.open(bucket)).remove('installation')
  }

  async stop(): Promise<void> {
    await this.#open?.close()
    this.#open = undefined
  }

  /** Stops the server and starts one with a new database. @returns a function that brings the former database back */
  async startWithNewDatabase(): Promise<{ testApp: TestApp; bringBack: () => Promise<TestApp> }> {
    await this.stop()
    const former = this.#database
    this.#database = undefined
    const names = ['kanat.db', 'kanat.db-wal', 'kanat.db-shm']
    const move = async (from: string, to: string) => {
      for (const name of names)
        await rename(join(this.dir, name + from), join(this.dir, name + to)).catch(() => {})
    }
    await move('', '.former')
    return {
      testApp: await this.start(),
      bringBack: async () => {
        await this.stop()
        this.#database = former
        for (const name of names) await rm(join(this.dir, name), { force: true })
        await move('.former', '')
        return this.start()
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await this.#stack.disposeAsync()
  }
}

/** Uploads a photo. @returns its key and its turbine */
export async function uploadPhoto(testApp: TestApp): Promise<{ key: string; turbine: number }> {
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const superadmin = await signInAs(testApp, 'superadmin')
  const { data } = await readUpload(await superadmin.upload(turbine, { 'a.jpg': await jpeg() }))
  return { key: data[0]?.key ?? '', turbine }
}

/** Adds originals without a row. @returns their full names */
export async function putUnknown(testApp: TestApp, count: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, n) => originalOf(`turbines/7/photos/${n}-unknown.jpg`))
  await using incomingFolder = await testApp.services.incoming.openFolder()
  const news = files.map((file) => ({ file, path: incomingFolder.newPath() }))
  for (const { path, file } of news) await writeFile(path, file.name)
  await testApp.services.store.keep(news)
  return files.map(fullName)
}

/** The status and the warnings of the health. */
export async function readHealth(
  testApp: TestApp,
): Promise<[status: number, warnings: string[] | undefined]> {
  await testApp.services.health.check()
  const answer = await testApp.app.request('/api/health')
  const { warnings = [] } = (await answer.json()) as { warnings?: string[] }
  // The process of the tests works for longer than a server.
  const own = warnings.filter((warning) => warning !== 'event_loop')
  return [answer.status, own.length > 0 ? own : undefined]
}
