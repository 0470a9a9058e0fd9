/** Gives `vi.waitFor` and `vi.waitUntil` more time: their default of one second is too short on a busy machine, and no option changes it. */
import { vi } from 'vitest'

const LIMIT_MS = 10_000

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, limit = LIMIT_MS) => waitFor(callback, withLimit(limit))
vi.waitUntil = (callback, limit = LIMIT_MS) => waitUntil(callback, withLimit(limit))

const withLimit = (limit: number | { timeout?: number; interval?: number }) =>
  typeof limit === 'number' ? limit : { timeout: LIMIT_MS, ...limit }
