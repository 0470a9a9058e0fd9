/**
 * Writes each kind of file that the server writes beside an upload, when the parent process asks for it: `node write-files.ts FOLDER`. The
 * parent makes the system calls fail; see `failing-disk-files.slow.test.ts`.
 */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { findTokenSecret, readTokenSecret } from '#server/core/access/token-secret.ts'
import { backUp } from '#server/features/backup/back-up.ts'
import { verify } from '#server/features/backup/verify.ts'
import { probeWriting } from '#server/infrastructure/disk/disk-errors.ts'
import { MarkerFile } from '#server/infrastructure/disk/marker-file.ts'
import { Reserve } from '#server/infrastructure/disk/reserve.ts'
import { Outbox } from '#server/infrastructure/mail/outbox.ts'
import { FileCache } from '#server/infrastructure/store/bucket/file-cache.ts'
import { derivativeOf, type NewFile } from '#server/infrastructure/store/file-store.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import { signInAs } from '../../support/accounts.ts'
import { makeCompany, makeTurbine, pdf } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'
import type { FileKind, FileState } from './written-files.ts'

interface WrittenFile {
  /** Makes the state before the writing. */
  prepare(): Promise<unknown>
  write(): Promise<unknown>
  /** What a reader of the file finds. */
  read(): Promise<FileState>
}

const [dir = ''] = process.argv.slice(2)
const incoming = await Incoming.open(dir)
const bytes = Buffer.alloc(100_000, 'Kanat')
const at = (name: string) => join(dir, name)
const remove = (name: string) => rm(at(name), { recursive: true, force: true })
const orMissing = (path: string) => readFile(path).catch(() => undefined)

/** The state of a file whose content is replaced. */
function stateOf(found: string | undefined, before: string | undefined, after: string): FileState {
  if (found === after) return 'written'
  return found === before ? 'unwritten' : 'damaged'
}

const [FORMER, NEW] = ['a'.repeat(64), 'b'.repeat(64)]
const marker = new MarkerFile(at('installation'))
const limits = { maxBytes: 1e9, minFreeBytes: 0 }
const openCache = () => FileCache.open(dir, incoming, limits, pino({ level: 'silent' }))
let kept: { cache: FileCache; file: NewFile } | undefined
let reserve: Reserve | undefined
let installation: TestApp | undefined

/** A server with a report and a mail, whose folder is never on the failing disk. */
async function openInstallation(): Promise<TestApp> {
  const app = await TestApp.open({ DATABASE_URL: '' }, 'disk')
  const company = await makeCompany(app)
  const client = await signInAs(app, 'operator', company)
  const turbine = await makeTurbine(app, { company_id: company })
  await client.uploadReports(turbine, { 'r.pdf': pdf() })
  await new Outbox(app.dir).keep(bytes)
  return app
}

const FILES: Record<FileKind, WrittenFile> = {
  'a mail of the outbox': {
    prepare: () => remove('outbox'),
    write: () => new Outbox(dir).keep(bytes),
    async read() {
      const names = await readdir(at('outbox')).catch(() => [])
      const mails = await Promise.all(
        names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(at('outbox'), name))),
      )
      if (mails.some((mail) => !mail.equals(bytes)) || names.length > mails.length) return 'damaged'
      return mails.length > 0 ? 'written' : 'unwritten'
    },
  },
  'the token secret': {
    prepare: () => remove('token-secret'),
    write: () => readTokenSecret(dir, incoming),
    async read() {
      if (await findTokenSecret(dir)) return 'written'
      return (await orMissing(at('token-secret'))) ? 'damaged' : 'unwritten'
    },
  },
  'the marker of an installation or a move': {
    prepare: () => writeFile(at('installation'), FORMER),
    write: () => marker.write(NEW),
    read: async () => stateOf(await marker.read(), FORMER, NEW),
  },
  'a copy of a file of the bucket': {
    async prepare() {
      await remove('cache')
      const path = (await incoming.openFolder()).newPath()
      await writeFile(path, bytes)
      kept = { cache: await openCache(), file: { file: derivativeOf('1.jpg', '320.webp'), path } }
    },
    write: async () => kept?.cache.keep([kept.file]),
    async read() {
      // As after a restart.
      const cache = await openCache()
      await using copy = kept && (await cache.open(kept.file.file))
      if (!copy) return 'unwritten'
      return bytes.equals(Buffer.from((await copy.readAll()) ?? [])) ? 'written' : 'damaged'
    },
  },
  'the reserve': {
    async prepare() {
      await remove('reserve')
      reserve = await Reserve.open(dir, 2 ** 20)
    },
    async write() {
      if (!(await reserve?.fill())) throw reserve?.failure
    },
    async read() {
      const { blocks } = await stat(at('reserve')).catch(() => ({ blocks: 0 }))
      const isWhole = blocks * 512 >= 2 ** 20
      if (isWhole !== reserve?.isComplete) return 'damaged'
      return isWhole ? 'written' : 'unwritten'
    },
  },
  'the probe of the health check': {
    prepare: () => remove('write-probe'),
    async write() {
      const failure = await probeWriting(dir, true)
      if (failure !== undefined) throw failure
    },
    read: async () => ((await orMissing(at('write-probe'))) ? 'damaged' : 'written'),
  },
  'a backup': {
    async prepare() {
      await remove('backup')
      installation ??= await openInstallation()
    },
    write: () => backUp(installation?.dir ?? '', at('backup')),
    async read() {
      // A folder without a database is no backup.
      if ((await orMissing(join(at('backup'), 'kanat.db'))) === undefined) return 'unwritten'
      const { problems } = await verify({ dataDir: at('backup') })
      return problems.length === 0 ? 'written' : 'damaged'
    },
  },
}

process.on('message', async ({ kind, step }: { kind: FileKind; step: keyof WrittenFile }) => {
  try {
    process.send?.({ result: await FILES[kind][step]() })
  } catch (error) {
    process.send?.({ failure: String(error) })
  }
})
process.on('disconnect', async () => {
  await installation?.[Symbol.asyncDispose]()
  process.exit()
})
process.send?.({ result: 'ready' })
