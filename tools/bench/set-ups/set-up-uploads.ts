import { Agent } from 'node:http'
import { postInRequests } from '../files/post-photos.ts'
import { type Line, perSecond } from '../report.ts'
import { inTurns, linesOf, type Measured, withProcessorTime } from './compare-set-ups.ts'
import { type SetUp, startSetUps } from './set-ups.ts'

/** Each round sends so many photos, one a request. */
const PHOTOS = 40
const UPLOADS_AT_ONCE = 4

/** Uploads the same photos to SQLite + disk, and to PostgreSQL + bucket with one and with two processes. */
export async function measureSetUpUploads(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  await using setUps = await startSetUps(folder)
  const contents = Array.from({ length: PHOTOS }, (_, index) => photos[index % photos.length] as Buffer)
  const megabytes = contents.reduce((sum, { length }) => sum + length, 0) / 1e6 / PHOTOS
  // The first photos start the image workers.
  for (const setUp of setUps.all) await upload(setUp, contents.slice(0, UPLOADS_AT_ONCE * 2))
  const measured = await inTurns(setUps.all, (setUp) => upload(setUp, contents))
  return linesOf(
    `${PHOTOS} photos of ${megabytes.toFixed(1)} MB, ${UPLOADS_AT_ONCE} at once`,
    setUps.all,
    measured,
    (rate) => `${perSecond(rate * megabytes, 1000, 'MB')}, ${perSecond(rate, 1000, 'photos')}`,
  )
}

function upload(setUp: SetUp, contents: readonly Buffer[]): Promise<Measured> {
  return withProcessorTime(setUp, async () => {
    const agent = new Agent({ keepAlive: true })
    const files = contents.map((content) => ({ name: `${crypto.randomUUID()}.jpg`, content }))
    const { ms, requests } = await postInRequests({ ...setUp, agent }, files, 1, UPLOADS_AT_ONCE)
    agent.destroy()
    return {
      requests: files.length,
      rate: (files.length * 1000) / ms,
      slowest: Math.max(...requests),
    }
  })
}
