/** Sampling interval of the event loop, in milliseconds. A shorter one would cost processor time while idle. */
const LOOK_EVERY_MS = 500

let longest = 0
let looked = performance.now()

/**
 * The longest block of this process's event loop since the last call, in milliseconds. Node's `monitorEventLoopDelay` loses a delay that
 * begins before the first sample after a reset, and cannot report one that has just ended.
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
