import { readFileSync, writeFileSync } from 'node:fs'
import type { Line } from './report.ts'

/** The memory that a large upload may add to the idle server, in MiB. */
const LIMIT_MIB = 64
const READ_EVERY_MS = 20

/** The peak memory of the process, and its current memory without file-backed pages; MiB. */
type Field = 'VmHWM' | 'RssAnon'
type Memory = Record<Field, number>

export interface MemoryGrowth {
  idle: Memory
  peak: Memory
}

/** Watches the memory of an idle process from now on. Linux only, because it reads /proc. */
export function watchMemory(pid: number): { end(): MemoryGrowth } {
  // Resets the peak, because the start of the server has its own peak. @see proc_pid_clear_refs(5)
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const idle = memoryOf(pid)
  const peak = { ...idle }
  const readPeak = () => {
    const { VmHWM, RssAnon } = memoryOf(pid)
    peak.VmHWM = VmHWM
    peak.RssAnon = Math.max(peak.RssAnon, RssAnon)
  }
  const timer = setInterval(readPeak, READ_EVERY_MS)
  return {
    end() {
      clearInterval(timer)
      readPeak()
      return { idle, peak }
    },
  }
}

/** The growth of the memory, compared with a limit in MiB. */
export function memoryLines(what: string, { idle, peak }: MemoryGrowth, limit = LIMIT_MIB): Line[] {
  const line = (which: string, field: Field): Line => ({
    what: `${what}, ${which}`,
    figure: `+${(peak[field] - idle[field]).toFixed(0)} MiB`,
    reference: `idle ${idle[field].toFixed(0)}, peak ${peak[field].toFixed(0)} MiB`,
    ratio: `${peak[field] - idle[field] <= limit ? 'PASS' : 'FAIL'} (at most +${limit} MiB)`,
  })
  return [line('all it holds', 'VmHWM'), line('without pages of files', 'RssAnon')]
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (field: Field) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { VmHWM: mebibytes('VmHWM'), RssAnon: mebibytes('RssAnon') }
}
