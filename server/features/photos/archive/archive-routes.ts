import { Hono } from 'hono'
import { IdParam } from '#domain/fields.ts'
import { PhotoArchive, PhotoArchiveDraft } from '#domain/photo-archive.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { zipLength } from '#server/core/media/zip.ts'
import type { Services } from '#server/features/open-features.ts'
import { getPhotos } from '#server/features/photos/photo-queries.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { mediaUrl } from '#server/infrastructure/store/media-url.ts'
import { archiveFiles, checkFiles } from './archive-content.ts'
import { getOrder, insertOrder } from './archive-orders.ts'
import { turbineName } from './photo-table.ts'

/** Mounted at `/api/turbines/:id/photos/archives`. */
export const photoArchiveRoutes = new Hono<Env<Services>>().post(
  '/',
  permit('photo.read'),
  answers(
    'Create a ZIP address for photos of a turbine. It is valid for ten minutes, for the same user only. The ZIP is streamed: the originals, stored uncompressed, and `photos.csv` in the language of the request.',
    201,
    { data: PhotoArchive },
    'turbine_not_found',
    'photo_not_found',
    'too_many_archives',
    'too_many_requests',
    'store_unavailable',
  ),
  takesKey(),
  validate('param', IdParam),
  loadTurbine,
  validate('json', PhotoArchiveDraft),
  async (c) => {
    const { services, turbine, caller } = c.var
    const photoIds = c.req.valid('json').ids
    const language = preferredLanguage(c)
    const name = turbineName(turbine)
    const data = await makeOncePerKey(c, {
      async prepare() {
        services.archiveDownloads.refuseTooMany(caller.id)
        const { signal } = c.req.raw
        return services.archiveDownloads.orders.run({ requester: caller, signal }, async () => {
          const photos = await getPhotos(services.db.read, turbine.id, photoIds)
          await checkFiles(services, photos, signal)
          return zipLength(await archiveFiles(name, photos, language))
        })
      },
      make: (transaction, { caller, turbine }, size) =>
        insertOrder(transaction, {
          userId: caller.id,
          turbineId: turbine.id,
          photoIds,
          language,
          turbineName: name,
          size,
        }),
      async read(transaction, { caller }, id) {
        const { size, expiresAt } = await getOrder(transaction, id, caller.id)
        return { url: mediaUrl(`photo-archives/${id}`), size, expires_at: expiresAt }
      },
    })
    return c.json(ok({ data }), 201)
  },
)
