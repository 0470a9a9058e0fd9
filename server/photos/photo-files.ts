import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import type { FileStore } from '#server/store/file-store.ts'

/** The suffix of a derivative's file: WebP where it is small, JPEG where WebP would cost three times as much. */
export function variantOf(width: DerivativeWidth): string {
  return width === 320 ? '320.webp' : `${width}.jpg`
}

/** The media type of a derivative. */
export function derivativeType(width: DerivativeWidth): string {
  return width === 320 ? 'image/webp' : 'image/jpeg'
}

/** Removes the files of photos whose rows are gone, derivatives too. What is not there is no error. */
export async function removePhotoFiles(store: FileStore, keys: string[]): Promise<void> {
  for (const key of keys) {
    const derivatives = DERIVATIVE_WIDTHS.map((width) => store.derivativePathOf(key, variantOf(width)))
    await store.remove([store.pathOf(key), ...derivatives])
  }
}
