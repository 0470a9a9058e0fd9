import * as z from 'zod'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { findPhotoToTile } from './photo-queries.ts'

/** Makes the tiles of a photo after its upload. If it is given up, the first request for a tile tries again. */
export const tilesJob: JobKind<{ photoId: number }> = {
  name: 'make-tiles',
  payload: z.object({ photoId: z.int() }),
  subject: ({ photoId }) => String(photoId),
  maxAttempts: 4,
  // Nobody waits for these tiles, so they take one processor at most.
  atOnce: 1,
  async run(services, { photoId }) {
    const photo = await findPhotoToTile(services.db.read, photoId)
    if (!photo) return
    try {
      await services.panoramaTiles.makeInBackground(services, photo)
    } catch (error) {
      const wasDeleted = error instanceof ApiError && error.code === 'photo_not_found'
      if (!wasDeleted) throw error
    }
  },
}
