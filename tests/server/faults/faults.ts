/** Makes system calls of a server process fail, or kills the process at a call, with a library that is loaded before libc. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = import.meta.dirname
const BUILT = join(FOLDER, '../../.build/faults')

/**
 * The same numbers as in `faults.c`. `fail` makes one call fail, `failFrom` this call and all later calls. `killHalfway` kills
 * the process in the middle of a write. The last two copy the folder at every call, and the process continues: a copy is what a
 * kill at this call would leave.
 */
const ACTIONS = {
  off: 0,
  fail: 1,
  failFrom: 2,
  killBefore: 3,
  killHalfway: 4,
  count: 5,
  copyBefore: 6,
  copyHalfway: 7,
}
const KINDS = { write: 1, sync: 2, allocate: 4, rename: 8, remove: 16 }
const ENOSPC = 28

export type FaultKind = keyof typeof KINDS

/** False if there is no C compiler; tests that need one are then skipped. */
export const canInjectFaults = process.platform === 'linux' && hasCompiler()

function hasCompiler(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface Fault {
  action: Exclude<keyof typeof ACTIONS, 'off'>
  /** The counted calls; by default all kinds. */
  kinds?: FaultKind[]
  /** The number of the affected call, from 1. */
  at?: number
  /** The errno of a failure; by default ENOSPC. */
  error?: number
}

/** Compiles `faults.c` unless a former test has done so. @returns the path of the library, which has the hash of its source */
async function buildLibrary(): Promise<string> {
  const source = join(FOLDER, 'faults.c')
  const hash = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
  const library = join(BUILT, `faults-${hash.slice(0, 16)}.so`)
  if (existsSync(library)) return library
  const unfinished = join(BUILT, `${process.pid}-${crypto.randomUUID()}.so`)
  execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', unfinished, source, '-ldl'])
  await rename(unfinished, library)
  return library
}

/** True in `npm run test:all`: a fault is then tried at every call, and not at a sample with each kind of call. */
export const triesEveryCall = process.env.TEST_EVERY_CALL === '1'

/** An odd number, because the database writes the head of a page and the page by turns. */
const EACH = 21

/** The faults of one process and its children. They begin when the test arms them. */
export class Faults {
  /** The environment of the process. */
  readonly env: Record<string, string>
  /** The folder of the copies, next to the data folder. `copiesInOrder` lists them. */
  readonly copies: string
  readonly #control: string
  readonly #file: number

  private constructor(library: string, control: string, below: string) {
    this.copies = `${below}.copies`
    this.#control = control
    this.#file = openSync(control, 'r+')
    this.env = {
      LD_PRELOAD: library,
      FAULTS_CONTROL: control,
      FAULTS_BELOW: below,
      FAULTS_COPIES: this.copies,
    }
  }

  /** @param dataDir calls about files below it count, by its path without symbolic links */
  static async prepare(dataDir: string): Promise<Faults> {
    mkdirSync(BUILT, { recursive: true })
    const library = await buildLibrary()
    const control = join(BUILT, `${process.pid}-${crypto.randomUUID()}.control`)
    await writeFile(control, Buffer.alloc(20))
    const faults = new Faults(library, control, dataDir)
    mkdirSync(faults.copies, { recursive: true })
    return faults
  }

  arm({ action, kinds = Object.keys(KINDS) as FaultKind[], at = 1, error = ENOSPC }: Fault): void {
    const mask = kinds.reduce((sum, kind) => sum + KINDS[kind], 0)
    this.#set([ACTIONS.off, mask, at, error, 0])
    this.#set([ACTIONS[action]])
  }

  disarm(): void {
    this.#set([ACTIONS.off])
  }

  /**
   * The folders of the copies, in the order of their calls. With `TEST_EVERY_CALL=1`, `chosen` has all of them; otherwise the first and the last
   * call of each kind about each file, and every 21st between them.
   */
  async listCopies(): Promise<{ all: string[]; chosen: string[] }> {
    const calls = (await readdir(this.copies))
      .map((name) => ({
        folder: join(this.copies, name),
        at: Number.parseInt(name, 10),
        kind: name.replace(/^\d+ /, ''),
      }))
      .sort((a, b) => a.at - b.at)
    const chosen = Object.values(Object.groupBy(calls, ({ kind }) => kind)).flatMap((same = []) =>
      same.filter((_, index) => triesEveryCall || index % EACH === 0 || index === same.length - 1),
    )
    return { all: calls.map(({ folder }) => folder), chosen: chosen.map(({ folder }) => folder) }
  }

  /** The number of counted calls since the faults were armed. */
  get seen(): number {
    const bytes = Buffer.alloc(4)
    readSync(this.#file, bytes, 0, 4, 16)
    return bytes.readInt32LE()
  }

  #set(numbers: number[]): void {
    const bytes = Buffer.alloc(4 * numbers.length)
    numbers.forEach((number, index) => {
      bytes.writeInt32LE(number, 4 * index)
    })
    writeSync(this.#file, bytes, 0, bytes.length, 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#control, { force: true })
    await rm(this.copies, { recursive: true, force: true })
  }
}
