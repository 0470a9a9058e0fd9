import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { FileStore } from '#server/store/file-store.ts'
import { variantOf } from './derivatives.ts'

/** Removes the files of photos whose rows are gone, derivatives too. What is not there is no error. */
export async function removePhotoFiles(store: FileStore, keys: string[]): Promise<void> {
  for (const key of keys) {
    const derivatives = DERIVATIVE_WIDTHS.map((width) => store.derivativePathOf(key, variantOf(width)))
    await store.remove([store.pathOf(key), ...derivatives])
  }
}
