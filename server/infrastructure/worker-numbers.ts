import { availableParallelism, totalmem } from 'node:os'
import { MIB } from '#domain/limits.ts'
import type { Urgency } from './work-order.ts'

/** What stays for the server, the database and the system, in bytes. */
const KEPT_FREE = 512 * MIB

/** The most images that are decoded at once for requests, on any number of cores. */
const NOW_MAX = 4

/** What one worker needs for the largest pictures that are accepted, in bytes. */
const WORKER_BYTES_WANTED = 768 * MIB
/** The least and the most that one worker may take, in bytes, if nothing else is configured. */
const WORKER_BYTES_MIN = 256 * MIB
const WORKER_BYTES_MAX = 1024 * MIB

/** The memory of the machine or of the container, without what stays free, in bytes. */
function memoryForWorkers(): number {
  // 0 if it is not known, and a very large number without a limit.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(limit, totalmem()) - KEPT_FREE)
}

/**
 * How many workers of each urgency the machine has memory for. There is always one of each.
 *
 * @param workerBytes what one worker may take, in bytes
 */
export function workerNumbers(
  workerBytes: number,
  memory = memoryForWorkers(),
  cores = availableParallelism(),
): Record<Urgency, number> {
  const fitting = Math.floor(memory / workerBytes)
  const now = Math.max(1, Math.min(cores, NOW_MAX, fitting - 2))
  return { now, soon: fitting - now > 2 ? 2 : 1, later: 1 }
}

/** What one worker may take, in bytes, so that all of them together leave enough for the server. */
export function workerBytes(memory = memoryForWorkers(), cores = availableParallelism()): number {
  const { now, soon, later } = workerNumbers(WORKER_BYTES_WANTED, memory, cores)
  const share = Math.floor(memory / (now + soon + later))
  return Math.min(WORKER_BYTES_MAX, Math.max(WORKER_BYTES_MIN, share))
}
