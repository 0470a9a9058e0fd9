import type { ErrorCode } from '#domain/answer.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { isForeignKeyViolation, isUniqueViolation } from './database-errors.ts'

const VIOLATIONS = { unique: isUniqueViolation, 'foreign key': isForeignKeyViolation }

/** Runs a statement. @throws ApiError `code` if it violates a constraint of this kind */
export async function refuseViolation<T>(
  constraint: keyof typeof VIOLATIONS,
  code: ErrorCode,
  statement: () => Promise<T>,
): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    throw VIOLATIONS[constraint](error) ? new ApiError(code) : error
  }
}
