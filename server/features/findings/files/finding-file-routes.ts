import { Hono } from 'hono'
import { FleetFindingFilter } from '#domain/findings/finding.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { ApiContext, Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { attachment, sendStream, streamOf } from '#server/core/media/download.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { findingCoco } from './finding-coco.ts'
import { findingGeoJson } from './finding-geojson.ts'
import { pagesOfFindings } from './finding-pages.ts'
import { FINDING_WORDS, findingTable } from './finding-table.ts'

/** Mounted at `/api`. */
export const findingFileRoutes = new Hono<Env>()
  .get(
    '/findings.csv',
    permit('finding.read'),
    answers(
      'Download the findings of all turbines of the caller as CSV. Turkish files have `;` between the columns and a decimal comma.',
      200,
      'text/csv',
    ),
    validate('query', FleetFindingFilter),
    (c) => {
      const table = findingTable(preferredLanguage(c), pagesOf(c, c.req.valid('query')))
      return sendFile(c, table, 'csv', 'text/csv; charset=utf-8')
    },
  )
  .get(
    '/findings.geojson',
    permit('finding.read'),
    answers(
      'Download the findings of all turbines of the caller as GeoJSON. The geometry is the place of the turbine; `shape` is the mark on the photo.',
      200,
      'application/geo+json',
    ),
    validate('query', FleetFindingFilter),
    (c) => {
      const collection = findingGeoJson(pagesOf(c, c.req.valid('query')))
      return sendFile(c, collection, 'geojson', 'application/geo+json')
    },
  )
  .get(
    '/findings.coco.json',
    permit('finding.read'),
    answers(
      'Download the boxes and polygons on photos in the format of COCO, for training detectors. `file_name` is the name of the photo.',
      200,
      'application/json',
    ),
    validate('query', FleetFindingFilter),
    (c) => sendFile(c, findingCoco(pagesOf(c, c.req.valid('query'))), 'coco.json', 'application/json'),
  )

function pagesOf(c: ApiContext<'viewer'>, filter: FleetFindingFilter) {
  const { services, viewer } = c.var
  return pagesOfFindings(services.db.readFor(viewer), viewer, filter, c.req.raw.signal)
}

function fileName(c: ApiContext): string {
  return FINDING_WORDS[preferredLanguage(c)].file
}

function sendFile(c: ApiContext, parts: AsyncGenerator<string, undefined>, extension: string, type: string) {
  return sendStream(c, streamOf(encoded(parts)), 200, {
    'Content-Disposition': attachment(`${fileName(c)}.${extension}`),
    'Content-Type': type,
  })
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
