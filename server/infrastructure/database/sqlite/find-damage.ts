import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const WORKER = join(import.meta.dirname, 'find-damage-worker.ts')

/**
 * Checks the database file for damage. It reads the whole file, which takes seconds for a large one, so it runs in its own
 * thread.
 *
 * @returns the damage, undefined if there is none. @throws if the check is impossible
 */
export async function findDamage(file: string): Promise<Error | undefined> {
  const worker = new Worker(WORKER, { workerData: file })
  // An error before the message is thrown below. Later ones must not end the process.
  worker.on('error', () => {})
  // The process can end before the check is complete.
  worker.unref()
  const [found] = await once(worker, 'message')
  return found === 'ok' ? undefined : new Error(`the database is damaged: ${found}`)
}
