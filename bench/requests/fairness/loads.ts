import type { Agent } from 'node:http'
import { call, get, type Side, upload, YEAR } from './side.ts'

/** The years of the reports: each is another report, in two languages. */
const REPORT_YEARS = 10
const IMPORT_LINES = 1000
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
    if (!data) throw new Error(`An archive was answered with ${order.status}`)
    await get(side, data.url)
  },
  imports: (side) =>
    post(side, `/api/turbines/${side.turbine}/findings/import`, {
      csv: `blade,side,type\n${'A,LE,oil\n'.repeat(IMPORT_LINES)}`,
      distances_from: 'root',
      dry_run: true,
    }),
  exports: (side, index) => get(side, EXPORTS[index % EXPORTS.length] ?? ''),
} satisfies Record<string, Ask>
export type LoadName = keyof typeof LOADS

function photoOf({ photoIds }: Side, index: number): number | undefined {
  return photoIds[index % photoIds.length]
}

async function post(side: Side, path: string, body: object): Promise<void> {
  const answer = await call(side, path, body)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
}
