/** How often the event loop is looked at, in milliseconds. More often would cost processor time while the server is idle. */
const LOOK_EVERY_MS = 500

let longest = 0
let looked = performance.now()

/**
 * The longest time that the event loop of this process has stood still since the last call, in milliseconds. `monitorEventLoopDelay` of Node
 * forgets a delay that begins before the first look after a reset, and nobody can ask it about the one that has just ended.
 */
export function takeLongestDelay(): number {
  look()
  const taken = Math.round(longest)
  longest = 0
  return taken
}

function look(): void {
  const now = performance.now()
  longest = Math.max(longest, now - looked - LOOK_EVERY_MS)
  looked = now
}

setInterval(look, LOOK_EVERY_MS).unref()
