import { FILE_NAME_MAX_LENGTH } from '#domain/limits.ts'
import { isFileName } from '#domain/upload.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Refuses an invalid file name. @throws ApiError `invalid_name` */
export function refuseBadName(name: string): void {
  if (isFileName(name)) return
  const isTooLong = isFileName(name.slice(0, FILE_NAME_MAX_LENGTH))
  throw new ApiError('invalid_name', {
    reason: isTooLong ? { code: 'name_too_long', values: { max: FILE_NAME_MAX_LENGTH } } : undefined,
  })
}
