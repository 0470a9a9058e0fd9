/** How many lists are answered from memory while one company works: `npm run bench -- memory of lists`. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, percent } from '../report.ts'
import { addSide, call, get, type Side } from './fairness/side.ts'

const COMPANIES = 50
const MS = 10_000
/** How long a company looks at a list, and another one works on a comment, in milliseconds. */
const READ_EVERY_MS = 500
const WRITE_EVERY_MS = 1000
const HITS_MIN = 0.9

/** The part of lists that are answered from memory while companies read and one of them writes a comment each second. */
export async function measureCacheHits(folder: string): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'cache-hits'))
  const admin = await signInAtProcess(server.origin)
  const sides: Side[] = []
  for (let at = 0; at < COMPANIES; at++) sides.push(await addSide(server.origin, admin, `company-${at}`))
  const [writing, ...readers] = sides as [Side, ...Side[]]
  for (const side of sides) await read(side)
  const before = await countAnswers(server.origin)
  const end = performance.now() + MS
  await Promise.all([
    ...readers.map(async (side) => {
      while (performance.now() < end) {
        await read(side)
        await wait(READ_EVERY_MS)
      }
    }),
    (async () => {
      while (performance.now() < end) {
        await call(writing, `/api/turbines/${writing.turbine}/comments`, { comment: 'Rüzgâr' })
        await wait(WRITE_EVERY_MS)
      }
    })(),
  ])
  const after = await countAnswers(server.origin)
  const [hits, misses] = [after.hit - before.hit, after.miss - before.miss]
  const part = hits / (hits + misses)
  return [
    {
      what: `lists of ${COMPANIES - 1} companies answered from memory while another one writes`,
      figure: percent(part),
      reference: `${hits} of ${hits + misses}; at least ${percent(HITS_MIN)}`,
      ratio: part >= HITS_MIN ? 'PASS' : 'FAIL',
    },
  ]
}

async function read(side: Side): Promise<void> {
  await get(side, '/api/turbines')
  await get(side, `/api/turbines/${side.turbine}`)
}

async function countAnswers(origin: string): Promise<{ hit: number; miss: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const count = (result: string) =>
    Number(new RegExp(`kanat_remembered_answers_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1])
  return { hit: count('hit'), miss: count('miss') }
}
