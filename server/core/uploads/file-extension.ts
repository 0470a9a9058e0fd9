import { FILE_TYPES, type FileMediaType, mayBeNamed } from '#domain/file-types.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Refuses a name with an extension of none of the types. @throws ApiError `unsupported_file` */
export function refuseUnknownExtension(name: string, types: readonly FileMediaType[]): void {
  if (!types.some((type) => mayBeNamed(name, type))) throw unknownKind()
}

/** Refuses a file whose extension does not match its content. @throws ApiError `unsupported_file` */
export function refuseWrongExtension(name: string, type: FileMediaType): void {
  if (mayBeNamed(name, type)) return
  const { label, extensions } = FILE_TYPES[type]
  const values = { type: label, extension: `.${extensions[0]}` }
  throw new ApiError('unsupported_file', { reason: { code: 'wrong_extension', values } })
}

/** The error for an unsupported file type. */
export function unknownKind(): ApiError {
  return new ApiError('unsupported_file', { reason: { code: 'unknown_kind' } })
}
