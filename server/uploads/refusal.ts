import type { Context } from 'hono'
import { type Rejection, RejectionCode } from '#domain/upload.ts'
import type { Env } from '#server/env.ts'
import { ApiError, type Reason, sentence } from '#server/errors.ts'

/** A file of an upload that is skipped. */
export class Refusal {
  readonly name: string
  readonly code: RejectionCode
  readonly reason: Reason | undefined

  constructor(name: string, code: RejectionCode, reason?: Reason) {
    this.name = name
    this.code = code
    this.reason = reason
  }
}

/** What `work` resolves to, or the refusal of the file it is about, where it throws one. */
export async function unlessRefused<T>(name: string, work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const code = RejectionCode.safeParse((error as Partial<ApiError>).code)
    if (error instanceof ApiError && code.success) return new Refusal(name, code.data, error.reason)
    throw error
  }
}

/** Parts what was accepted from what was refused. */
export function separate<T>(outcomes: (T | Refusal)[]): { accepted: T[]; refused: Refusal[] } {
  return {
    accepted: outcomes.filter((outcome): outcome is T => !(outcome instanceof Refusal)),
    refused: outcomes.filter((outcome) => outcome instanceof Refusal),
  }
}

/** The refusals as the answer lists them. */
export function asRejections(c: Context<Env>, refusals: Refusal[]): Rejection[] {
  return refusals.map(({ name, code, reason }) => ({ name, error: code, message: sentence(c, code, reason) }))
}

/** The error for a request of which nothing is kept: the code and reason of its first refusal, and the whole list. */
export function nothingKept(field: string, rejected: Rejection[], first: Refusal | undefined): ApiError {
  const { code, reason } = first ?? {}
  const details = { rejected }
  return code === undefined || code === 'invalid_name'
    ? new ApiError('validation_failed', { details, issues: [{ path: field, code: 'invalid_name' }] })
    : new ApiError(code, { details, reason })
}
