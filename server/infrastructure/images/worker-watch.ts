/**
 * A thread of a worker process. It kills the process if it uses too much memory or if the server has ended. The main thread cannot
 * check this itself, because some images keep it busy for seconds.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { memoryLimit, parent } = workerData as { memoryLimit: number; parent: number }

const CHECK_EVERY_MS = 25
const STANDARD_ERROR = 2

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() <= memoryLimit) return
  writeSync(STANDARD_ERROR, `took more than ${memoryLimit} bytes of memory`)
  process.kill(process.pid, 'SIGKILL')
}, CHECK_EVERY_MS)
