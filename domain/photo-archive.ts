import * as z from 'zod'
import { ARCHIVE_PHOTOS_MAX } from './limits.ts'

/** The body of `POST /turbines/{id}/photos/archives`: the photos of the ZIP. */
export const PhotoArchiveDraft = z.strictObject({
  ids: z.array(z.int().positive()).min(1).max(ARCHIVE_PHOTOS_MAX),
})
export type PhotoArchiveDraft = z.infer<typeof PhotoArchiveDraft>

/** A ZIP of photos, downloadable from `url` until `expires_at` by its requester. */
export const PhotoArchive = z.object({
  url: z.string(),
  /** The length of the ZIP, in bytes. */
  size: z.int().positive(),
  expires_at: z.iso.datetime(),
})
export type PhotoArchive = z.infer<typeof PhotoArchive>
