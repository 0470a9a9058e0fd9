import type { FileMediaType } from '#domain/file-types.ts'

/** The accepted types of images. */
export const IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'image/gif',
  'image/avif',
  'image/heic',
] as const satisfies FileMediaType[]
export type ImageType = (typeof IMAGE_TYPES)[number]
