import { availableParallelism, totalmem } from 'node:os'
import { MIB } from '#domain/limits.ts'
import type { Priority } from './work-order.ts'

/** Memory for the server, the database and the system, in bytes. */
const KEPT_FREE = 512 * MIB

/** Maximum images decoded at once for requests, on any number of cores. */
const HIGH_MAX = 4

/** A worker's memory for the largest accepted pictures, in bytes. */
const WORKER_BYTES_WANTED = 768 * MIB
/** The default minimum and maximum memory of one worker, in bytes. */
const WORKER_BYTES_MIN = 256 * MIB
const WORKER_BYTES_MAX = 1024 * MIB

/** The memory of the machine or container, without the part that stays free, in bytes. */
function memoryForWorkers(): number {
  // 0 if unknown, and a very large number without a limit.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(limit, totalmem()) - KEPT_FREE)
}

/**
 * The workers of each priority that fit into memory, at least one of each.
 *
 * @param workerBytes the memory of one worker, in bytes
 */
export function workerNumbers(
  workerBytes: number,
  memory = memoryForWorkers(),
  cores = availableParallelism(),
): Record<Priority, number> {
  const fitting = Math.floor(memory / workerBytes)
  const high = Math.max(1, Math.min(cores, HIGH_MAX, fitting - 2))
  return { high, normal: fitting - high > 2 ? 2 : 1, low: 1 }
}

/** The memory of one worker, in bytes, so that all together leave enough for the server. */
export function workerBytes(memory = memoryForWorkers(), cores = availableParallelism()): number {
  const { high, normal, low } = workerNumbers(WORKER_BYTES_WANTED, memory, cores)
  const share = Math.floor(memory / (high + normal + low))
  return Math.min(WORKER_BYTES_MAX, Math.max(WORKER_BYTES_MIN, share))
}
