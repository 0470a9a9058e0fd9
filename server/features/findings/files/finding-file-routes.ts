import { Hono } from 'hono'
import { CocoFilter, FleetFindingFilter } from '#domain/findings/finding.ts'
import { may } from '#domain/permissions.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env, SignedIn } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { attachment, sendStream, streamOf } from '#server/core/media/download.ts'
import type { Services } from '#server/features/open-features.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { listTurbineFolders } from './coco-file-names.ts'
import { findingCoco } from './finding-coco.ts'
import { findingGeoJson } from './finding-geojson.ts'
import { pagesOfFindings } from './finding-pages.ts'
import { FINDING_WORDS, findingTable } from './finding-table.ts'

/** Mounted at `/api`. */
export const findingFileRoutes = new Hono<Env<Services>>()
  .get(
    '/findings.csv',
    permit('finding.read'),
    answers(
      'Download the findings of all turbines of the caller as CSV. Turkish files use `;` as the separator and a decimal comma.',
      200,
      'text/csv',
      'too_many_requests',
    ),
    validate('query', FleetFindingFilter),
    (c) => {
      const filter = c.req.valid('query')
      const table = findingTable(preferredLanguage(c), pagesOf(c, filter))
      return sendFile(c, filter, table, 'csv', 'text/csv; charset=utf-8')
    },
  )
  .get(
    '/findings.geojson',
    permit('finding.read'),
    answers(
      "Download the findings of all turbines of the caller as GeoJSON. The geometry is the turbine's location; `shape` is the mark on the photo.",
      200,
      'application/geo+json',
      'too_many_requests',
    ),
    validate('query', FleetFindingFilter),
    (c) => {
      const filter = c.req.valid('query')
      const collection = findingGeoJson(pagesOf(c, filter))
      return sendFile(c, filter, collection, 'geojson', 'application/geo+json')
    },
  )
  .get(
    '/findings.coco.json',
    permit('finding.read'),
    answers(
      'Export the boxes and polygons on photos as COCO, for training detectors. `file_name` is the path in the unpacked photo ZIP of a turbine. `info.pixels` names the pixel grid; category ids are permanent. `pixels=file` omits photos whose orientation has not been read yet, and `info.photos_not_read` counts them.',
      200,
      'application/json',
      'too_many_requests',
    ),
    validate('query', CocoFilter),
    async (c) => {
      const { pixels, ...filter } = c.req.valid('query')
      const { services, caller } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      const folders = await listTurbineFolders(db, caller, preferredLanguage(c))
      const coco = findingCoco(pagesOf(c, filter), { pixels, folders })
      return sendFile(c, filter, coco, 'coco.json', 'application/json')
    },
  )

function pagesOf(c: ApiContext<SignedIn, Services>, filter: FleetFindingFilter) {
  const { services, caller } = c.var
  const { signal } = c.req.raw
  return pagesOfFindings(services.db.readFor(caller, signal), caller, filter, signal)
}

/** @throws ApiError `too_many_requests` before the first byte, because some programs take a truncated file for a whole one */
async function sendFile(
  c: ApiContext<SignedIn, Services>,
  filter: FleetFindingFilter,
  parts: AsyncGenerator<string, undefined>,
  extension: string,
  type: string,
) {
  const name = `${FINDING_WORDS[preferredLanguage(c)].file}.${extension}`
  const headers = { 'Content-Disposition': attachment(name), 'Content-Type': type }
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const end = c.var.services.findingExports.begin(c.var.caller)
  await recordDownload(c, filter, name).catch((error) => {
    end()
    throw error
  })
  return sendStream(c, streamOf(encoded(parts), end), 200, headers)
}

/** Writes the audit entry of a download. Its company is that of the filter. */
async function recordDownload(
  c: ApiContext<SignedIn, Services>,
  { turbine_id, company_id }: FleetFindingFilter,
  name: string,
): Promise<void> {
  const { caller, services } = c.var
  const turbine =
    turbine_id === undefined
      ? undefined
      : await getTurbine(services.db.read, caller, turbine_id).catch(() => undefined)
  const companyId = turbine?.company_id ?? company_id ?? caller.company_id
  await writeAuditEntryIfSpace(c, {
    action: 'finding.download',
    record: { id: '', name },
    turbine,
    companyId: may(caller, 'finding.read', companyId) ? companyId : caller.company_id,
    by: caller,
  })
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
