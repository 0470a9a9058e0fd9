import { MIB } from '#domain/limits.ts'

/** Converts bytes to megabytes for the texts. */
export function megabytes(bytes: number): number {
  return bytes / MIB
}
