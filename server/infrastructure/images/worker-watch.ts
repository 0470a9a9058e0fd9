/**
 * A thread of a worker process. It ends the process if its file takes too much memory or processor time, or if the server has ended. The
 * main thread cannot check this itself, because some images block it for seconds.
 */
import { workerData } from 'node:worker_threads'
import { LIMIT_SIGNALS, processorTime } from './worker-limits.ts'

/** What the thread watches. */
export interface Watched {
  /** Maximum resident memory, in bytes. */
  memoryLimit: number
  /** The server's process id. */
  parent: number
  /** The processor time limit of the task, in milliseconds; 0 without one. */
  timeEnd: Int32Array
}

const { memoryLimit, parent, timeEnd } = workerData as Watched

const CHECK_EVERY_MS = 25

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > memoryLimit) process.kill(process.pid, LIMIT_SIGNALS.memory)
  const end = Atomics.load(timeEnd, 0)
  if (end > 0 && processorTime() > end) process.kill(process.pid, LIMIT_SIGNALS.time)
}, CHECK_EVERY_MS)
