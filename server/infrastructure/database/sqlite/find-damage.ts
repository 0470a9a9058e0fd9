import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const WORKER = join(import.meta.dirname, 'find-damage-worker.ts')

/**
 * Checks the database file for damage, in a separate thread, because reading a large one takes seconds.
 *
 * @returns the damage, or undefined. @throws if the check is impossible
 */
export async function findDamage(file: string): Promise<Error | undefined> {
  const worker = new Worker(WORKER, { workerData: file })
  // An error before the message is thrown below. Later ones must not end the process.
  worker.on('error', () => {})
  // The process may end during the check.
  worker.unref()
  const [found] = await once(worker, 'message')
  return found === 'ok' ? undefined : new Error(`the database is damaged: ${found}`)
}
