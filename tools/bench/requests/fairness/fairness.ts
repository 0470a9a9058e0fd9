/** What a user of one company asks for, as often as the server takes it, and how long another company waits: `npm run bench -- fairness`. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ServerProcess, signInAtProcess } from '../../../../tests/support/servers/server-process.ts'
import { type Line, median, milliseconds, times } from '../../report.ts'
import { processorMs } from '../processor-time.ts'
import type { LoadCommand, LoadResult } from './load-process.ts'
import { importFindings, LOADS, type LoadName, REPORT_YEARS } from './loads.ts'
import { addSide, get, listPhotoIds, makeReport, type Side, upload, YEAR } from './side.ts'

/** How many times as long another company may wait. */
const RATIO_MAX = 3
/** How often a load begins and ends. Before each, the same is measured without it, because the machine may be slower at another time. */
const ROUNDS = 3
/** How long the load runs before it is measured, in milliseconds. */
const WARM_UP_MS = 1000
/** How often each of them is measured in a round, in turns: a list after an upload is not answered from memory. */
const COUNTS = { upload: 5, list: 5, report: 1 }
type Wanted = keyof typeof COUNTS
type Figures = Record<Wanted, number[]>
/** The photos of the first company whose tiles are asked for. In each round they are new ones, of which no tiles are stored. */
const TILED_PHOTOS = 60
/** The findings of a report of the first company, and of the other one. */
const FINDINGS = { loud: 500, quiet: 20 }
/** The findings that the first company exports, in imports of a thousand. */
const EXPORTED_THOUSANDS = 9
/** The server is quiet if it uses less than this of the processor in `QUIET_EVERY_MS`, both in milliseconds. */
const QUIET_MS = 20
const QUIET_EVERY_MS = 300

/**
 * The median times of an upload, a list and a report of one company, beside each load of a user of another company and without it.
 */
export async function measureFairness(folder: string, photo: Buffer): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'fairness'))
  const admin = await signInAtProcess(server.origin)
  const loud = await addSide(server.origin, admin, 'loud')
  const quiet = new QuietSide(await addSide(server.origin, admin, 'quiet'), photo)
  const load = fork(join(import.meta.dirname, 'load-process.ts'))
  try {
    await addTiledPhotos(loud, quiet.agent, photo, 'first')
    // They are open, so they are in the reports of all later years.
    await importFindings(loud, loud.turbine, FINDINGS.loud, { year: YEAR - REPORT_YEARS + 1 })
    for (let at = 0; at < EXPORTED_THOUSANDS; at++)
      await importFindings(loud, loud.turbines.exports, 1000, { text: String(at) })
    await importFindings(quiet.side, quiet.side.turbine, FINDINGS.quiet)
    await quiet.measure()
    const lines: Line[] = []
    for (const name of Object.keys(LOADS) as LoadName[]) {
      const cores = new CoresInUse({ server: server.pid, 'first client': load.pid as number })
      const [alone, beside] = [emptyFigures(), emptyFigures()]
      let asked: LoadResult = { answered: 0, refused: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        if (name === 'tiles') await addTiledPhotos(loud, quiet.agent, photo, `round-${round}`)
        await waitUntilQuiet(server.pid)
        add(alone, await quiet.measure())
        send(load, { side: loud, name, photo: photo.toString('base64') })
        await wait(WARM_UP_MS)
        cores.begin()
        add(beside, await quiet.measure())
        cores.end()
        send(load, 'end')
        const [result] = (await once(load, 'message')) as [LoadResult]
        asked = { answered: asked.answered + result.answered, refused: asked.refused + result.refused }
      }
      lines.push(...linesOf(name, alone, beside), {
        what: `cores in use beside ${name}`,
        figure: '',
        reference: `${cores.text}; ${asked.answered} answers and ${asked.refused} refusals to the first company`,
      })
    }
    return lines
  } finally {
    load.kill()
    quiet.agent.destroy()
  }
}

function linesOf(name: LoadName, alone: Figures, beside: Figures): Line[] {
  return (Object.keys(COUNTS) as Wanted[]).map((wanted) => {
    const [before, during] = [median(alone[wanted]), median(beside[wanted])]
    const ratio = during / before
    return {
      what: `${wanted} beside ${name}`,
      figure: milliseconds(during),
      reference: `alone: ${milliseconds(before)}`,
      ratio: `${times(ratio)} (≤ ${RATIO_MAX} ×: ${ratio <= RATIO_MAX ? 'PASS' : 'FAIL'})`,
    }
  })
}

/** The company that asks for a little. */
class QuietSide {
  readonly side: Side
  readonly agent = new Agent({ keepAlive: true })
  readonly #photo: Buffer
  #uploads = 0

  constructor(side: Side, photo: Buffer) {
    this.side = side
    this.#photo = photo
  }

  /** @returns times in milliseconds */
  async measure(): Promise<Figures> {
    const figures = emptyFigures()
    const asked = Object.keys(COUNTS) as Wanted[]
    for (let count = 0; count < Math.max(...Object.values(COUNTS)); count++) {
      for (const wanted of asked.filter((one) => count < COUNTS[one])) {
        const begin = performance.now()
        await this.#ask(wanted)
        figures[wanted].push(performance.now() - begin)
      }
    }
    return figures
  }

  #ask(wanted: Wanted): Promise<unknown> {
    if (wanted === 'report') return makeReport(this.side)
    if (wanted === 'list') return get(this.side, `/api/turbines/${this.side.turbine}/photos?view=all`)
    this.#uploads += 1
    return upload(this.side, this.agent, this.#photo, `quiet-${this.#uploads}`)
  }
}

/** How many cores processes with their children have in use, and all others of the machine together. */
class CoresInUse {
  readonly #pids: Record<string, number>
  readonly #used = new Map<string, number>()
  #ms = 0

  constructor(pids: Record<string, number>) {
    this.#pids = pids
  }

  begin(): void {
    this.#add(-1)
  }

  end(): void {
    this.#add(1)
  }

  get text(): string {
    return [...this.#used].map(([name, ms]) => `${name} ${(ms / this.#ms).toFixed(2)}`).join(', ')
  }

  #add(sign: 1 | -1): void {
    const used = Object.entries(this.#pids).map(([name, pid]) => [name, processorMs([pid])] as const)
    const known = used.reduce((sum, [, ms]) => sum + ms, 0)
    for (const [name, ms] of [...used, ['others', machineMs() - known] as const]) {
      this.#used.set(name, (this.#used.get(name) ?? 0) + sign * ms)
    }
    this.#ms += sign * performance.now()
  }
}

/** The processor time of everything that has run on the machine, in milliseconds. */
function machineMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
}

function emptyFigures(): Figures {
  return { upload: [], list: [], report: [] }
}

function add(all: Figures, some: Figures): void {
  for (const wanted of Object.keys(COUNTS) as Wanted[]) all[wanted].push(...some[wanted])
}

function send(load: ChildProcess, command: LoadCommand): void {
  load.send(command)
}

async function waitUntilQuiet(server: number): Promise<void> {
  for (let used = processorMs([server]); ; ) {
    await wait(QUIET_EVERY_MS)
    const now = processorMs([server])
    if (now - used < QUIET_MS) return
    used = now
  }
}

/** Uploads new photos of the first company, whose tiles are asked for next. */
async function addTiledPhotos(side: Side, agent: Agent, photo: Buffer, name: string): Promise<void> {
  const former = new Set(side.photoIds)
  for (let at = 0; at < TILED_PHOTOS; at++) await upload(side, agent, photo, `tiled-${name}-${at}`)
  side.photoIds = (await listPhotoIds(side)).filter((id) => !former.has(id))
}
