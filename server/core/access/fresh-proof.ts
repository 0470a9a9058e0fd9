import { PROOF_MS } from '#domain/limits.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { SignedInCaller } from './sessions.ts'

/**
 * Refuses a change that a stolen session must not be able to make, unless the user has proved their identity in the last minutes.
 *
 * @throws ApiError `fresh_proof_required`
 */
export function requireFreshProof({ provedAt }: SignedInCaller, now = Date.now()): void {
  if (now - provedAt > PROOF_MS) throw new ApiError('fresh_proof_required')
}
