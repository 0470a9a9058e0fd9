import { api } from '#panel/api/api-client.ts'
import type { FleetFindingFilters } from '#panel/data/findings.ts'
import { saveCsv, saveFile } from '#panel/ui/save-file.ts'

interface Format {
  type: string
  call(query: FleetFindingFilters): Promise<{ text(): Promise<string> }>
}

/** By the end of the name of the file. */
const FORMATS = {
  csv: { type: 'text/csv;charset=utf-8', call: (query) => api['findings.csv'].$get({ query }) },
  geojson: {
    type: 'application/geo+json',
    call: (query) => api['findings.geojson'].$get({ query }),
  },
  'coco.json': {
    type: 'application/json',
    call: (query) => api['findings.coco.json'].$get({ query }),
  },
  'file.coco.json': {
    type: 'application/json',
    call: (query) => api['findings.coco.json'].$get({ query: { ...query, pixels: 'file' } }),
  },
} as const satisfies Record<string, Format>

export type ExportFormat = keyof typeof FORMATS

/** Downloads the findings that match and lets the browser save them. */
export async function downloadFindings(
  format: ExportFormat,
  filter: FleetFindingFilters,
  name: string,
): Promise<void> {
  const { type, call } = FORMATS[format]
  const answer = await call(filter)
  const content = await answer.text()
  if (format === 'csv') saveCsv(content, `${name}.csv`)
  else saveFile(new Blob([content], { type }), `${name}.${format}`)
}
