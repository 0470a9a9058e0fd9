import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const WORKER = join(import.meta.dirname, 'find-damage-worker.ts')

/**
 * Looks for damage in the database file, in a thread of its own: it reads the whole file at once, which takes seconds for
 * a large one.
 *
 * @returns what is damaged, undefined where nothing is. @throws when it could not be looked at.
 */
export async function findDamage(file: string): Promise<Error | undefined> {
  const worker = new Worker(WORKER, { workerData: file })
  // The process does not live on for it.
  worker.unref()
  const [found] = await once(worker, 'message')
  return found === 'ok' ? undefined : new Error(`the database is damaged: ${found}`)
}
