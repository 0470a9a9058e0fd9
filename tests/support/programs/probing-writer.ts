/** What code in a worker tries that a file has made it run. A worker loads it as the writer of a report; its error names what has succeeded. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

const require = createRequire(import.meta.url)

/** A module or a right that is missing. */
const REFUSALS = ['ERR_ACCESS_DENIED', 'ERR_UNKNOWN_BUILTIN_MODULE']

const ATTEMPTS = {
  read: (path: string) => readFileSync(path),
  write: (path: string) => writeFileSync(path, 'x'),
  run: (path: string) => {
    const { error } = spawnSync(path)
    if (error) throw error
  },
  'open with SQLite': (path: string) => {
    const { DatabaseSync } = require('node:sqlite') as typeof import('node:sqlite')
    new DatabaseSync(path).exec('create table a (b)')
  },
  'start a thread that may use': (path: string) =>
    new Worker('', { eval: true, execArgv: [`--allow-fs-read=${path}`] }),
  load: (path: string) => require(path),
}

export function writeReport(attempts: readonly [keyof typeof ATTEMPTS, path: string][]): never {
  const done = attempts.filter(([name, path]) => {
    try {
      ATTEMPTS[name](path)
      return true
    } catch (error) {
      if (!REFUSALS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      return false
    }
  })
  throw new Error(JSON.stringify(done))
}
