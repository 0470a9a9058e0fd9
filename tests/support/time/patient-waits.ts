/**
 * Gives `vi.waitFor` and `vi.waitUntil` the limit of `expect.poll`: their default of one second is too short on a busy machine, and no
 * option changes it.
 */
import { vi } from 'vitest'

const LIMIT_MS = 100_000
const WITH_LIMIT = Symbol.for('kanat.patient-waits')

// The files of a process share `vi`, and each of them runs this set-up.
if (!(WITH_LIMIT in vi)) {
  const { waitFor, waitUntil } = vi
  vi.waitFor = (callback, limit = LIMIT_MS) => waitFor(callback, withLimit(limit))
  vi.waitUntil = (callback, limit = LIMIT_MS) => waitUntil(callback, withLimit(limit))
  Object.assign(vi, { [WITH_LIMIT]: true })
}

function withLimit(limit: number | { timeout?: number; interval?: number }) {
  return typeof limit === 'number' ? limit : { timeout: LIMIT_MS, ...limit }
}
