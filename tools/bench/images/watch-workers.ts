import { readFile } from 'node:fs/promises'

const WATCH_EVERY_MS = 20

/** Watches the memory of the child processes. `end` resolves with the most resident memory that one had, in bytes. */
export function watchWorkers() {
  let most = 0
  const read = async () => {
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
    for (const child of children.split(' ').filter(Boolean)) {
      const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => '')
      most = Math.max(most, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024)
    }
  }
  const timer = setInterval(read, WATCH_EVERY_MS)
  return {
    async end(): Promise<number> {
      clearInterval(timer)
      await read()
      return most
    },
  }
}
