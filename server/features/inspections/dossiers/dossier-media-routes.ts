import { Hono } from 'hono'
import { findByBearerOrCookie, permit } from '#server/core/access/authenticate.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { sendZip, zipHeaders } from '#server/core/media/send-zip.ts'
import type { Services } from '#server/features/open-features.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { shownTo } from '#server/records/published-rows.ts'
import { dossierName } from './dossier-names.ts'
import { dossierZip } from './dossier-zip.ts'
import { getPreparedDossier } from './prepared-dossiers.ts'
import { refreshDossier } from './refresh-dossier.ts'

/** Mounted at `/media`, before the routes of photos, because the address of a photo may be any key. */
export const dossierMediaRoutes = new Hono<Env<Services>>().get(
  '/dossiers/:address',
  permit('inspection.seal', findByBearerOrCookie),
  answers(
    'Download a finished dossier as ZIP. It is streamed with a known length, so a client detects a truncated download; a file changed since aborts it. If a photo was deleted since, the dossier is resealed without it. Open to every reader of the version. Also accepts the session cookie.',
    200,
    'application/zip',
    'dossier_job_not_found',
    'too_many_archives',
    'store_unavailable',
    'signing_key_unavailable',
  ),
  async (c) => {
    const { archiveDownloads, db, store } = c.var.services
    const { caller } = c.var
    const row = await getPreparedDossier(shownTo(caller.role, db.read), c.req.param('address'))
    const turbine = await getTurbine(db.read, caller, row.turbine_id).catch((error) => {
      throw error instanceof ApiError ? new ApiError('dossier_job_not_found') : error
    })
    const content = await refreshDossier(c.var.services, turbine, row)
    const name = dossierName(turbine, row.year, row.version)
    if (c.req.method === 'HEAD') return c.body(null, 200, zipHeaders(name, content.size))
    return sendZip(c, archiveDownloads, name, async (gone) => {
      await store.size(originalOf('dossier'))
      await writeAuditEntryIfSpace(c, {
        action: 'inspection.download',
        record: { id: turbine.id, name: String(row.year) },
        turbine,
        by: caller,
      })
      return { pieces: dossierZip(store, content, gone), length: content.size }
    })
  },
)
