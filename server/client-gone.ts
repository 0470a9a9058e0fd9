import { invalid } from './errors.ts'

/**
 * Ends work for whose result nobody waits any more. Call it before each step.
 *
 * @param signal of the request (`c.req.raw.signal`), which aborts when its client has gone
 * @throws ApiError `validation_failed`, which nobody receives
 */
export function refuseIfGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw invalid('', 'broken_off')
}
