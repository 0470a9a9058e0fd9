/**
 * Loaded into the server process by `--import`: measures how long its event loop takes for one turn. It answers at the socket
 * `STALL_PROBE` with the longest turn since the last question, and the processor time of its thread in that turn, in milliseconds.
 */
import { subscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

/** How often the loop is looked at, in milliseconds. */
const EVERY_MS = 1

const socket = process.env.STALL_PROBE
// Children of the server must not load it, too.
delete process.env.STALL_PROBE
delete process.env.NODE_OPTIONS
if (isMainThread && socket !== undefined) measure(socket)

function measure(at: string): void {
  let longest = 0
  let busy = 0
  let before = performance.now()
  let usedBefore = processorMs()
  const look = () => {
    const now = performance.now()
    const used = processorMs()
    if (now - before > longest) {
      longest = now - before
      busy = used - usedBefore
    }
    before = now
    usedBefore = used
  }
  setInterval(look, EVERY_MS).unref()
  // Before a server listens, no client waits.
  subscribe('tracing:net.server.listen:asyncEnd', () => {
    look()
    longest = 0
  })
  const server = createServer((_, answer) => {
    look()
    answer.end(JSON.stringify({ longest, busy }))
    longest = 0
    busy = 0
  })
  server.listen(at)
  server.unref()
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
