import type { FleetFindingFilter } from '#domain/findings/finding.ts'
import { api } from '#panel/api/api-client.ts'

/** The filters of a file, as the texts of an address. */
export type ExportFilter = Partial<Record<keyof FleetFindingFilter, string>>

/** How long the object URL of the file stays valid, so that the browser can save it, in milliseconds. */
const DOWNLOAD_MS = 60_000
/** Excel reads a file as UTF-8 only with this mark at its beginning. A text read from an answer has lost it. */
const BYTE_ORDER_MARK = '\uFEFF'

const CALLS = {
  csv: api['findings.csv'],
  geojson: api['findings.geojson'],
  'coco.json': api['findings.coco.json'],
} as const
const TYPES = {
  csv: 'text/csv;charset=utf-8',
  geojson: 'application/geo+json',
  'coco.json': 'application/json',
} as const

export type ExportFormat = keyof typeof CALLS

/**
 * Downloads the findings that match and lets the browser save them. The API accepts only a token in a header, so a plain link does not
 * work.
 */
export async function downloadFindings(
  format: ExportFormat,
  filter: ExportFilter,
  name: string,
): Promise<void> {
  const answer = await CALLS[format].$get({ query: filter })
  const content = await answer.text()
  const parts = format === 'csv' ? [BYTE_ORDER_MARK, content] : [content]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts, { type: TYPES[format] }))
  link.download = `${name}.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS)
}
