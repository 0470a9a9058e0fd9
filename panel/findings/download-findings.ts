import type { FleetFindingFilter } from '#domain/findings/finding.ts'
import { api } from '#panel/api/api-client.ts'
import { saveFile } from '#panel/ui/save-file.ts'

/** The filters of a file, as the texts of an address. */
export type ExportFilter = Partial<Record<keyof FleetFindingFilter, string>>

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

/** Downloads the findings that match and lets the browser save them. */
export async function downloadFindings(
  format: ExportFormat,
  filter: ExportFilter,
  name: string,
): Promise<void> {
  const answer = await CALLS[format].$get({ query: filter })
  const content = await answer.text()
  const parts = format === 'csv' ? [BYTE_ORDER_MARK, content] : [content]
  saveFile(new Blob(parts, { type: TYPES[format] }), `${name}.${format}`)
}
