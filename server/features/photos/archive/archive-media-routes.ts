import { Hono } from 'hono'
import type { Turbine } from '#domain/turbine.ts'
import { findByBearerOrCookie, permit } from '#server/core/access/authenticate.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env, SignedIn } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { sendZip, zipHeaders } from '#server/core/media/send-zip.ts'
import { zipLength, zipOf } from '#server/core/media/zip.ts'
import type { Services } from '#server/features/open-features.ts'
import { getPhotos, refuseMissingPhotos } from '#server/features/photos/photo-queries.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { archiveFiles, archiveName, openFile } from './archive-content.ts'
import { type ArchiveOrder, getOrder } from './archive-orders.ts'

/** Mounted at `/media`, before the routes of photos, because the address of a photo may be any key. */
export const photoArchiveMediaRoutes = new Hono<Env<Services>>().get(
  '/photo-archives/:archiveId',
  permit('photo.read', findByBearerOrCookie),
  answers(
    'Download a photo archive as ZIP. Its length is known, so a client detects a truncated download. Also accepts the session cookie.',
    200,
    'application/zip',
    'archive_not_found',
    'too_many_archives',
    'store_unavailable',
  ),
  async (c) => {
    const { archiveDownloads, db, store } = c.var.services
    const { caller } = c.var
    const order = await getOrder(db.read, c.req.param('archiveId'), caller.id)
    const { turbineName, language, size } = order
    const name = archiveName(turbineName, language)
    if (c.req.method === 'HEAD') {
      await loadRecords(c, order, refuseMissingPhotos)
      return c.body(null, 200, zipHeaders(name, size))
    }
    return sendZip(c, archiveDownloads, name, async (gone) => {
      const { turbine, found: photos } = await loadRecords(c, order, getPhotos)
      const [first] = photos
      if (first) await store.size(originalOf(first.key))
      const files = await archiveFiles(turbineName, photos, language)
      // Moved photos change the table since the order.
      const length = await zipLength(files)
      await writeAuditEntryIfSpace(c, {
        action: 'photo.download',
        record: { id: '', name: `${name} (${photos.length})` },
        turbine,
        by: caller,
      })
      return { pieces: zipOf(files, (file) => openFile(store, file, gone)), length }
    })
  },
)

/**
 * Loads the turbine and the photos again, because rights and records may have changed since the order.
 *
 * @param load finds the photos
 * @throws ApiError `archive_not_found` if the caller may no longer read all of them, or one is deleted
 */
async function loadRecords<Result>(
  c: ApiContext<SignedIn, Services>,
  { turbineId, photoIds }: ArchiveOrder,
  load: (db: Reader, turbineId: number, ids: readonly number[]) => Promise<Result>,
): Promise<{ turbine: Turbine; found: Result }> {
  const { read } = c.var.services.db
  try {
    const turbine = await getTurbine(read, c.var.caller, turbineId)
    return { turbine, found: await load(read, turbineId, photoIds) }
  } catch (error) {
    throw error instanceof ApiError ? new ApiError('archive_not_found') : error
  }
}
