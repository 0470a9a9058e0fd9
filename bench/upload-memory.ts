import { readFileSync, writeFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MIB } from '#domain/limits.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../tests/server-process.ts'
import { postPhotos } from './post-photos.ts'
import type { Line } from './report.ts'
import { writeLargeJpeg, writeLargePng, writePointCloud } from './sample-files.ts'

/** The most that a large upload may add to the idle server, in MiB. */
const LIMIT_MIB = 64
const READ_EVERY_MS = 20

/** The server's peak memory during the upload of one large file, minus its idle memory. Linux only, because it reads /proc. */
export async function measureMemory(folder: string): Promise<Line[]> {
  const kinds = [
    { what: 'JPEG of noise', name: 'noise.jpg', write: writeLargeJpeg },
    { what: 'PNG of noise', name: 'noise.png', write: writeLargePng },
    { what: 'binary point cloud', name: 'cloud.pcd', write: writePointCloud },
  ]
  const lines: Line[] = []
  for (const { what, name, write } of kinds) {
    const path = join(folder, name)
    await write(path)
    const size = Math.round((await stat(path)).size / MIB)
    const { idle, peak } = await measureOne(join(folder, 'memory'), name, path)
    const line = (which: string, field: Field): Line => ({
      what: `${size} MiB ${what}, ${which}`,
      figure: `+${(peak[field] - idle[field]).toFixed(0)} MiB`,
      reference: `idle ${idle[field].toFixed(0)}, peak ${peak[field].toFixed(0)} MiB`,
      ratio: `${peak[field] - idle[field] <= LIMIT_MIB ? 'PASS' : 'FAIL'} (at most +${LIMIT_MIB} MiB)`,
    })
    lines.push(line('all it holds', 'VmHWM'), line('without pages of files', 'RssAnon'))
    await rm(path)
  }
  return lines
}

/** The peak memory of the process, and its current memory without file-backed pages; MiB. */
type Field = 'VmHWM' | 'RssAnon'
type Memory = Record<Field, number>

async function measureOne(
  dataDir: string,
  name: string,
  path: string,
): Promise<{ idle: Memory; peak: Memory }> {
  await using server = await ServerProcess.start(dataDir)
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  await wait(1000)
  // Resets the peak, because the start of the server has its own peak. @see proc_pid_clear_refs(5)
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const idle = memoryOf(server.pid)
  const peak = { ...idle }
  const readPeak = () => {
    const { VmHWM, RssAnon } = memoryOf(server.pid)
    peak.VmHWM = VmHWM
    peak.RssAnon = Math.max(peak.RssAnon, RssAnon)
  }
  const timer = setInterval(readPeak, READ_EVERY_MS)
  const agent = new Agent()
  await postPhotos({ origin: server.origin, turbine, headers, agent }, [{ name, content: path }])
  agent.destroy()
  clearInterval(timer)
  readPeak()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true })
  return { idle, peak }
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (field: Field) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { VmHWM: mebibytes('VmHWM'), RssAnon: mebibytes('RssAnon') }
}
