/**
 * A thread of a worker process, which ends the process when it takes too much memory or has lost the server. The worker's
 * main thread cannot look for itself: some images keep it busy for seconds.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { memoryLimit, parent } = workerData as { memoryLimit: number; parent: number }

const LOOK_EVERY_MS = 25
const STANDARD_ERROR = 2

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() <= memoryLimit) return
  writeSync(STANDARD_ERROR, `took more than ${memoryLimit} bytes of memory`)
  process.kill(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)
