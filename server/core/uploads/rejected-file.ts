import { type Rejection, RejectionCode } from '#domain/upload.ts'
import type { ApiContext } from '#server/core/env.ts'
import { ApiError, type Reason, sentence } from '#server/infrastructure/errors.ts'

/** A rejected file of an upload, with the reason. */
export class RejectedFile {
  readonly name: string
  readonly code: RejectionCode
  readonly reason: Reason | undefined

  constructor(name: string, code: RejectionCode, reason?: Reason) {
    this.name = name
    this.code = code
    this.reason = reason
  }
}

/** The result of `work`, or a rejectedFile of the file `name` if `work` throws a code of `RejectionCode`. */
export async function unlessRejected<T>(name: string, work: () => Promise<T>): Promise<T | RejectedFile> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const code = RejectionCode.safeParse(error.code)
    if (!code.success) throw error
    return new RejectedFile(name, code.data, error.reason)
  }
}

/** Separates accepted from rejected files. */
export function separate<T>(outcomes: (T | RejectedFile)[]): { accepted: T[]; refused: RejectedFile[] } {
  return {
    accepted: outcomes.filter((outcome): outcome is T => !(outcome instanceof RejectedFile)),
    refused: outcomes.filter((outcome) => outcome instanceof RejectedFile),
  }
}

/** The rejectedFiles as the answer lists them. */
export function asRejections(
  c: ApiContext,
  rejectedFiles: Pick<RejectedFile, 'name' | 'code' | 'reason'>[],
): Rejection[] {
  return rejectedFiles.map(({ name, code, reason }) => ({
    name,
    error: code,
    message: sentence(c, code, reason),
  }))
}

/** The error of a request without any stored file: code and reason of the first rejectedFile, and the list of all. */
export function noFileKeptError(
  field: string,
  rejected: Rejection[],
  first: RejectedFile | undefined,
): ApiError {
  const { code, reason } = first ?? {}
  const details = { rejected }
  return code === undefined || code === 'invalid_name'
    ? new ApiError('validation_failed', { details, issues: [{ path: field, code: 'invalid_name' }] })
    : new ApiError(code, { details, reason })
}
