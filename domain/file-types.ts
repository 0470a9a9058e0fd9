/** Every stored file type: its name in a sentence, and its usual extensions, the most common first. */
export const FILE_TYPES = {
  'image/jpeg': { label: 'JPEG', extensions: ['jpg', 'jpeg', 'jpe', 'jfif', 'jif', 'pjpeg', 'pjp'] },
  'image/png': { label: 'PNG', extensions: ['png'] },
  'image/webp': { label: 'WebP', extensions: ['webp'] },
  'image/tiff': { label: 'TIFF', extensions: ['tif', 'tiff'] },
  'image/gif': { label: 'GIF', extensions: ['gif'] },
  'image/avif': { label: 'AVIF', extensions: ['avif', 'avifs'] },
  // `.hif` is written by cameras of Canon, Fujifilm and Sony.
  'image/heic': { label: 'HEIC', extensions: ['heic', 'heif', 'hif'] },
  'application/vnd.pcd': { label: 'PCD', extensions: ['pcd'] },
  'application/vnd.las': { label: 'LAS', extensions: ['las'] },
  'application/vnd.laszip': { label: 'LAZ', extensions: ['laz'] },
  'application/pdf': { label: 'PDF', extensions: ['pdf'] },
} as const satisfies Record<string, { label: string; extensions: [string, ...string[]] }>

export type FileMediaType = keyof typeof FILE_TYPES

/**
 * True if a file of this type may have the name: the text after the last dot is one of the type's extensions in any case, or there is no
 * dot. `photo.` is refused, because Windows removes the last dot and opens `page.html.` as a page.
 */
export function mayBeNamed(name: string, type: FileMediaType): boolean {
  const dot = name.lastIndexOf('.')
  const extensions: readonly string[] = FILE_TYPES[type].extensions
  return dot === -1 || extensions.includes(name.slice(dot + 1).toLowerCase())
}

/** The file type of the extension, as people write it; undefined for an unknown one. */
export function fileKind(name: string): string | undefined {
  const known = Object.entries(FILE_TYPES).find(
    ([type]) => name.includes('.') && mayBeNamed(name, type as FileMediaType),
  )
  return known?.[1].label
}
