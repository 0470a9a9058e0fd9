import type { Agent } from 'node:http'
import { call, get, type Side, upload, YEAR } from './side.ts'

/** The years of the reports: each is another report, in two languages. */
export const REPORT_YEARS = 10
const IMPORT_LINES = 1000
/** One import of so many writes its lines; the others only try. */
const WRITTEN_IMPORTS = 8
/** Few, so that the turbine does not reach its limit of findings. */
const WRITTEN_LINES = 50
const EXPORTS = ['/api/findings.csv', '/api/findings.geojson', '/api/findings.coco.json']

/** One request of a load. @param index counts them @throws if it is refused */
type Ask = (side: Side, index: number, agent: Agent, photo: Buffer) => Promise<unknown>

/** What one user asks for, as often as the server takes it. */
export const LOADS = {
  uploads: (side, index, agent, photo) => upload(side, agent, photo, `load-${Date.now()}-${index}`),
  tiles: (side, index) => get(side, `/media/panoramas/${photoOf(side, index)}/0/0-0`),
  EXIF: (side, index) => get(side, `/api/turbines/${side.turbine}/photos/${photoOf(side, index)}/exif`),
  lists: (side) => get(side, `/api/turbines/${side.turbine}/photos?view=all`),
  reports: (side, index) =>
    post(side, `/api/turbines/${side.turbine}/inspections/${YEAR - (index % REPORT_YEARS)}/report`, {
      language: Math.floor(index / REPORT_YEARS) % 2 === 0 ? 'tr' : 'en',
    }),
  archives: async (side) => {
    const order = await call(side, `/api/turbines/${side.turbine}/photos/archives`, { ids: side.photoIds })
    const { data } = (await order.json()) as { data?: { url: string } }
    if (!data) throw new Error(`An archive returned ${order.status}`)
    await get(side, data.url)
  },
  imports: (side, index) =>
    index % WRITTEN_IMPORTS === 0
      ? importFindings(side, side.turbines.imports, WRITTEN_LINES, { text: `${Date.now()}-${index}` })
      : importFindings(side, side.turbines.imports, IMPORT_LINES, { isTrial: true }),
  /** Each for another day, so that none is answered from memory. */
  summaries: (side, index) =>
    get(side, `/api/findings/summary?due_before=${2100 + (index % 800)}-0${1 + (index % 9)}-01`),
  exports: (side, index) => get(side, EXPORTS[index % EXPORTS.length] ?? ''),
} satisfies Record<string, Ask>
export type LoadName = keyof typeof LOADS

function photoOf({ photoIds }: Side, index: number): number | undefined {
  return photoIds[index % photoIds.length]
}

interface ImportOptions {
  year?: number
  /** Lines with another text are other findings. */
  text?: string
  isTrial?: boolean
}

/** Imports equal findings. @throws if they are refused */
export function importFindings(
  side: Side,
  turbine: number,
  lines: number,
  { year = YEAR, text = '', isTrial = false }: ImportOptions = {},
): Promise<void> {
  return post(side, `/api/turbines/${turbine}/findings/import`, {
    csv: `blade,side,type,year,text\n${`A,LE,oil,${year},${text}\n`.repeat(lines)}`,
    distances_from: 'root',
    dry_run: isTrial,
  })
}

async function post(side: Side, path: string, body: object): Promise<void> {
  const answer = await call(side, path, body)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}`)
}
