/** The pause after a failure. It doubles with each failure, up to the maximum, unless the server says how long. In milliseconds. */
const RETRY_MS = 2000
const RETRY_MAX_MS = 30_000
/** The longest pause that the server can ask for, in milliseconds. */
const WAIT_MAX_MS = 300_000

/**
 * How long a loader waits before it asks again, in milliseconds.
 *
 * @param failures how many came before this one
 * @param waitMs what the server asks for
 */
export function retryPause(failures: number, waitMs: number | undefined): number {
  return waitMs === undefined
    ? Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS)
    : Math.min(Math.max(waitMs, RETRY_MS), WAIT_MAX_MS)
}
